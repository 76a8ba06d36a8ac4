import type { ApiResponse, RequestBody } from '../http/request.ts'
import type { IncomingRequest } from '../transport/incoming-request.ts'
import type { World } from '../world/world.ts'
import { appNameOf } from './caller.ts'
import type { RecordedBody, RecordedExchange, RecordedRequest } from './entry.ts'
import { isSecretName, REDACTED, withoutSecrets, withoutSecretUrls } from './secret-redaction.ts'
import { mayHoldSecret } from './secret-scan.ts'

/** What the journal reads of a request. */
export type RecordableRequest = Pick<IncomingRequest, 'method' | 'url' | 'header' | 'rawHeaders'>

/** Most bytes of a request's body that are kept. */
const BODY_BYTES = 64 * 1024

/** What an exchange said, as the journal keeps it: without what must stay secret. */
export const recordExchange = (
  asked: RecordableRequest,
  body: RequestBody,
  answer: ApiResponse,
  world: World,
): Pick<RecordedExchange, 'request' | 'response'> => {
  const { method, url } = asked
  const openUrl = withoutSecretUrls(url)
  const request: RecordedRequest = {
    method,
    url: openUrl,
    rawHeaders: withoutSecretHeaders(asked.rawHeaders()),
    body: keptBody(body),
    app: answer.status === 401 ? null : appNameOf(world, asked.header('authorization')),
  }
  // Pages repeat the query of their request in their links.
  const tells = openUrl !== url || tellsSettings(answer.decision.operation)
  return { request, response: tells ? openAnswer(answer) : answer }
}

/** What a header's name tells of its value. Clients send few different names, and keeping one text of each saves memory. */
interface Judged {
  readonly name: string
  readonly value: 'plain' | 'secret' | 'unknown'
}

/** Headers that everybody sends, with values that never hold a secret. */
const PLAIN =
  /^(?:host|connection|user-agent|cache-control|pragma|date|priority|accept.*|content-.*|if-.*|sec-fetch-.*|sec-ch-.*)$/i

const judged = new Map<string, Judged>()
const JUDGED_AT_MOST = 1_000
const LONGEST_JUDGED = 100

const judge = (name: string): Judged => {
  const known = judged.get(name)
  if (known !== undefined) return known
  const found: Judged = { name, value: PLAIN.test(name) ? 'plain' : isSecretName(name) ? 'secret' : 'unknown' }
  if (judged.size >= JUDGED_AT_MOST) judged.clear()
  if (name.length <= LONGEST_JUDGED) judged.set(name, found)
  return found
}

const withoutSecretHeaders = (raw: readonly string[]): string[] => {
  const open = raw.slice()
  for (let i = 0; i + 1 < open.length; i += 2) {
    const { name, value } = judge(open[i]!)
    open[i] = name
    if (value === 'plain') continue
    open[i + 1] = value === 'secret' ? schemeAlone(open[i + 1]!) : withoutSecretUrls(open[i + 1]!)
  }
  return open
}

/** The word that names the scheme of credentials is no secret, and tells what the client tried. */
const schemeAlone = (value: string): string => {
  const scheme = /^\s*(bearer|basic|digest|acs-hmac)(?=\s)/i.exec(value)?.[1]
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`
}

const EMPTY: RecordedBody = { bytes: new Uint8Array(0), size: 0 }

const keptBody = (body: RequestBody): RecordedBody => {
  if (body.kind === 'too-large' || body.bytes.length === 0) return EMPTY
  const size = body.bytes.length
  const bytes = openBytes(body.bytes)
  const cut = bytes.length > BODY_BYTES ? bytes.subarray(0, BODY_BYTES) : bytes
  // A part of a larger buffer would keep all of it alive.
  return { bytes: cut.buffer.byteLength > 2 * cut.length + 1_024 ? new Uint8Array(cut) : cut, size }
}

/** The whole is looked through before it is cut, as nobody can read what was cut. */
const openBytes = (bytes: Uint8Array): Uint8Array => {
  // Names of secrets are ASCII, in which no other character has a part.
  if (!mayHoldSecret(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))) return bytes
  const text = textOf(bytes)
  const open = withoutSecrets(text)
  return open === text ? bytes : Buffer.from(open)
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

/** Operations whose answers show secrets when `events/secret-shown` says so, and custom headers always. */
const tellsSettings = (operation: string | undefined): boolean =>
  operation !== undefined && (operation.startsWith('webhooks.') || operation.startsWith('notifications.'))

const openAnswer = (answer: ApiResponse): ApiResponse => {
  const { body } = answer
  if (body === null) return answer
  const text = typeof body === 'string' ? body : textOf(body)
  const open = withoutSecrets(text)
  return open === text ? answer : { ...answer, body: open }
}
