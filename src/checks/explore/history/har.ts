import * as z from 'zod'
import type { HistoryExchange, SentBody } from '../../../../contracts/rules/recorded-exchange.ts'
import { decodedBody } from '../../../kit/target/content-coding.ts'
import { parseUntrustedJson } from '../../../kit/target/exchange.ts'
import { jsonProblem } from '../../../lib/text/json-problem.ts'
import { isUrl } from '../../../lib/text/url.ts'

/**
 * Reads recordings: HTTP Archive 1.2 of a browser, a proxy or the journal of a world. Writers leave out many
 * members, so only method, URL and status are required.
 */

const Pairs = z.array(z.object({ name: z.string(), value: z.coerce.string().catch('') })).catch([])

const Content = z
  .object({
    text: z.string().optional().catch(undefined),
    encoding: z.string().optional().catch(undefined),
    size: z.number().optional().catch(undefined),
    comment: z.string().optional().catch(undefined),
    _truncated: z.boolean().optional().catch(undefined),
  })
  .catch({})

const Answer = z.object({
  status: z.number().catch(0),
  headers: Pairs.default([]),
  bodySize: z.number().optional().catch(undefined),
  _transferSize: z.number().optional().catch(undefined),
  content: Content.default({}),
  _error: z.string().nullish().catch(undefined),
})
const NO_ANSWER: z.infer<typeof Answer> = { status: 0, headers: [], content: {} }

/** Members by which browsers and proxies mark a response that did not come from the service. */
const CACHE_MARKS = {
  // Chrome, and tools that record it.
  _fromCache: z.unknown().optional(),
  _fromDiskCache: z.unknown().optional(),
  _fromMemoryCache: z.unknown().optional(),
  _fromPrefetchCache: z.unknown().optional(),
  _servedFromCache: z.unknown().optional(),
  _fetchedViaServiceWorker: z.unknown().optional(),
  // WebKit: `Network Load`, or where else it came from.
  _fetchType: z.string().nullish().catch(undefined),
  // HAR 1.2: what the cache held before and after.
  cache: z
    .object({ beforeRequest: z.unknown().optional(), afterRequest: z.unknown().optional() })
    .optional()
    .catch(undefined),
}

