import type { World } from '../world/world.ts'
import type { Answer, AskBody } from '../http/request.ts'
import type { Asked } from '../transport/incoming-request.ts'
import { callerOf } from './caller.ts'
import type { KeptBody, KeptRequest, Said } from './entry.ts'
import { isSecretName, REDACTED, withoutSecrets, withoutSecretUrls } from './secret-redaction.ts'
import { isSuspicious } from './secret-scan.ts'

/** Most bytes of a request's body that are kept. */
const BODY_BYTES = 64 * 1024

/** What an exchange said, as the journal keeps it: without what must stay secret. */
export const kept = (asked: Asked, body: AskBody, answer: Answer, world: World): Pick<Said, 'request' | 'answer'> => {
  const { method, url } = asked
  const openUrl = withoutSecretUrls(url)
  const request: KeptRequest = {
    method,
    url: openUrl,
    rawHeaders: withoutSecretHeaders(asked.rawHeaders()),
    body: keptBody(body),
    app: answer.status === 401 ? null : callerOf(world, asked.header('authorization')),
  }
  // Pages repeat the query of their request in their links.
  const tells = openUrl !== url || tellsSettings(answer.decided.operation)
  return { request, answer: tells ? openAnswer(answer) : answer }
}

/** Whether a request says what an earlier one said; one that held a secret does not look like what was kept of it. */
export const isRepeated = (asked: Asked, { request }: Said): boolean => {
  const { method, url } = asked
  if (method !== 'GET' || request.method !== 'GET' || url !== request.url) return false
  const raw = asked.rawHeaders()
  const same = request.rawHeaders
  return raw.length === same.length && raw.every((text, i) => text === same[i])
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

const EMPTY: KeptBody = { bytes: new Uint8Array(0), size: 0 }

const keptBody = (body: AskBody): KeptBody => {
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
  if (!isSuspicious(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))) return bytes
  const text = textOf(bytes)
  const open = withoutSecrets(text)
  return open === text ? bytes : Buffer.from(open)
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

/** Operations whose answers show secrets when `events/secret-shown` says so, and custom headers always. */
const tellsSettings = (operation: string | undefined): boolean =>
  operation !== undefined && (operation.startsWith('webhooks.') || operation.startsWith('notifications.'))

const openAnswer = (answer: Answer): Answer => {
  const { body } = answer
  if (body === null) return answer
  const text = typeof body === 'string' ? body : textOf(body)
  const open = withoutSecrets(text)
  return open === text ? answer : { ...answer, body: open }
}
