import type { Operation } from '../http/operation.ts'
import { operations } from '../resources/index.ts'
import { isNestedTooDeep } from '../text/json-nesting.ts'
import { splitUrl } from '../transport/incoming-request.ts'
import type { JournalEntry } from './journal-entry.ts'

/** What the request of an entry asked for. */
export interface RequestDetails {
  /** Path from `/v3` on, as sent. */
  readonly path: string
  /** As sent, without `?`. */
  readonly query: string
  readonly operation: Operation | undefined
  /** Admin mail that the path names, in lower case. */
  readonly agency: string | undefined
}

const detailsByEntry = new WeakMap<JournalEntry, RequestDetails>()

export const requestDetails = (entry: JournalEntry): RequestDetails => {
  const found = detailsByEntry.get(entry)
  if (found) return found
  const { path: whole, query } = splitUrl(entry.request.url)
  const path = pathFromV3(whole)
  const matched = operations.match(path)
  const { method } = entry.request
  const operation = matched?.at.byMethod.get(method === 'HEAD' ? 'GET' : method)
  const made = { path, query, operation, agency: matched?.raw['adminmail']?.toLowerCase() }
  detailsByEntry.set(entry, made)
  return made
}

/** The path without the prefix of its world. */
export const pathFromV3 = (path: string): string =>
  /^\/w\/[^/]*(?=\/v3(?:\/|$))/.exec(path) ? path.slice(path.indexOf('/', 3)) : path

/** Value of a request's header by its lower-case name, the first where it came more than once; null when absent. */
export const requestHeader = ({ request: { rawHeaders } }: JournalEntry, name: string): string | null => {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) return rawHeaders[i + 1]!
  return null
}

/** Value of an answer's header in any case; null when absent. */
export const responseHeader = ({ response: { headers } }: JournalEntry, name: string): string | null => {
  for (const [own, value] of Object.entries(headers)) if (own.toLowerCase() === name) return value
  return null
}

export const responseText = ({ response: { body } }: JournalEntry): string =>
  body === null
    ? ''
    : typeof body === 'string'
      ? body
      : Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')

export const requestText = ({ request: { body } }: JournalEntry): string =>
  Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.length).toString('utf8')

/** The value that a text of JSON holds; undefined when it is none, or nested so deep that nobody means it. */
export const parseJson = (text: string): unknown => {
  if (isNestedTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
