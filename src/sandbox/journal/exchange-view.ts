import { scenarioTime } from '../../lib/calendar/instant.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import { bodyView } from './body-view.ts'
import { decisionTrace } from './decision-trace.ts'
import type { ExchangeRow, ExchangeView, HeaderView, WorldMoment } from './exchange-schemas.ts'
import type { InjectedFault, JournalEntry } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { refusalSummary } from './refusal-summary.ts'
import { requestDetails, requestHeader, responseHeader } from './request-details.ts'
import { eventSentences, worldChanges } from './world-changes.ts'
import type { WorldSummary } from './world-summary.ts'

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
export const exchangeView = (entry: JournalEntry, redactor: Redactor): ExchangeView => {
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

/** Returns the redacted headers of the request, in the order sent. */
export const requestHeaders = (
  { request: { rawHeaders } }: JournalEntry,
  redactor: Redactor,
): HeaderView[] => {
  const headers: HeaderView[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.push({ name: redactor.text(rawHeaders[i]!), value: redactor.text(rawHeaders[i + 1]!) })
  return headers
}

/** Returns the redacted headers of the response. */
export const responseHeaders = ({ response }: JournalEntry, redactor: Redactor): HeaderView[] =>
  Object.entries(response.headers).map(([name, value]) => ({ name, value: redactor.text(value) }))

const worldMoment = (world: WorldSummary, wallMs: number): WorldMoment => ({
  now: scenarioTime(worldTimeMs(world.clock, wallMs)),
  counts: world.counts,
})
