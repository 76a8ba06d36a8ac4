import * as z from 'zod'
import { scenarioTime } from '../calendar/instant.ts'
import { worldTimeMs } from '../world/world.ts'
import { BodyView, bodyView } from './body-view.ts'
import { decisionTrace, TraceStep } from './decision-trace.ts'
import type { InjectedFault, JournalEntry } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { refusalSummary } from './refusal-summary.ts'
import { requestDetails, requestHeader, responseHeader } from './request-details.ts'
import { eventSentences, WorldChange, worldChanges } from './world-changes.ts'
import type { WorldSummary } from './world-summary.ts'

/** An exchange in one line, as the control API lists it. */
export const ExchangeRow = z.object({
  n: z.int(),
  at: z.string().describe('Wall time'),
  now: z.string().describe("World's time"),
  method: z.string(),
  path: z.string().describe('Path from /v3 on with the query, as sent'),
  operation: z.string().nullable(),
  status: z.int().describe('0 when there was no response'),
  tookMs: z.number(),
  app: z.string().nullable().describe('The calling app'),
  decided: z
    .object({ question: z.string(), because: z.array(z.string()) })
    .describe('The deciding step, and the statements and assumptions that the response rests on'),
  detail: z.string().nullable().describe('Detail of a problem'),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  facts: z.array(z.string()).describe('Domain events in short sentences'),
  fault: z
    .object({ rules: z.array(z.string()), how: z.array(z.string()), answered: z.boolean() })
    .optional()
    .describe('The injected fault; answered is false when no response was sent'),
})
/** An exchange in one line. */
export type ExchangeRow = z.infer<typeof ExchangeRow>

const Moment = z.object({
  now: z.string(),
  counts: z.object({ agencies: z.int(), publications: z.int(), inquiries: z.int(), visits: z.int() }),
})

const Header = z.object({ name: z.string(), value: z.string() })

/** An exchange in full, as the control API shows it. */
export const ExchangeView = ExchangeRow.extend({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(Header),
    body: BodyView.nullable(),
  }),
  answer: z.object({ status: z.int(), headers: z.array(Header), body: BodyView.nullable() }),
  way: z.array(TraceStep).describe('The steps of the decision in the order in force'),
  world: z.object({ before: Moment, after: Moment, changes: z.array(WorldChange) }),
})

/** Shows an exchange in one line. */
export const exchangeRow = (entry: JournalEntry, redactor: Redactor): ExchangeRow => {
  const { path, query } = requestDetails(entry)
  const { response, injectedFault } = entry
  const { step: question, operation, because } = response.decision
  const row = {
    n: entry.n,
    at: new Date(entry.wallMs).toISOString(),
    now: scenarioTime(entry.atMs),
    method: entry.request.method,
    path: query === '' ? path : `${path}?${query}`,
    operation: operation ?? null,
    status: response.status,
    tookMs: Math.round(entry.tookMs * 1_000) / 1_000,
    app: entry.request.app,
    decided: { question, because: [...because] },
    ...refusalSummary(entry),
    facts: eventSentences(entry),
    ...(injectedFault && { fault: faultView(injectedFault) }),
  }
  return redactor.value(row)
}

const faultView = ({ rules, how, answered }: InjectedFault): ExchangeRow['fault'] => ({
  rules: rules.map((n) => `f${n}`),
  how: [...how],
  answered,
})

/** Shows an exchange in full. */
export const exchangeView = (entry: JournalEntry, redactor: Redactor): z.infer<typeof ExchangeView> => {
  const { request, response, before, after } = entry
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
      status: response.status,
      headers: responseHeaders(entry, redactor),
      body: bodyView(response.body, { type: responseHeader(entry, 'content-type'), redactor }),
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

/** Returns the redacted headers of the request, in the order sent. */
export const requestHeaders = ({ request: { rawHeaders } }: JournalEntry, redactor: Redactor): Header[] => {
  const headers: Header[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.push({ name: redactor.text(rawHeaders[i]!), value: redactor.text(rawHeaders[i + 1]!) })
  return headers
}

/** Returns the redacted headers of the response. */
export const responseHeaders = ({ response }: JournalEntry, redactor: Redactor): Header[] =>
  Object.entries(response.headers).map(([name, value]) => ({ name, value: redactor.text(value) }))

const worldMoment = (world: WorldSummary, wallMs: number): z.infer<typeof Moment> => ({
  now: scenarioTime(worldTimeMs(world.clock, wallMs)),
  counts: world.counts,
})
