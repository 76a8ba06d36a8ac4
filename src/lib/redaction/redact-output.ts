import { secretRemover } from './known-secrets.ts'
import { redactUrls } from './redact-urls.ts'
import { isSecretName, mayHoldSecret, REDACTED } from './secret-names.ts'

/**
 * Returns a function that removes secrets from the output of a program: `known` ones wherever they stand,
 * private keys, those of URLs, and the value of an entry or an assignment under the name of a secret, as in
 * `"Secret": "..."`, `Authorization: Bearer ...` and `TOKEN=...`. The words of sentences stay.
 */
export const outputRedactor = (known: Iterable<string>): ((text: string) => string) => {
  const withoutKnown = secretRemover(known)
  return (text) => {
    const rest = withoutKnown(text).replace(PRIVATE_KEY, REDACTED)
    return mayHoldSecret(rest) ? withoutNamedValues(redactUrls(rest)) : rest
  }
}

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g

const NAME = /[\p{L}\p{N}_-]+/gu
/** An error's class, such as `KeyError`, stands before its message. */
const ERROR_CLASS = /(?:Error|Exception)$/

/** Between a name and its value: in an assignment without blanks, or in an entry, with escaped quotes too. */
const ASSIGNS = /=(?![=>~])/y
const ENTERS = /\\{0,3}["'`]?[ \t]{0,9}:[ \t]{0,9}/y

const QUOTED = String.raw`\\{0,3}"(?:[^"\\\n]|\\[^"\n])*(?:\\?")?|'(?:[^'\\\n]|\\.)*'?`
const ASSIGNED = new RegExp(`${QUOTED}|[^\\s&;,"'<>)}\\]]+`, 'y')
/** Without quotes it is the rest of the line, as in a header. */
const ENTERED = new RegExp(`${QUOTED}|-?\\d+(?=[\\s,}]|$)|[^\\s"'{[][^\\n]*`, 'y')

/** A credential after any name of a secret, in a log too. */
const CREDENTIAL = /(?:bearer|basic|digest|acs-hmac)[ \t][^\n]*/iy

const withoutNamedValues = (text: string): string => {
  let out = ''
  let from = 0
  NAME.lastIndex = 0
  for (let found = NAME.exec(text); found; found = NAME.exec(text)) {
    const [name] = found
    if (!isSecretName(name) || ERROR_CLASS.test(name)) continue
    const end = found.index + name.length
    const value =
      valueAfter(text, end, [ASSIGNS, ASSIGNED]) ??
      valueAfter(text, end, [ENTERS, beginsEntry(text, found.index) ? ENTERED : CREDENTIAL])
    if (value === undefined) continue
    out += text.slice(from, value.start) + REDACTED
    from = value.end
    NAME.lastIndex = from
  }
  return out + text.slice(from)
}

const valueAfter = (
  text: string,
  at: number,
  [separator, value]: readonly [RegExp, RegExp],
): { readonly start: number; readonly end: number } | undefined => {
  separator.lastIndex = at
  if (!separator.test(text)) return undefined
  const start = separator.lastIndex
  value.lastIndex = start
  return value.test(text) && value.lastIndex > start ? { start, end: value.lastIndex } : undefined
}

const MAX_INDENT = 40

/** Returns whether a name is the first word of a line, an object, a list or an argument. */
const beginsEntry = (text: string, at: number): boolean =>
  /(?:^|[\n\r{[(,;<>+|"'`\\-])[ \t]*$/.test(text.slice(Math.max(0, at - MAX_INDENT), at))
