/** The package's entry `playa/webhooks`: one file without imports, for Node, Workers and Deno. */

/** Headers of the web's `Request`, of Node's `IncomingMessage`, or pairs of names and values. */
export type HeadersToVerify =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** Options of `verifySignature`. */
export interface SignatureOptions {
  /** Seconds that the timestamp may differ from the clock. Default 300; `Infinity` accepts any. */
  readonly toleranceSeconds?: number
  /** The clock, for tests: milliseconds since 1970, or what `new Date` takes. Default: the wall clock. */
  readonly now?: number | string | Date
  /**
   * What the service chose where the description is silent, by assumption id: `events/signature-join`,
   * `events/signature-encoding`, `events/signature-algorithm`, `events/timestamp`. Others are ignored, so a
   * whole profile may be given.
   */
  readonly profile?: Readonly<Record<string, unknown>>
}

/** Why a delivery was refused. */
export type SignatureRefusal =
  | 'no-hook-id'
  | 'no-timestamp'
  | 'no-signature'
  | 'signature-form'
  | 'wrong-signature'
  | 'timestamp-form'
  | 'stale-timestamp'

/** Result of `verifySignature`. */
export type SignatureResult =
  | {
      readonly verified: true
      readonly hookId: string
      readonly topic: string | undefined
      readonly timestamp: Date
    }
  | {
      readonly verified: false
      readonly code: SignatureRefusal
      /** The same in a sentence, for a log. It holds no secret. */
      readonly reason: string
    }

/**
 * Verifies the signature and the timestamp of a received webhook (EVT-05). The signature covers the values of
 * `Notification-Hook-ID`, `Notification-Timestamp` and, if present, `Notification-Topic`; not the body.
 * Signatures are compared in constant time. Throws a `TypeError` for a secret or an option that is not valid.
 */
export const verifySignature = async (
  headers: HeadersToVerify,
  secret: string,
  options: SignatureOptions = {},
): Promise<SignatureResult> => {
  const { toleranceMs, nowMs, join, encoding, algorithm, form } = readOptions(secret, options)
  const header = headerReader(headers)
  const hookId = header('Notification-Hook-ID')
  const stamp = header('Notification-Timestamp')
  const topic = header('Notification-Topic')
  const signature = header('Notification-Signature')
  if (!hookId) return refused('no-hook-id', 'There is no Notification-Hook-ID.')
  if (!stamp) return refused('no-timestamp', 'There is no Notification-Timestamp.')
  if (!signature)
    return refused('no-signature', 'There is no Notification-Signature: is a Secret configured?')
  const bytes = SIGNATURE_FORMS[encoding](signature)
  if (!bytes)
    return refused('signature-form', `Notification-Signature is not the ${encoding} form of an HMAC-SHA256.`)
  const signed = [hookId, stamp, ...(topic === undefined ? [] : [topic])].join(SEPARATORS[join])
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', KEYS[algorithm](secret), hash, false, ['verify'])
  // The platform compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', key, bytes, utf8(signed))))
    return refused('wrong-signature', 'Another secret was used, or a header was changed in transit.')
  const stampMs = timestampMs(stamp, form)
  if (stampMs === undefined)
    return refused('timestamp-form', `Notification-Timestamp does not have the form ${form}.`)
  const distanceMs = Math.abs(nowMs - stampMs)
  if (distanceMs > toleranceMs) {
    const distance = `${Math.round(distanceMs / 1_000)} s ${stampMs > nowMs ? 'ahead of' : 'behind'} this clock`
    return refused('stale-timestamp', `Stamped ${distance}; ${toleranceMs / 1_000} s are tolerated.`)
  }
  return { verified: true, hookId, topic, timestamp: new Date(stampMs) }
}

const refused = (code: SignatureRefusal, reason: string): SignatureResult => ({
  verified: false,
  code,
  reason,
})

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Returns the bytes of a text in base64; characters outside its alphabet are skipped, as Node does. */
const base64Bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const [standard = ''] = text.replace(/-/g, '+').replace(/_/g, '/').split('=')
  const digits = standard.replace(/[^A-Za-z0-9+/]/g, '')
  // A last digit alone holds no whole byte.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}

const hexBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const SEPARATORS = { newline: '\n', nothing: '', dot: '.' } as const

const KEYS = { 'utf-8-key': utf8, 'base64-key': base64Bytes } as const

/** Readers of the 32 bytes of a signature; undefined for another form. */
const SIGNATURE_FORMS = {
  base64: (text: string) => (/^[A-Za-z0-9+/]{43}=$/.test(text) ? base64Bytes(text) : undefined),
  hex: (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? hexBytes(text) : undefined),
  'sha256-hex': (text: string) =>
    /^sha256=[0-9a-f]{64}$/i.test(text) ? hexBytes(text.slice('sha256='.length)) : undefined,
} as const

/** Forms of `Notification-Timestamp` (`events/timestamp`). */
export const TIMESTAMP_FORMS = {
  'iso-8601': {
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    read: Date.parse,
  },
  'unix-seconds': { pattern: /^\d{1,11}$/, read: (text: string) => Number(text) * 1_000 },
  'http-date': {
    pattern: /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
    read: Date.parse,
  },
} as const

/** Parses a timestamp to milliseconds since 1970; undefined unless it has the form and its date exists. */
export const timestampMs = (text: string, form: keyof typeof TIMESTAMP_FORMS): number | undefined => {
  const { pattern, read } = TIMESTAMP_FORMS[form]
  const ms = pattern.test(text) ? read(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/** Returns a function that finds a header by its name in any case; undefined when it is absent. */
const headerReader = (headers: HeadersToVerify): ((name: string) => string | undefined) => {
  const isIterable = (given: HeadersToVerify): given is Iterable<readonly [string, string]> =>
    Symbol.iterator in given
  const pairs = isIterable(headers) ? [...headers] : Object.entries(headers)
  const byName = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = byName.get(name.toLowerCase())
    return typeof value === 'object' ? value.join(', ') : value
  }
}

const DEFAULT_TOLERANCE_SECONDS = 300

const readOptions = (secret: string, options: SignatureOptions) => {
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now(), profile = {}, ...others } = options
  const [unknown] = Object.keys(others)
  const nowMs = new Date(now).getTime()
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError('secret: expected the Secret of the configuration, got none')
  if (unknown !== undefined)
    throw new TypeError(`${unknown}: no such option; expected toleranceSeconds, now, profile`)
  if (!(typeof toleranceSeconds === 'number' && toleranceSeconds >= 0))
    throw new TypeError(`toleranceSeconds: expected seconds from 0, got ${String(toleranceSeconds)}`)
  if (Number.isNaN(nowMs)) throw new TypeError(`now: expected an instant, got ${String(now)}`)
  const chosen = <Word extends string>(id: string, words: Readonly<Record<Word, unknown>>): Word => {
    const [first] = Object.keys(words)
    const word = profile[id] ?? first
    if (typeof word === 'string' && isWordOf(words, word)) return word
    throw new TypeError(`${id}: expected one of ${Object.keys(words).join(', ')}, got ${String(word)}`)
  }
  return {
    toleranceMs: toleranceSeconds * 1_000,
    nowMs,
    join: chosen('events/signature-join', SEPARATORS),
    encoding: chosen('events/signature-encoding', SIGNATURE_FORMS),
    algorithm: chosen('events/signature-algorithm', KEYS),
    form: chosen('events/timestamp', TIMESTAMP_FORMS),
  }
}

const isWordOf = <Word extends string>(words: Readonly<Record<Word, unknown>>, word: string): word is Word =>
  Object.hasOwn(words, word)
