import { byOption } from '../../api/assumptions/profile.ts'
import { redactBody } from '../../lib/redaction/redact-body.ts'
import { redactCredentials } from '../../lib/redaction/redact-headers.ts'
import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { isSecretName, mayHoldSecret } from '../../lib/redaction/secret-names.ts'
import type { ApiResponse, RequestBody } from '../../model/http/request.ts'
import type { World } from '../../model/world/world.ts'
import type { IncomingRequest } from '../transport/incoming-request.ts'
import type { RecordedBody, RecordedExchange, RecordedRequest } from './journal-entry.ts'

/** The part of a request that the journal reads. */
export type RecordableRequest = Pick<IncomingRequest, 'method' | 'parts' | 'header' | 'rawHeaders'>

/** Maximum bytes recorded of a request's body. */
const MAX_BODY_BYTES = 64 * 1024

/** Records an exchange without its secrets. */
export const recordExchange = (
  request: RecordableRequest,
  body: RequestBody,
  response: ApiResponse,
  world: World,
): Pick<RecordedExchange, 'request' | 'response'> => {
  const { method, parts } = request
  const origin = redactUrls(parts.origin)
  const target = redactUrls(parts.target)
  const recorded: RecordedRequest = {
    method,
    // Joined only now: entries share the origin, and no character is copied before one is read.
    url: origin + target,
    rawHeaders: redactHeaders(request.rawHeaders()),
    body: recordedBody(body),
    app: response.status === 401 ? null : appNameOf(world, request.header('authorization')),
  }
  // The links of a page repeat the query of its request.
  const mayShowSecrets = target !== parts.target || showsSecrets(response.decision.operation)
  return { request: recorded, response: mayShowSecrets ? redactResponse(response) : response }
}

/** Properties of a header by its name. Entries share one `name` text, which saves memory. */
interface HeaderKind {
  readonly name: string
  readonly value: 'plain' | 'secret' | 'unknown'
}

/** Common headers whose values never hold a secret. */
const PLAIN_HEADERS =
  /^(?:host|connection|user-agent|cache-control|pragma|date|priority|accept.*|content-.*|if-.*|sec-fetch-.*|sec-ch-.*)$/i

const headerKinds = new Map<string, HeaderKind>()
const MAX_CACHED = 1_000
const MAX_NAME_LENGTH = 100

const headerKindOf = (name: string): HeaderKind => {
  const known = headerKinds.get(name)
  if (known !== undefined) return known
  const found: HeaderKind = {
    name,
    value: PLAIN_HEADERS.test(name) ? 'plain' : isSecretName(name) ? 'secret' : 'unknown',
  }
  if (headerKinds.size >= MAX_CACHED) headerKinds.clear()
  if (name.length <= MAX_NAME_LENGTH) headerKinds.set(name, found)
  return found
}

/** Headers as they came, and without secrets. */
interface SeenHeaders {
  readonly raw: readonly string[]
  readonly redacted: readonly string[]
}

/** The last headers of each length: a client sends the same ones again and again, so entries share them. */
const lastHeaders: SeenHeaders[] = []
const MAX_SHARED_LENGTH = 64

const redactHeaders = (raw: readonly string[]): readonly string[] => {
  const seen = lastHeaders[raw.length]
  if (seen && isSameList(seen.raw, raw)) return seen.redacted
  const redacted = redactEach(raw)
  if (raw.length <= MAX_SHARED_LENGTH) lastHeaders[raw.length] = { raw, redacted }
  return redacted
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean => {
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return false
  return true
}

const redactEach = (raw: readonly string[]): string[] => {
  const redacted = raw.slice()
  for (let i = 0; i + 1 < redacted.length; i += 2) {
    const { name, value } = headerKindOf(redacted[i]!)
    redacted[i] = name
    if (value === 'plain') continue
    redacted[i + 1] = value === 'secret' ? redactCredentials(redacted[i + 1]!) : redactUrls(redacted[i + 1]!)
  }
  return redacted
}

const EMPTY: RecordedBody = { bytes: new Uint8Array(0), size: 0 }

const recordedBody = (body: RequestBody): RecordedBody => {
  if (body.kind === 'too-large' || body.bytes.length === 0) return EMPTY
  const size = body.bytes.length
  const bytes = redactBytes(body.bytes)
  const cut = bytes.length > MAX_BODY_BYTES ? bytes.subarray(0, MAX_BODY_BYTES) : bytes
  // A view of a larger buffer would keep all of it in memory.
  return { bytes: cut.buffer.byteLength > 2 * cut.length + 1_024 ? new Uint8Array(cut) : cut, size }
}

/** Redacts the whole body before it is cut: a cut body is no longer JSON. */
const redactBytes = (bytes: Uint8Array): Uint8Array => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // Names of secrets are ASCII, and no byte of another UTF-8 character is.
  const isPlain = !mayHoldSecret(body.toString('latin1', 0, MAX_BODY_BYTES))
  if (isPlain && !isUrlCut(body)) return bytes
  const text = textOf(bytes)
  const redacted = redactBody(text, MAX_BODY_BYTES)
  return redacted === text ? bytes : Buffer.from(redacted)
}

/** Returns whether the cut may leave the beginning of a password in a URL, whose `@` is beyond it. */
const isUrlCut = (body: Buffer): boolean => {
  const at = body.indexOf('@', MAX_BODY_BYTES)
  if (at < 0) return false
  const slash = body.indexOf('/', MAX_BODY_BYTES)
  return slash < 0 || at < slash
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

/** Returns whether responses of the operation may show secrets (`events/secret-shown`) or custom headers. */
const showsSecrets = (operation: string | undefined): boolean =>
  operation !== undefined && (operation.startsWith('webhooks.') || operation.startsWith('notifications.'))

const redactResponse = (response: ApiResponse): ApiResponse => {
  const { body } = response
  if (body === null) return response
  const text = typeof body === 'string' ? body : textOf(body)
  const redacted = redactBody(text)
  return redacted === text ? response : { ...response, body: redacted }
}

/** Returns the app that the credentials name, verified or not; null when they name none (`auth/scheme`). */
const appNameOf = (world: World, authorization: string | null): string | null => {
  const { apps, profile } = world.setting
  const first = byOption(profile, 'auth/scheme', { open: apps[0], key: undefined, hmac: undefined })
  if (authorization === null) return first?.name ?? null
  const sent = authorization.trim()
  const space = sent.indexOf(' ')
  const credentials = sent.slice(space + 1).trimStart()
  const isBasic = space === 'basic'.length && sent.slice(0, space).toLowerCase() === 'basic'
  const decoded = isBasic ? Buffer.from(credentials, 'base64').toString('utf8') : credentials
  for (const { name, key } of apps) if (decoded.startsWith(key) && isWhole(decoded, key)) return name
  return null
}

/** Returns whether the key ends here: credentials are a key alone, or a key and its secret or signature. */
const isWhole = (credentials: string, key: string): boolean =>
  credentials.length === key.length || credentials[key.length] === ':'