const Entry = z.object({
  startedDateTime: z.string().catch(''),
  time: z.number().catch(0),
  _n: z.number().optional().catch(undefined),
  // The journal of a world marks what a fault was injected into, and names the app, as the proxy does.
  _fault: z.unknown().optional(),
  _app: z.string().optional().catch(undefined),
  ...CACHE_MARKS,
  request: z.object({
    method: z.string(),
    url: z.string().refine((url) => isUrl(url)),
    headers: Pairs.default([]),
    bodySize: z.number().optional().catch(undefined),
    postData: z
      .object({
        mimeType: z.string().catch(''),
        text: z.string().optional().catch(undefined),
        _encoding: z.string().optional().catch(undefined),
        encoding: z.string().optional().catch(undefined),
        _truncated: z.boolean().optional().catch(undefined),
        comment: z.string().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
  // Without a response, or a status, the request was sent nevertheless.
  response: Answer.catch(NO_ANSWER).default(NO_ANSWER),
})
type Entry = z.infer<typeof Entry>

const Archive = z.object({ log: z.object({ entries: z.array(z.unknown()) }) })

/** A recording. */
export interface HarRecording {
  /** In the order in which the requests were sent. */
  readonly exchanges: readonly HistoryExchange[]
  /** Entries that could not be read. */
  readonly skipped: number
  /** Entries that the browser answered itself, from its cache or by a worker of the page. */
  readonly cached: number
  /** True when it may lack writes: its numbers have gaps, or a fault was injected, such as another writer. */
  readonly hasGaps: boolean
}

/** Thrown when a text is not an HTTP Archive; the message says what was expected. */
export class HarError extends Error {
  override readonly name = 'HarError'
}

/** Reads a HAR. Throws a `HarError` when it is none. */
export const readHar = (text: string): HarRecording => {
  const plain = text.replace(/^\uFEFF/, '')
  const archive = Archive.safeParse(parseUntrustedJson(plain))
  if (!archive.success) {
    const got = jsonProblem(plain)
    const expected = 'expected a HAR 1.2 file: a JSON object with log.entries, a list'
    throw new HarError(got === undefined ? expected : `${expected}; got ${got}`)
  }
  const entries = archive.data.log.entries.map((entry) => Entry.safeParse(entry))
  const read = entries.flatMap(({ data }) => data ?? [])
  // A response from a cache may be older than an earlier write.
  const known = read.filter((entry) => !isCached(entry))
  const numbers = known.flatMap(({ _n }) => _n ?? []).sort((one, other) => one - other)
  const [first = 0] = numbers
  return {
    exchanges: known
      .map(exchangeOf)
      .sort((one, other) => one.startMs - other.startMs || one.number - other.number)
      .map((exchange, at) => ({ ...exchange, number: at + 1 })),
    skipped: entries.length - read.length,
    cached: read.length - known.length,
    hasGaps: known.some(hasFault) || numbers.some((number, at) => number !== first + at),
  }
}

/** Returns whether the browser answered the request itself. */
const isCached = (entry: Entry): boolean => {
  const { _fetchType, cache, response } = entry
  const isMarked =
    entry._fromCache ||
    entry._fromDiskCache ||
    entry._fromMemoryCache ||
    entry._fromPrefetchCache ||
    entry._servedFromCache ||
    entry._fetchedViaServiceWorker
  if (isMarked || (_fetchType && !/network/i.test(_fetchType))) return true
  // A cache is consulted for a 304, too, but the service sent that.
  if (response.status === 304) return false
  if (isHeld(cache?.beforeRequest) || isHeld(cache?.afterRequest)) return true
  const { content, bodySize, _transferSize } = response
  // Firefox and WebKit: a body of which nothing was transferred.
  return (content.text ?? '') !== '' && (bodySize === 0 || _transferSize === 0)
}

const isHeld = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Object.keys(state).length > 0

const hasFault = ({ _fault }: Entry): boolean => _fault !== undefined

/** Returns whether the headers of request or response were not recorded: neither is ever sent without any. */
const lacksHeaders = ({ request, response }: Entry): boolean =>
  response.status >= 100 && (request.headers.length === 0 || response.headers.length === 0)

const exchangeOf = (entry: Entry, at: number): HistoryExchange => {
  const { request, response } = entry
  const startMs = Date.parse(entry.startedDateTime)
  const headers = headersOf(request.headers)
  const responseHeaders = headersOf(response.headers)
  const { text, json, isWhole } = contentOf(entry)
  // What was not recorded is never a finding; a write may have been done nevertheless.
  const isLost = Boolean(response._error) || hasFault(entry) || lacksHeaders(entry)
  return {
    number: at + 1,
    method: request.method.toUpperCase(),
    url: request.url,
    headers,
    body: bodyOf(entry),
    status: isLost || response.status < 100 ? 0 : response.status,
    responseHeaders,
    text,
    json,
    isWhole,
    ...(entry._app !== undefined && { app: entry._app }),
    startMs: Number.isNaN(startMs) ? 0 : startMs,
    endMs: (Number.isNaN(startMs) ? 0 : startMs) + Math.max(0, entry.time),
  }
}

const headersOf = (pairs: z.infer<typeof Pairs>): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const { name, value } of pairs) {
    const key = name.toLowerCase()
    const plain = value.trim() // blanks around it are no part of a value (RFC 9110, 5.5)
    headers[key] = key in headers ? `${headers[key]}, ${plain}` : plain
  }
  return headers
}

/** Methods whose requests have bodies in the description. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

const bodyOf = ({ request }: Entry): SentBody => {
  const { postData, bodySize, method, headers, url } = request
  const length = Number(headersOf(headers)['content-length'] ?? bodySize ?? Number.NaN)
  if (postData?.text === undefined) {
    const isStep = /\/(suspender|archivar)\/?($|\?)/.test(url)
    const isNone = length === 0 || !WITH_BODY.has(method.toUpperCase()) || (isStep && !(length > 0))
    return isNone ? { kind: 'none' } : { kind: 'unknown' }
  }
  const text = decodedText(postData.text, postData._encoding ?? postData.encoding, headersOf(headers))
  if (text === undefined) return { kind: 'unknown' }
  const isCut = postData._truncated === true || Buffer.byteLength(text) < length || text === ''
  if (isCut && !(text === '' && length === 0)) return { kind: 'unknown' }
  const json = parseUntrustedJson(text)
  return { kind: 'text', text, json }
}

/**
 * Returns a text of a recording; undefined when it is not in the encoding that it claims. Some writers record
 * a compressed body as it was sent.
 */
const decodedText = (
  text: string,
  encoding: string | undefined,
  { 'content-encoding': coding }: Readonly<Record<string, string>>,
): string | undefined => {
  if (encoding?.toLowerCase() !== 'base64') return coding && text.includes('\ufffd') ? undefined : text
  const plain = text.replace(/\s+/g, '')
  if (plain.length % 4 === 1 || !/^[\w+/-]*={0,2}$/.test(plain)) return undefined
  const bytes = Buffer.from(plain, 'base64')
  for (const codings of [coding, undefined])
    try {
      return UTF_8.decode(decodedBody(bytes, codings, MAX_BODY_BYTES))
    } catch {
      // It is in no such coding, so it may be decoded already.
    }
  return undefined
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const MAX_BODY_BYTES = 64 * 1024 * 1024

/** Returns the body of a response, also as JSON if it is complete. */
const contentOf = ({ response, request }: Entry): Pick<HistoryExchange, 'text' | 'json' | 'isWhole'> => {
  const { content, status, headers } = response
  // Some writers show the body that the browser had for a 304.
  if (status === 304) return { text: '', json: undefined, isWhole: true }
  const isEmpty = status === 204 || request.method.toUpperCase() === 'HEAD'
  // Writers that leave bodies out may write an empty text, so only a refusal counts as without a body.
  if (content.text === undefined || (content.text === '' && status < 300))
    return { text: '', json: undefined, isWhole: isEmpty }
  const text = decodedText(content.text, content.encoding, headersOf(headers))
  if (text === undefined) return { text: '', json: undefined, isWhole: false }
  const isCut = content._truncated === true || /trunc|only the beginning/i.test(content.comment ?? '')
  // A size counts the decoded body; a proxy may give that of the compressed one, which is smaller.
  const isShort = content.size !== undefined && Buffer.byteLength(text) < content.size
  const isJson = /json/i.test(headersOf(headers)['content-type'] ?? '')
  const json = isCut || isShort ? undefined : parseUntrustedJson(text)
  const isBroken = isJson && text !== '' && json === undefined && content.size === undefined
  return { text, json, isWhole: !(isCut || isShort || isBroken) }
}
