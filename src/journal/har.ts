import { STATUS_CODES } from 'node:http'
import { type BodyView, bodyView } from './body-view.ts'
import type { JournalEntry } from './entry.ts'
import { exchangeRow, requestHeaders, responseHeaders } from './exchange-view.ts'
import type { Redactor } from './redactor.ts'
import { requestDetails, requestHeader, responseHeader } from './request-details.ts'

/** The entries as an HTTP Archive 1.2, which the developer tools of browsers open. What HAR has no member for begins with `_`. */
export const toHar = (
  entries: readonly JournalEntry[],
  { version, mask }: { version: string; mask: Redactor },
): object => ({
  log: {
    version: '1.2',
    creator: { name: 'playa', version },
    pages: [],
    entries: entries.map((entry) => harEntry(entry, mask)),
  },
})

const HTTP_VERSION = 'HTTP/1.1'
/** HAR's word for what is not known. */
const UNKNOWN = -1

const harEntry = (entry: JournalEntry, mask: Redactor): object => {
  const { n, now, operation, app, decided, facts, fault } = exchangeRow(entry, mask)
  const time = Math.max(0, entry.tookMs)
  return {
    startedDateTime: new Date(entry.wallMs).toISOString(),
    time,
    request: requestOf(entry, mask),
    response: responseOf(entry, mask),
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

const requestOf = (entry: JournalEntry, mask: Redactor): object => {
  const { method, url, body } = entry.request
  const type = requestHeader(entry, 'content-type')
  const told = bodyView(body.bytes, { type, size: body.size, mask })
  return {
    method,
    url: mask.text(url),
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: requestHeaders(entry, mask),
    queryString: Array.from(new URLSearchParams(requestDetails(entry).query), ([name, value]) => ({
      name: mask.text(name),
      value: mask.text(value),
    })),
    ...(told && { postData: postDataOf(told) }),
    headersSize: UNKNOWN,
    bodySize: body.size,
  }
}

const postDataOf = ({ type, text, base64, truncated }: BodyView): object => ({
  mimeType: type ?? 'application/octet-stream',
  text: text ?? base64 ?? '',
  // Only the text of an answer may be encoded in HAR.
  ...(text === undefined && { _encoding: 'base64' }),
  ...(truncated && { _truncated: true }),
})

const responseOf = (entry: JournalEntry, mask: Redactor): object => {
  const { status, body } = entry.response
  const type = responseHeader(entry, 'content-type')
  const told = bodyView(body, { type, mask })
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: responseHeaders(entry, mask),
    content: contentOf(told, type),
    redirectURL: '',
    headersSize: UNKNOWN,
    bodySize: told?.size ?? 0,
    ...(entry.injectedFault?.answered === false && { _error: 'no answer was sent' }),
  }
}

const contentOf = (told: BodyView | null, type: string | null): object => {
  const mimeType = type ?? 'x-unknown'
  if (!told) return { size: 0, mimeType }
  const { size, text, base64, truncated } = told
  return {
    size,
    mimeType,
    text: text ?? base64 ?? '',
    ...(text === undefined && { encoding: 'base64' }),
    ...(truncated && { comment: 'The journal keeps the beginning only.' }),
  }
}
