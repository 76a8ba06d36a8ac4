import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Choices } from '../choices.ts'
import type { Answer } from './answers.ts'
import { Href, type Standpoint, written } from './href.ts'
import { jsonText } from './json-text.ts'
import { documentTag, names } from './tags.ts'

const PACKERS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }

/** Says how a response leaves. */
interface SendOptions {
  readonly standpoint: Standpoint
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly mediaType: string
  readonly isEntry: boolean
  readonly now: () => number
}

const successType = ({ answerType, charset, oddTypeCase }: Choices, accepted: string): string => {
  const isFull = accepted === 'application/json' || accepted === 'text/json'
  const type = {
    accepted,
    json: 'application/json',
    entry: isFull ? 'application/vnd.service.entry+json' : accepted,
    hal: 'application/hal+json',
  }
  const chosen = type[answerType]
  return (oddTypeCase ? chosen.replace(/json/, 'JSON').replace(/^a/, 'A') : chosen) + charset
}

const typeOf = (choices: Choices, answer: Answer, accepted: string): string => {
  if (answer.status < 300) return answer.type ?? successType(choices, accepted)
  if (answer.status === 412) {
    if (choices.preconditionFault === 'plain') return 'text/plain'
    const isOpen = choices.preconditionType === 'problemForAny' && accepted === 'application/json'
    return isOpen ? 'application/problem+json' : accepted
  }
  const type = answer.type ?? 'application/problem+json'
  return choices.problemCharset && type.endsWith('+json') ? `${type}; charset=utf-8` : type
}

const headersOf = ({ choices }: Standpoint): Record<string, string> => ({
  ...(choices.cacheHeaders ? { 'Cache-Control': 'private, no-cache', Vary: 'Accept, Accept-Encoding' } : {}),
  ...(choices.deprecationHeaders
    ? {
        Deprecation: '@1767225600',
        Sunset: 'Fri, 31 Dec 2027 23:59:59 GMT',
        Link: '</v4>; rel="successor-version"',
      }
    : {}),
  ...(choices.extraHeaders
    ? {
        'X-Request-Id': 'p-00017',
        'Set-Cookie': 'nodo=3; Path=/',
        'Access-Control-Allow-Origin': '*',
        Via: '1.1 puerta',
      }
    : {}),
  ...(choices.closesConnections ? { Connection: 'close' } : {}),
})

/** Adds undescribed members to collections and links. */
const enriched = ({ choices }: Standpoint, document: unknown): unknown => {
  const isCollection = typeof document === 'object' && document !== null && '_entries' in document
  return isCollection && choices.collectionExtras
    ? { ...document, Cantidad: 0, _meta: { orden: 'libre' } }
    : document
}

/** Writes `answer` to the socket. */
export const send = (
  answer: Answer,
  { standpoint, request, response, mediaType, isEntry, now }: SendOptions,
): void => {
  const { choices, origin } = standpoint
  const isSuccess = answer.status < 300
  const text =
    answer.text ??
    (answer.document === undefined ? '' : jsonText(enriched(standpoint, answer.document), standpoint))
  const headers: Record<string, string> = headersOf(standpoint)
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    const form = choices.locationForm === 'href' ? choices.hrefForm : choices.locationForm
    headers[name] = value instanceof Href ? written(value, standpoint, form) : value
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isTagged = isEntry || choices.tagsElsewhere
  if (isSuccess && isRead && isTagged) headers['ETag'] ??= documentTag(choices, origin + text)
  const known = request.headers['if-none-match']
  const isKnown =
    isSuccess && isRead && isTagged && known !== undefined && names(known, headers['ETag'] ?? '')
  headers['Date'] = new Date(now()).toUTCString()
  if (!choices.sendsDate) delete headers['Date']
  if (isKnown && !(isEntry && choices.notModifiedFault === 'entry'))
    return void response.writeHead(304, cased(choices, headers)).end()
  if (text !== '' || answer.type !== undefined) headers['Content-Type'] = typeOf(choices, answer, mediaType)
  const body = packed(choices, request, headers, text)
  if (!choices.chunked || request.method === 'HEAD' || body.length === 0) {
    if (answer.status !== 304 && answer.status !== 204) headers['Content-Length'] = String(body.length)
    response
      .writeHead(answer.status, cased(choices, headers))
      .end(request.method === 'HEAD' ? undefined : body)
    return
  }
  response.writeHead(answer.status, cased(choices, headers))
  const third = Math.ceil(body.length / 3)
  for (let at = 0; at < body.length; at += third) response.write(body.subarray(at, at + third))
  response.end()
}

const cased = ({ upperHeaders }: Choices, headers: Record<string, string>): Record<string, string> =>
  upperHeaders
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    : headers

const packed = (
  choices: Choices,
  request: IncomingMessage,
  headers: Record<string, string>,
  text: string,
): Buffer => {
  const { compression } = choices
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (compression === 'none' || text === '' || !accepted.includes(compression)) return Buffer.from(text)
  headers['Content-Encoding'] = compression
  return PACKERS[compression](text)
}
