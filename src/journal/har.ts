import { STATUS_CODES } from 'node:http'
import { answerHeaderOf, askedFor, headerOf } from './request-details.ts'
import { type BodyTold, bodyTold } from './body-view.ts'
import type { Entry } from './entry.ts'
import type { Mask } from './redactor.ts'
import { answerHeaders, requestHeaders, rowOf } from './exchange-view.ts'

/** The entries as an HTTP Archive 1.2, which the developer tools of browsers open. What HAR has no member for begins with `_`. */
export const harOf = (entries: readonly Entry[], { version, mask }: { version: string; mask: Mask }): object => ({
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

const harEntry = (entry: Entry, mask: Mask): object => {
  const { n, now, operation, app, decided, facts, fault } = rowOf(entry, mask)
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

const requestOf = (entry: Entry, mask: Mask): object => {
  const { method, url, body } = entry.request
  const type = headerOf(entry, 'content-type')
  const told = bodyTold(body.bytes, { type, size: body.size, mask })
  return {
    method,
    url: mask.text(url),
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: requestHeaders(entry, mask),
    queryString: Array.from(new URLSearchParams(askedFor(entry).query), ([name, value]) => ({
      name: mask.text(name),
      value: mask.text(value),
    })),
    ...(told && { postData: postDataOf(told) }),
    headersSize: UNKNOWN,
    bodySize: body.size,
  }
}

const postDataOf = ({ type, text, base64, truncated }: BodyTold): object => ({
  mimeType: type ?? 'application/octet-stream',
  text: text ?? base64 ?? '',
  // Only the text of an answer may be encoded in HAR.
  ...(text === undefined && { _encoding: 'base64' }),
  ...(truncated && { _truncated: true }),
})

const responseOf = (entry: Entry, mask: Mask): object => {
  const { status, body } = entry.answer
  const type = answerHeaderOf(entry, 'content-type')
  const told = bodyTold(body, { type, mask })
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: answerHeaders(entry, mask),
    content: contentOf(told, type),
    redirectURL: '',
    headersSize: UNKNOWN,
    bodySize: told?.size ?? 0,
    ...(entry.disturbed?.answered === false && { _error: 'no answer was sent' }),
  }
}

const contentOf = (told: BodyTold | null, type: string | null): object => {
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
