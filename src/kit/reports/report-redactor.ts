import { type Exchange, tryParseJson, type WireRequest } from '../target/exchange.ts'
import type { ShownExchange } from './schema.ts'

/** What reports show instead of secrets and personal data. */
const HIDDEN = '[redacted]'

/** What a run knows to be nobody else's business, and the one address that is its own. */
export interface RedactionRules {
  /** Texts that open doors, wherever they turn up. */
  readonly secrets: ReadonlySet<string>
  /** Lower-case names of headers that the run's own signer sets. */
  readonly headers: ReadonlySet<string>
  /** The agency's address: whoever reads the report gave it, and every path holds it. */
  readonly agency: string
}

/** Headers whose values are never shown. */
export const isSecretHeader = (name: string): boolean =>
  /^(authorization|proxy-authorization|cookie|set-cookie|x-acs-.*|notification-signature|.*(token|secret|key|signature|password|auth).*)$/i.test(
    name,
  )

/** Members of bodies that name people or open doors. */
const PERSONAL_MEMBERS = [
  ...[
    'Secret',
    'Password',
    'Token',
    'Apellido',
    'Email',
    'EmailsCCO',
    'Telefono',
    'Telefonos',
    'TelefonoLaboral',
    'WhatsApp',
    'DocIdentidad',
  ],
  'Comentario',
]
const isPrivate = (name: string): boolean => PERSONAL_MEMBERS.some((other) => other.toLowerCase() === name.toLowerCase())

/** `Nombre` names people and cars, and cities are everybody's: they are a person's beside one of these. */
const isPerson = (value: object): boolean =>
  Object.keys(value).some((name) => /^(apellido|email|docidentidad)$/i.test(name))

/** Refs of people and of their inquiries carry names in their `title`. */
const PERSON_PATHS = /\/(consultas|operadores)\b/i

const MAX_BODY_CHARACTERS = 4_000

/** Masks texts and exchanges of one clause. What was masked in a body is masked again wherever a sentence repeats it. */
export class ReportRedactor {
  readonly #discretion: RedactionRules
  /** The longest first, so that no part of one is left over. */
  readonly #secrets: readonly string[]
  readonly #values: readonly string[]

  constructor(discretion: RedactionRules, exchanges: readonly Exchange[] = []) {
    this.#discretion = discretion
    const found = new Set<string>()
    for (const { json, request } of exchanges) {
      collectPersonalValues(json, found)
      collectPersonalValues(tryParseJson(request.body ?? ''), found)
    }
    const agency = discretion.agency.toLowerCase()
    // The shortest would mask half of every text.
    const isTelling = (value: string) => value.length >= 4 && value.toLowerCase() !== agency
    this.#secrets = longestFirst([...discretion.secrets].filter((secret) => secret !== ''))
    this.#values = longestFirst([...found].filter(isTelling))
  }

  /** Any sentence, URL or text: known values, addresses of mail and members that are private. */
  text(text: string): string {
    let out = text
    for (const value of this.#values) for (const form of formsOf(value)) out = out.replaceAll(form, HIDDEN)
    out = this.#guarded(out)
    return out.replace(MEMBER, (whole, head: string, name: string) =>
      isPrivate(name) ? `${head}${JSON.stringify(HIDDEN)}` : whole,
    )
  }

  /** A body of a request or an answer, of which `most` characters are shown. */
  body(body: string, most = Number.POSITIVE_INFINITY): string {
    const json = tryParseJson(body)
    const isJson = typeof json === 'object' && json !== null
    const text = isJson ? JSON.stringify(maskedJson(json)) : body
    // Twice as much is looked through as is shown, so that nothing slips by where it is cut.
    const part = text.slice(0, 2 * most)
    const out = isJson ? this.#guarded(part) : this.text(part)
    return text.length > most ? `${out.slice(0, most)}... (${text.length} characters)` : out
  }

  exchange({ number, request, response, tookMs }: Exchange): ShownExchange {
    return {
      number,
      request: {
        method: request.method,
        url: this.text(request.url),
        headers: this.headers(request.headers),
        ...(request.body !== undefined && { body: this.body(request.body, MAX_BODY_CHARACTERS) }),
      },
      response: {
        status: response.status,
        headers: this.headers(response.headers),
        body: this.body(response.body, MAX_BODY_CHARACTERS),
      },
      tookMs: Math.round(tookMs * 10) / 10,
    }
  }

  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.isHidden(name) ? HIDDEN : this.text(value)]),
    )
  }

  isHidden(header: string): boolean {
    return isSecretHeader(header) || this.#discretion.headers.has(header.toLowerCase())
  }

  /** What no text may hold, whatever else was masked in it. */
  #guarded(text: string): string {
    let out = text.replace(USERINFO, `$1${HIDDEN}@`)
    for (const secret of this.#secrets) for (const form of formsOf(secret)) out = out.replaceAll(form, HIDDEN)
    return out.replace(QUERY, `$1${HIDDEN}`).replace(MAIL, (mail) => (this.#isOwn(mail) ? mail : HIDDEN))
  }

  #isOwn(mail: string): boolean {
    return mail.replace(/%40/i, '@').toLowerCase() === this.#discretion.agency.toLowerCase()
  }
}

