import * as z from 'zod'
import { timeOf } from '../world/world.ts'
import { homeTime } from '../scenarios/world-start.ts'
import { answerHeaderOf, askedFor, headerOf } from './request-details.ts'
import { BodyTold, bodyTold } from './body-view.ts'
import { Change, changesOf, factsOf } from './world-changes.ts'
import type { Entry } from './entry.ts'
import type { Glance } from './world-summary.ts'
import type { Mask } from './redactor.ts'
import { saidBy } from './refusal-view.ts'
import { Step, wayOf } from './decision-trace.ts'

/** An exchange in one line, and in full. */

export const ExchangeRow = z.object({
  n: z.int(),
  at: z.string().describe('Wall time'),
  now: z.string().describe("World's time"),
  method: z.string(),
  path: z.string().describe('From /v3 on, query included, as sent'),
  operation: z.string().nullable(),
  status: z.int().describe('0 when no answer was made at all'),
  tookMs: z.number(),
  app: z.string().nullable().describe('The calling app'),
  decided: z
    .object({ question: z.string(), because: z.array(z.string()) })
    .describe('Where the answer was found, and the statements and assumptions that it rests on'),
  detail: z.string().nullable().describe("A refusal's sentence"),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  facts: z.array(z.string()).describe('What happened'),
  fault: z
    .object({ rules: z.array(z.string()), how: z.array(z.string()), answered: z.boolean() })
    .optional()
    .describe('How it was disturbed on purpose; answered is false when no answer left'),
})
export type ExchangeRow = z.infer<typeof ExchangeRow>

const Moment = z.object({
  now: z.string(),
  counts: z.object({ agencies: z.int(), publications: z.int(), inquiries: z.int(), visits: z.int() }),
})

const Header = z.object({ name: z.string(), value: z.string() })

export const ExchangeTold = ExchangeRow.extend({
  request: z.object({ method: z.string(), url: z.string(), headers: z.array(Header), body: BodyTold.nullable() }),
  answer: z.object({ status: z.int(), headers: z.array(Header), body: BodyTold.nullable() }),
  way: z.array(Step).describe('The questions in the order in force'),
  world: z.object({ before: Moment, after: Moment, changes: z.array(Change) }),
})

export const rowOf = (entry: Entry, mask: Mask): ExchangeRow => {
  const { path, query } = askedFor(entry)
  const { answer, disturbed } = entry
  const { question, operation, because } = answer.decided
  const row = {
    n: entry.n,
    at: new Date(entry.wallMs).toISOString(),
    now: homeTime(entry.atMs),
    method: entry.request.method,
    path: query === '' ? path : `${path}?${query}`,
    operation: operation ?? null,
    status: answer.status,
    tookMs: Math.round(entry.tookMs * 1_000) / 1_000,
    app: entry.request.app,
    decided: { question, because: [...because] },
    ...saidBy(entry),
    facts: factsOf(entry),
    ...(disturbed && {
      fault: { rules: disturbed.rules.map((n) => `f${n}`), how: [...disturbed.how], answered: disturbed.answered },
    }),
  }
  return mask.value(row)
}

export const exchangeTold = (entry: Entry, mask: Mask): z.infer<typeof ExchangeTold> => {
  const { request, answer, before, after } = entry
  const { body } = request
  return {
    ...rowOf(entry, mask),
    request: {
      method: request.method,
      url: mask.text(request.url),
      headers: requestHeaders(entry, mask),
      body: bodyTold(body.bytes, { type: headerOf(entry, 'content-type'), size: body.size, mask }),
    },
    answer: {
      status: answer.status,
      headers: answerHeaders(entry, mask),
      body: bodyTold(answer.body, { type: answerHeaderOf(entry, 'content-type'), mask }),
    },
    way: mask.value(wayOf(entry)),
    world: {
      before: momentOf(before, entry.wallMs),
      after: momentOf(after, entry.wallMs + entry.tookMs),
      changes: mask.value(changesOf(entry)),
    },
  }
}

type Header = z.infer<typeof Header>

export const requestHeaders = ({ request: { rawHeaders } }: Entry, mask: Mask): Header[] => {
  const headers: Header[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.push({ name: mask.text(rawHeaders[i]!), value: mask.text(rawHeaders[i + 1]!) })
  return headers
}

export const answerHeaders = ({ answer }: Entry, mask: Mask): Header[] =>
  Object.entries(answer.headers).map(([name, value]) => ({ name, value: mask.text(value) }))

const momentOf = (world: Glance, wallMs: number): z.infer<typeof Moment> => ({
  now: homeTime(timeOf(world.clock, wallMs)),
  counts: world.counts,
})
