import type { Operation } from '../../model/http/operation.ts'
import { operations } from '../../model/resources/index.ts'
import { splitUrl } from '../transport/incoming-request.ts'
import type { JournalEntry } from './journal-entry.ts'

/** The target of an entry's request. */
export interface RequestDetails {
  /** Path from `/v3` on, as sent. */
  readonly path: string
  /** As sent, without `?`. */
  readonly query: string
  readonly operation: Operation | undefined
  /** `adminMail` in the path, in lower case. */
  readonly agency: string | undefined
}

const detailsByEntry = new WeakMap<JournalEntry, RequestDetails>()

/** Resolves the path and operation of an entry's request; cached per entry. */
export const requestDetails = (entry: JournalEntry): RequestDetails => {
  const found = detailsByEntry.get(entry)
  if (found) return found
  const { path: fullPath, query } = splitUrl(entry.request.url)
  const path = pathFromV3(fullPath)
  const matched = operations.match(path)
  const { method } = entry.request
  const operation = matched?.template.byMethod.get(method === 'HEAD' ? 'GET' : method)
  const details = { path, query, operation, agency: matched?.rawParameters['adminmail']?.toLowerCase() }
  detailsByEntry.set(entry, details)
  return details
}

/** Removes the world prefix of a path. */
export const pathFromV3 = (path: string): string =>
  /^\/w\/[^/]*(?=\/v3(?:\/|$))/.exec(path) ? path.slice(path.indexOf('/', 3)) : path

/** Returns the first value of a request header by its lower-case name; null when absent. */
export const requestHeader = ({ request: { rawHeaders } }: JournalEntry, name: string): string | null => {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name)
      return rawHeaders[i + 1]!
  return null
}

/** Returns the value of a response header by its lower-case name; null when absent. */
export const responseHeader = ({ response: { headers } }: JournalEntry, name: string): string | null => {
  for (const [header, value] of Object.entries(headers)) if (header.toLowerCase() === name) return value
  return null
}

/** Returns the response body as text; empty without a body. */
export const responseText = ({ response: { body } }: JournalEntry): string =>
  body === null
    ? ''
    : typeof body === 'string'
      ? body
      : Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')

/** Returns the recorded request body as text. */
export const requestText = ({ request: { body } }: JournalEntry): string =>
  Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.length).toString('utf8')
