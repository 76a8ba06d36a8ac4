import { type Exchange, tryParseJson } from '../../kit/target/exchange.ts'
import { type CurlRequest, curlCommand } from '../../lib/redaction/curl-command.ts'
import { spellingsOf } from '../../lib/redaction/known-secrets.ts'
import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { isSecretName, REDACTED } from '../../lib/redaction/secret-names.ts'
import { sameInAnyCase } from '../../lib/text/same-in-any-case.ts'
import type { ShownExchange } from './schema.ts'

/** Values that a report must not show, beyond secrets that are recognised by their names. */
export interface RedactionRules {
  /** Strings that are secrets wherever they occur. */
  readonly secrets: ReadonlySet<string>
  /** Lower-case names of headers that the run's own signer sets. */
  readonly headers: ReadonlySet<string>
  /** The agency's address: it stays readable, because the caller gave it and every path holds it. */
  readonly agency: string
  /**
   * Values that the kit invented: they belong to no person, and reproductions need them. Default: none.
   */
  readonly invented?: ReadonlySet<string>
  /** True: the people of the service are made up, so only secrets are hidden. Default false. */
  readonly showsPeople?: boolean
}

/** Domains that belong to no person (RFC 2606, RFC 6761). */
const RESERVED_DOMAIN = /@(?:[^@]+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i

/** Returns whether an e-mail has a domain that is reserved for tests. */
export const isTestMail = (mail: string): boolean => RESERVED_DOMAIN.test(mail)

/** Headers of `auth/hmac`: they are valid for one moment, so they cannot be sent again. */
const SIGNING_HEADER = /^x-acs-/i

/** Returns whether reports hide the values of a header. */
export const isSecretHeader = (name: string): boolean => SIGNING_HEADER.test(name) || isSecretName(name)

/** Members of bodies that hold personal data. */
const PERSONAL_MEMBERS =
  /^(apellido|email|emailscco|telefonos?|telefonolaboral|whatsapp|docidentidad|comentario)$/i

const isHiddenMember = (name: string): boolean => isSecretName(name) || PERSONAL_MEMBERS.test(name)

/**
 * `Nombre`, `Provincia` and `Ciudad` also describe cars and places; they are personal data in an object with
 * one of these members.
 */
const isPerson = (value: object): boolean =>
  Object.keys(value).some((name) => PERSON_LENGTHS.has(name.length) && PERSON_MEMBER.test(name))

const PERSON_MEMBER = /^(apellido|email|docidentidad)$/i
const PERSON_LENGTHS = new Set(['apellido', 'email', 'docidentidad'].map(({ length }) => length))

/** Refs of operators and inquiries have a person's name in their `title`. */
const PERSON_PATHS = /\/(consultas|operadores)\b/i

const MAX_BODY_CHARACTERS = 4_000

/**
 * Redacts texts and exchanges of one clause. Values that it hides in a body are also hidden in sentences.
 */
export class ReportRedactor {
  readonly #rules: RedactionRules
  /** Longest first, so that no part of a longer one stays. */
  readonly #secrets: readonly HiddenValue[]
  readonly #personalValues: readonly HiddenValue[]
  /** Texts that were redacted before: headers and URLs repeat. */
  readonly #known = new Map<string, string>()
  /** Writes the placeholder of a hidden value. */
  #mark: (value: string) => string = () => REDACTED

  constructor(rules: RedactionRules, exchanges: readonly Exchange[] = []) {
    this.#rules = rules
    const values = new Set<string>()
    if (!rules.showsPeople)
      for (const exchange of exchanges) for (const value of personalValuesIn(exchange)) values.add(value)
    const agency = rules.agency.toLowerCase()
    // Shorter values would redact parts of ordinary words.
    const isDistinctive = (value: string) => value.length >= 4 && value.toLowerCase() !== agency
    this.#secrets = hiddenValues([...rules.secrets].filter((secret) => secret !== ''))
    this.#personalValues = hiddenValues(
      [...values].filter((value) => isDistinctive(value) && !this.#isInvented(value)),
    )
  }

  /** Redacts a sentence, a URL or another text: known values, e-mail addresses, members that are hidden. */
  text(text: string): string {
    const known = this.#known.get(text) ?? this.#redacted(text)
    this.#known.set(text, known)
    return known
  }

  #redacted(text: string): string {
    let out = text
    for (const { value, forms } of this.#personalValues)
      for (const form of forms) if (out.includes(form)) out = out.replaceAll(form, () => this.#mark(value))
    out = this.#withoutSecrets(out)
    return this.#withoutMembers(out)
  }

  /** Hides members of JSON in a text that may be a part of it. */
  #withoutMembers(text: string): string {
    let out = ''
    let from = 0
    for (const { 0: head, 1: name = '', index } of text.matchAll(MEMBER_NAME)) {
      const start = index + head.length
      MEMBER_VALUE.lastIndex = start
      const value = index >= from && this.#hides(name) ? MEMBER_VALUE.exec(text)?.[0] : undefined
      if (value === undefined || this.#isInvented(tryParseJson(value))) continue
      out += text.slice(from, start) + JSON.stringify(this.#mark(value))
      from = start + value.length
    }
    return out + text.slice(from)
  }

  /**
   * Redacts two texts that are compared. If both hide a value, the values are numbered, so that a reader sees
   * whether they are equal.
   */
  distinct<T extends { readonly expected: string; readonly got: string }>(
    texts: T,
  ): { expected: string; got: string } {
    const plain = { expected: this.text(texts.expected), got: this.text(texts.got) }
    if (!plain.expected.includes(REDACTED) || !plain.got.includes(REDACTED)) return plain
    const numbers = new Map<string, number>()
    this.#mark = (value) => {
      const key = value.toLowerCase().replaceAll('%40', '@').replaceAll('"', '')
      if (!/^\[redacted/.test(key)) numbers.set(key, numbers.get(key) ?? numbers.size + 1)
      return /^\[redacted/.test(key) ? key : `[redacted ${numbers.get(key)}]`
    }
    const numbered = { expected: this.#redacted(texts.expected), got: this.#redacted(texts.got) }
    this.#mark = () => REDACTED
    return numbered
  }

  /** Redacts the body of a request or a response; shows `most` characters of it. */
  body(body: string, most = Number.POSITIVE_INFINITY): string {
    return this.#redactedBody(body, most).shown
  }

  #redactedBody(body: string, most: number): { readonly shown: string; readonly isJson: boolean } {
    const json = tryParseJson(body)
    const isJson = typeof json === 'object' && json !== null
    const text = isJson ? JSON.stringify(this.#redactedJson(json)) : body
    // Redacts twice as much as it shows, so that a secret across the cut is found.
    const part = text.slice(0, 2 * most)
    const out = isJson ? this.#withoutSecrets(part) : this.text(part)
    const shown = text.length > most ? `${out.slice(0, most)}... (${text.length} characters)` : out
    return { shown, isJson }
  }

  /** Redacts an exchange. */
  exchange({ number, request, response, tookMs }: Exchange): ShownExchange {
    return {
      number,
      request: {
        method: request.method,
        url: this.text(request.url),
        headers: this.headers(request.headers),
        ...(request.body !== undefined && { body: this.#shownBody(request.body) }),
      },
      response: {
        status: response.status,
        headers: this.headers(response.headers),
        body: this.#shownBody(response.body),
      },
      tookMs: Math.round(tookMs * 10) / 10,
    }
  }

  /** Redacts a body of an exchange; JSON once for all clauses, because no clause's values concern it. */
  #shownBody(body: string): string {
    const known = shownBodies(this.#rules)
    const before = known.get(body)
    if (before !== undefined) return before
    const { shown, isJson } = this.#redactedBody(body, MAX_BODY_CHARACTERS)
    if (isJson) known.set(body, shown)
    return shown
  }

  /** Redacts headers by their names and their values. */
  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        this.hidesHeader(name) ? REDACTED : this.text(value),
      ]),
    )
  }

  /** Returns whether the value of a header is hidden. */
  hidesHeader(name: string): boolean {
    return isSecretHeader(name) || this.#rules.headers.has(name.toLowerCase())
  }

  #withoutSecrets(text: string): string {
    let out = redactUrls(text)
    for (const { value, forms } of this.#secrets)
      for (const form of forms) if (out.includes(form)) out = out.replaceAll(form, () => this.#mark(value))
    return out.replace(MAIL, (mail) =>
      this.#rules.showsPeople || this.#isAgency(mail) || this.#isInvented(mail.replace(/%40/i, '@'))
        ? mail
        : this.#mark(mail),
    )
  }

  #hides(name: string): boolean {
    return isSecretName(name) || (!this.#rules.showsPeople && PERSONAL_MEMBERS.test(name))
  }

  #redactedJson(json: unknown): unknown {
    const hiddenIn = this.#rules.showsPeople ? () => isSecretName : hiddenMembersOf
    return redactedJson(json, { hiddenIn, isInvented: (value) => this.#isInvented(value) })
  }

  #isInvented(value: unknown): boolean {
    return this.#rules.invented?.has(String(value)) === true
  }

  #isAgency(mail: string): boolean {
    return sameInAnyCase(mail.replace(/%40/i, '@'), this.#rules.agency)
  }
}

/** Bodies that were redacted under these rules: clauses share exchanges, and answers repeat. */
const SHOWN_BODIES = new WeakMap<
  RedactionRules,
  { readonly secrets: number; readonly shown: Map<string, string> }
>()

/** Returns the redacted bodies by their texts; none when a secret was added since. */
const shownBodies = (rules: RedactionRules): Map<string, string> => {
  const known = SHOWN_BODIES.get(rules)
  if (known?.secrets === rules.secrets.size) return known.shown
  const shown = new Map<string, string>()
  SHOWN_BODIES.set(rules, { secrets: rules.secrets.size, shown })
  return shown
}

/** Personal values of exchanges that are part of several clauses. */
const PERSONAL_VALUES = new WeakMap<Exchange, ReadonlySet<string>>()

const personalValuesIn = (exchange: Exchange): ReadonlySet<string> => {
  const known = PERSONAL_VALUES.get(exchange)
  if (known) return known
  const values = new Set<string>()
  collectPersonalValues(exchange.json, values)
  collectPersonalValues(tryParseJson(exchange.request.body ?? ''), values)
  PERSONAL_VALUES.set(exchange, values)
  return values
}

/** A value that reports hide, with its possible spellings in a text. */
interface HiddenValue {
  readonly value: string
  readonly forms: readonly string[]
}

const hiddenValues = (values: string[]): HiddenValue[] =>
  values
    .sort((a, b) => b.length - a.length)
    .map((value) => ({ value, forms: [...new Set(spellingsOf(value))] }))

const MAIL = /[\p{L}\p{N}._%+-]{1,64}?(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/giu
/** The name of a member of JSON, and its value, which may have been cut off. */
const MEMBER_NAME = /\\?"([A-Za-z]+)\\?"\s*:\s*/g
const MEMBER_VALUE =
  /"(?:[^"\\]|\\.)*"?|\[(?:"(?:[^"\\]|\\.)*"?|[^\]"])*\]?|\{(?:"(?:[^"\\]|\\.)*"?|[^}"])*\}?|-?\d[\d.]*/y

type IsInvented = (value: unknown) => boolean

interface JsonRedaction {
  /** Returns which members of an object are hidden. */
  readonly hiddenIn: (value: object) => (name: string) => boolean
  readonly isInvented: IsInvented
}

const redactedJson = (value: unknown, rules: JsonRedaction): unknown => {
  if (Array.isArray(value)) return value.map((inner) => redactedJson(inner, rules))
  if (typeof value !== 'object' || value === null) return value
  const hides = rules.hiddenIn(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      hides(name) ? redactedWhole(inner, rules.isInvented) : redactedJson(inner, rules),
    ]),
  )
}

/** Redacts every text and number of a value, and keeps its structure as evidence. */
const redactedWhole = (value: unknown, isInvented: IsInvented): unknown => {
  if (Array.isArray(value)) return value.map((inner) => redactedWhole(inner, isInvented))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, redactedWhole(inner, isInvented)]),
    )
  return value === null || value === '' || typeof value === 'boolean' || isInvented(value) ? value : REDACTED
}

const hiddenMembersOf = (value: object): ((name: string) => boolean) => {
  const isPersonal = isPerson(value)
  const href: unknown = Reflect.get(value, 'href')
  const isPersonRef = typeof href === 'string' && PERSON_PATHS.test(href)
  return (name) =>
    isHiddenMember(name) ||
    (isPersonal && /^(nombre|provincia|ciudad)$/i.test(name)) ||
    (isPersonRef && name === 'title')
}

/** Adds the hidden texts and numbers of a body to `into`. */
export const collectPersonalValues = (value: unknown, into: Set<string>, isHidden = false): void => {
  if (isHidden && (typeof value === 'string' || typeof value === 'number')) into.add(String(value))
  if (typeof value !== 'object' || value === null) return
  const hides = Array.isArray(value) ? () => false : hiddenMembersOf(value)
  for (const [name, inner] of Object.entries(value))
    collectPersonalValues(inner, into, isHidden || hides(name))
}

/** How the `curl` command of a report authenticates. */
export type CurlCredentials = 'none' | 'key' | 'basic' | 'hmac' | 'signed'

/** How the apps of a run authenticate. */
export interface RunCredentials {
  readonly credentials: CurlCredentials
  /** Those of the second app, if the run has one. */
  readonly otherCredentials?: CurlCredentials
}

const CURL_CREDENTIALS: Readonly<Record<CurlCredentials, readonly string[]>> = {
  none: [],
  key: ['-H "Authorization: Bearer $PLAYA_KEY"'],
  basic: ['-u "$PLAYA_KEY:$PLAYA_SECRET"'],
  // A signature is valid for one moment, and curl cannot make one.
  hmac: [`-H 'Authorization: ${REDACTED}'`],
  signed: [`-H 'Authorization: ${REDACTED}'`],
}

/** A command line does not take longer bodies, so `curl` reads them from a file. */
const MAX_INLINE_BODY = 16_000

/** Returns a `curl` command that repeats the request; it takes credentials from the environment. */
export const redactedCurl = (
  { request: { method, url, headers, body }, isOtherApp }: Pick<Exchange, 'request' | 'isOtherApp'>,
  redactor: ReportRedactor,
  run: RunCredentials,
): string => {
  const credentials = isOtherApp ? (run.otherCredentials ?? 'none') : run.credentials
  const has = (name: string) => Object.keys(headers).some((other) => other.toLowerCase() === name)
  const text = body === undefined ? undefined : redactor.body(body)
  const shown: CurlRequest['headers'] = [
    ...Object.entries(headers)
      .filter(([name]) => !redactor.hidesHeader(name) && !/^(digest|user-agent)$/i.test(name))
      .map(([name, value]) => [name, redactor.text(value)] as const),
    // An empty value removes a header that curl adds by default and the run did not send.
    ...(has('accept') ? [] : [['Accept', ''] as const]),
    ...(body !== undefined && !has('content-type') ? [['Content-Type', ''] as const] : []),
  ]
  const sent = text !== undefined && text.length > MAX_INLINE_BODY ? { file: 'body.json' } : text
  const given = secretHeadersIn(headers, redactor)
    .filter((name) => credentials === 'none' || name.toLowerCase() !== 'authorization')
    .map((name) => `-H "${name}: $${isOtherApp ? 'OTHER_' : ''}${variableFor(name)}"`)
  return curlCommand(
    { method, url: redactor.text(url), headers: shown, body: sent },
    {
      credentials: [
        ...CURL_CREDENTIALS[credentials].map((word) =>
          isOtherApp ? word.replaceAll('$PLAYA_', '$PLAYA_OTHER_') : word,
        ),
        ...given,
      ],
      includesHeaders: true,
    },
  )
}

/** Returns the names of the headers that a report hides and that can be sent again. */
export const secretHeadersIn = (
  headers: Readonly<Record<string, string>>,
  redactor: ReportRedactor,
): readonly string[] =>
  Object.keys(headers).filter((name) => redactor.hidesHeader(name) && !/^(x-acs-|digest$)/i.test(name))

/** Returns the environment variable from which scripts and tests read the value of a hidden header. */
export const variableFor = (header: string): string => header.toUpperCase().replace(/[^A-Z0-9]/g, '_')
