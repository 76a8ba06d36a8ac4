import { reasonPhrase } from '../../lib/runtime/reason-phrases.ts'
import { bodyView } from './body-view.ts'
import type { BodyView } from './exchange-schemas.ts'
import { exchangeRow, requestHeaders, responseHeaders } from './exchange-view.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { requestDetails, requestHeader, responseHeader } from './request-details.ts'

/**
 * Converts entries to HTTP Archive 1.2, for the developer tools of browsers. Custom members begin with `_`.
 * Pauses after each entry.
 */
export function* harSteps(
  entries: readonly JournalEntry[],
  { version, redactor }: { version: string; redactor: Redactor },
): Generator<void, object> {
  const written: object[] = []
  for (const entry of entries) {
    written.push(harEntry(entry, redactor))
    yield
  }
  return { log: { version: '1.2', creator: { name: 'playa', version }, pages: [], entries: written } }
}

const HTTP_VERSION = 'HTTP/1.1'
/** Value of an unknown size in HAR. */
const UNKNOWN = -1

const harEntry = (entry: JournalEntry, redactor: Redactor): object => {
  const { n, now, operation, app, decided, facts, fault } = exchangeRow(entry, redactor)
  const time = Math.max(0, entry.tookMs)
  return {
    startedDateTime: new Date(entry.wallMs).toISOString(),
    time,
    request: requestOf(entry, redactor),
    response: responseOf(entry, redactor),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _n: n,
    _now: now,
    _operation: operation,
    _app: app,
    _decided: decided,
    _facts: facts,
    ...(fault && { _fault: fault }),
  }
}

const requestOf = (entry: JournalEntry, redactor: Redactor): object => {
  const { method, url, body } = entry.request
  const type = requestHeader(entry, 'content-type')
  const view = bodyView(body.bytes, { type, size: body.size, redactor, isTextOnly: true })
  return {
    method,
    url: redactor.text(url),
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: requestHeaders(entry, redactor),
    queryString: Array.from(new URLSearchParams(requestDetails(entry).query), ([name, value]) => ({
      name: redactor.text(name),
      value: redactor.text(value),
    })),
    ...(view && { postData: postDataOf(view) }),
    headersSize: UNKNOWN,
    bodySize: body.size,
  }
}

const postDataOf = ({ type, text, base64, truncated }: BodyView): object => ({
  mimeType: type ?? 'application/octet-stream',
  text: text ?? base64 ?? '',
  // HAR has `encoding` for responses only.
  ...(text === undefined && { _encoding: 'base64' }),
  ...(truncated && { _truncated: true }),
})

const responseOf = (entry: JournalEntry, redactor: Redactor): object => {
  const { status, body } = entry.response
  const type = responseHeader(entry, 'content-type')
  const view = bodyView(body, { type, redactor, isTextOnly: true })
  return {
    status,
    statusText: reasonPhrase(status),
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: responseHeaders(entry, redactor),
    content: contentOf(view, type),
    redirectURL: '',
    headersSize: UNKNOWN,
    bodySize: view?.size ?? 0,
    ...(entry.injectedFault?.answered === false && { _error: 'no response was sent' }),
  }
}

const contentOf = (view: BodyView | null, type: string | null): object => {
  const mimeType = type ?? 'x-unknown'
  if (!view) return { size: 0, mimeType }
  const { size, text, base64, truncated } = view
  return {
    size,
    mimeType,
    text: text ?? base64 ?? '',
    ...(text === undefined && { encoding: 'base64' }),
    ...(truncated && { comment: 'The journal records only the beginning.' }),
  }
}
