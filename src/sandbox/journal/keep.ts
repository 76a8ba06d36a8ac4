import type { World } from '../../domain/world.ts'
import type { Answer, AskBody } from '../../http/ask.ts'
import type { Asked } from '../asked.ts'
import { callerOf } from './caller.ts'
import type { Entry, KeptBody, KeptRequest } from './entry.ts'
import { isSecretName, REDACTED, withoutSecrets, withoutSecretUrls } from './redaction.ts'

/** Most bytes of a request's body that are kept. */
const BODY_BYTES = 64 * 1024

/** What an exchange said, as the journal keeps it: without what must stay secret. */
export const kept = (
  asked: Asked,
  body: AskBody,
  answer: Answer,
  world: World,
): Pick<Entry, 'request' | 'answer'> => {
  const { method, url } = asked
  const mayHold = url.includes('?') || url.includes('@')
  const request: KeptRequest = {
    method,
    url: mayHold ? withoutSecretUrls(url) : url,
    rawHeaders: withoutSecretHeaders(asked.rawHeaders()),
    body: keptBody(body),
    app: answer.status === 401 ? null : callerOf(world, asked.header('authorization')),
  }
  const tells = (mayHold && request.url !== url) || tellsSettings(answer.decided.operation)
  return { request, answer: tells ? openAnswer(answer) : answer }
}

/** What a header's name tells, by the name as sent; clients send few different names, and keeping one text of each saves memory. */
interface Judged {
  readonly name: string
  readonly secret: boolean
}

const judged = new Map<string, Judged>()
const JUDGED_AT_MOST = 1_000
const LONGEST_JUDGED = 100

const judge = (name: string): Judged => {
  const known = judged.get(name)
  if (known !== undefined) return known
  const found = { name, secret: isSecretName(name) }
  if (judged.size >= JUDGED_AT_MOST) judged.clear()
  if (name.length <= LONGEST_JUDGED) judged.set(name, found)
  return found
}

const withoutSecretHeaders = (raw: readonly string[]): string[] => {
  const open = new Array<string>(raw.length)
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const { name, secret } = judge(raw[i]!)
    const value = raw[i + 1]!
    open[i] = name
    open[i + 1] = secret ? schemeAlone(value) : value.includes('://') ? withoutSecretUrls(value) : value
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
  const { bytes } = body
  const size = bytes.length
  // The whole is looked through before it is cut, as a cut text can be read by nobody.
  const text = textOf(bytes)
  const open = withoutSecrets(text)
  const told = open === text ? bytes : Buffer.from(open)
  const cut = told.length > BODY_BYTES ? told.subarray(0, BODY_BYTES) : told
  // A part of a larger buffer would keep all of it alive.
  return { bytes: cut.buffer.byteLength > 2 * cut.length + 1_024 ? new Uint8Array(cut) : cut, size }
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

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