const longestFirst = (values: string[]): string[] => values.sort((a, b) => b.length - a.length)

const USERINFO = /(https?:\/\/)[^/@\s"']{1,1000}@/gi
const MAIL = /[\p{L}\p{N}._%+-]{1,64}?(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/giu
/** Query parameters that open doors. */
const QUERY = /([?&][^=&\s]*(?:token|secret|key|signature|password|sig)[^=&\s]*=)[^&\s"'#]+/gi
/** A member of JSON in a text that may have been cut off. */
const MEMBER = /((?:\\?")([A-Za-z]+)(?:\\?")\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?|-?\d[\d.]*)/g

const formsOf = (value: string): Set<string> =>
  new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])

const maskedJson = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskedJson)
  if (typeof value !== 'object' || value === null) return value
  const hides = hiddenNames(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      hides(name) && inner !== null && inner !== '' ? maskedWhole(inner) : maskedJson(inner),
    ]),
  )
}

/** Keeps the shape of what is private, which is evidence, and none of its words. */
const maskedWhole = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskedWhole)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskedWhole(inner)]))
  return value === null || value === '' || typeof value === 'boolean' ? value : HIDDEN
}

const hiddenNames = (value: object): ((name: string) => boolean) => {
  const person = isPerson(value)
  const href: unknown = Reflect.get(value, 'href')
  const ofPerson = typeof href === 'string' && PERSON_PATHS.test(href)
  return (name) =>
    isPrivate(name) || (person && /^(nombre|provincia|ciudad)$/i.test(name)) || (ofPerson && name === 'title')
}

/** Adds the texts that are private in a body. */
const collectPersonalValues = (value: unknown, into: Set<string>, whole = false): void => {
  if (whole && (typeof value === 'string' || typeof value === 'number')) into.add(String(value))
  if (typeof value !== 'object' || value === null) return
  const hides = Array.isArray(value) ? () => false : hiddenNames(value)
  for (const [name, inner] of Object.entries(value)) collectPersonalValues(inner, into, whole || hides(name))
}

/** How `curl` shows who it is. */
export type CurlCredentials = 'none' | 'key' | 'basic' | 'hmac' | 'signed'

const CURL_CREDENTIALS: Readonly<Record<CurlCredentials, readonly string[]>> = {
  none: [],
  key: ['-H "Authorization: Bearer $PLAYA_KEY"'],
  basic: ['-u "$PLAYA_KEY:$PLAYA_SECRET"'],
  // A signature holds for one moment: curl cannot make it.
  hmac: [`-H 'Authorization: ${HIDDEN}'`],
  signed: [`-H 'Authorization: ${HIDDEN}'`],
}

/** A body longer than this is read from a file, as a command line would not take it. */
const MOST_INLINE = 16_000

/** A `curl` line that sends the request again; credentials come from the environment. */
export const curlOf = (
  { method, url, headers, body }: WireRequest,
  redactor: ReportRedactor,
  credentials: CurlCredentials,
): string => {
  const told = Object.entries(headers).filter(([name]) => !redactor.isHidden(name) && name.toLowerCase() !== 'digest')
  const shown = told.map(([name, value]) => `-H ${quoted(`${name}: ${redactor.text(value)}`)}`)
  // What curl would add by itself was not sent.
  const has = (name: string) => Object.keys(headers).some((other) => other.toLowerCase() === name)
  if (!has('accept')) shown.push("-H 'Accept:'")
  if (body !== undefined && !has('content-type')) shown.push("-H 'Content-Type:'")
  const text = body === undefined ? undefined : redactor.body(body)
  const data =
    text === undefined ? [] : [text.length > MOST_INLINE ? '--data-binary @body.json' : `--data-raw ${quoted(text)}`]
  const verb = method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : [`-X ${method}`]
  return ['curl', '-i', ...verb, ...CURL_CREDENTIALS[credentials], ...shown, ...data, quoted(redactor.text(url))].join(
    ' ',
  )
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
