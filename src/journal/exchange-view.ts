import * as z from 'zod'
import { scenarioTime } from '../calendar/instant.ts'
import { worldTimeMs } from '../world/world.ts'
import { BodyView, bodyView } from './body-view.ts'
import { decisionTrace, TraceStep } from './decision-trace.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { refusalSummary } from './refusal-summary.ts'
import { requestDetails, requestHeader, responseHeader } from './request-details.ts'
import { eventSentences, WorldChange, worldChanges } from './world-changes.ts'
import type { WorldSummary } from './world-summary.ts'

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

export const ExchangeView = ExchangeRow.extend({
  request: z.object({ method: z.string(), url: z.string(), headers: z.array(Header), body: BodyView.nullable() }),
  answer: z.object({ status: z.int(), headers: z.array(Header), body: BodyView.nullable() }),
  way: z.array(TraceStep).describe('The questions in the order in force'),
  world: z.object({ before: Moment, after: Moment, changes: z.array(WorldChange) }),
})

export const exchangeRow = (entry: JournalEntry, redactor: Redactor): ExchangeRow => {
  const { path, query } = requestDetails(entry)
  const { response: answer, injectedFault: disturbed } = entry
  const { step: question, operation, because } = answer.decision
  const row = {
    n: entry.n,
    at: new Date(entry.wallMs).toISOString(),
    now: scenarioTime(entry.atMs),
    method: entry.request.method,
    path: query === '' ? path : `${path}?${query}`,
    operation: operation ?? null,
    status: answer.status,
    tookMs: Math.round(entry.tookMs * 1_000) / 1_000,
    app: entry.request.app,
    decided: { question, because: [...because] },
    ...refusalSummary(entry),
    facts: eventSentences(entry),
    ...(disturbed && {
      fault: { rules: disturbed.rules.map((n) => `f${n}`), how: [...disturbed.how], answered: disturbed.answered },
    }),
  }
  return redactor.value(row)
}

export const exchangeView = (entry: JournalEntry, redactor: Redactor): z.infer<typeof ExchangeView> => {
  const { request, response: answer, before, after } = entry
  const { body } = request
  return {
    ...exchangeRow(entry, redactor),
    request: {
      method: request.method,
      url: redactor.text(request.url),
      headers: requestHeaders(entry, redactor),
      body: bodyView(body.bytes, { type: requestHeader(entry, 'content-type'), size: body.size, redactor }),
    },
    answer: {
      status: answer.status,
      headers: responseHeaders(entry, redactor),
      body: bodyView(answer.body, { type: responseHeader(entry, 'content-type'), redactor }),
    },
    way: redactor.value(decisionTrace(entry)),
    world: {
      before: worldMoment(before, entry.wallMs),
      after: worldMoment(after, entry.wallMs + entry.tookMs),
      changes: redactor.value(worldChanges(entry)),
    },
  }
}

type Header = z.infer<typeof Header>

export const requestHeaders = ({ request: { rawHeaders } }: JournalEntry, redactor: Redactor): Header[] => {
  const headers: Header[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.push({ name: redactor.text(rawHeaders[i]!), value: redactor.text(rawHeaders[i + 1]!) })
  return headers
}

export const responseHeaders = ({ response: answer }: JournalEntry, redactor: Redactor): Header[] =>
  Object.entries(answer.headers).map(([name, value]) => ({ name, value: redactor.text(value) }))

const worldMoment = (world: WorldSummary, wallMs: number): z.infer<typeof Moment> => ({
  now: scenarioTime(worldTimeMs(world.clock, wallMs)),
  counts: world.counts,
})
