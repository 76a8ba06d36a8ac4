import { redactUrls } from './redact-urls.ts'
import { isSecretName, REDACTED } from './secret-names.ts'

/** Where a value lies in a text: start and end. */
type Span = readonly [start: number, end: number]

/** An object or a list whose members are being read. */
interface OpenValue {
  readonly start: number
  readonly end: '}' | ']'
  isFirst: boolean
  /** Of an object: the name of the member being read. */
  name: string
  /** In a custom header (COM-09), `Name` decides whether `Value` is secret; either may come first. */
  namesSecret: boolean | undefined
  headerValue: Span | undefined
}

/** A deeper text is treated as no JSON. */
const MAX_OPEN = 1_000

const LITERAL = /true|false|null|-?\d[\d.eE+-]*/y
const BLANK = /[ \t\r\n]*/y
const MARK = JSON.stringify(REDACTED)

/**
 * Removes the secrets of a JSON text in one forward pass; all else stays as sent. Stops when `maxLength`
 * characters are written, so the result of a longer text is cut. Undefined when the text is not JSON.
 */
export const redactJson = (text: string, maxLength: number): string | undefined =>
  new JsonPass(text, maxLength).run()

class JsonPass {
  readonly #text: string
  readonly #maxLength: number
  readonly #open: OpenValue[] = []
  readonly #replaced: { readonly span: Span; readonly by: string }[] = []
  #at = 0
  /** Characters of the text that are not written. */
  #removed = 0
  /** The secret value that is being skipped: its start, and how many values are open around it. */
  #secret: { readonly start: number; readonly depth: number } | undefined

  constructor(text: string, maxLength: number) {
    this.#text = text
    this.#maxLength = maxLength
  }

  run(): string | undefined {
    if (!this.#value()) return undefined
    for (let inner = this.#open.at(-1); inner; inner = this.#open.at(-1)) {
      if (!this.#secret && this.#at - this.#removed >= this.#maxLength) return this.#cut()
      if (this.#next() === inner.end) {
        this.#at += 1
        this.#open.pop()
        this.#ended(inner.start)
      } else if (!this.#member(inner)) return undefined
    }
    this.#next()
    return this.#at === this.#text.length ? this.#written() : undefined
  }

  /** Reads a comma where one is due, the name in an object, and the value or its opening bracket. */
  #member(inner: OpenValue): boolean {
    if (!inner.isFirst) {
      if (this.#next() !== ',') return false
      this.#at += 1
    }
    inner.isFirst = false
    if (inner.end === '}') {
      const name = this.#next() === '"' ? this.#string() : undefined
      if (name === undefined || this.#next() !== ':') return false
      this.#at += 1
      inner.name = name
    }
    return this.#value()
  }

  #value(): boolean {
    const first = this.#next()
    const start = this.#at
    const parent = this.#open.at(-1)
    if (parent && !this.#secret && isSecretMember(parent)) this.#secret = { start, depth: this.#open.length }
    if (first === '{' || first === '[') {
      if (this.#open.length >= MAX_OPEN) return false
      this.#at += 1
      this.#open.push({
        start,
        end: first === '{' ? '}' : ']',
        isFirst: true,
        name: '',
        namesSecret: undefined,
        headerValue: undefined,
      })
      return true
    }
    const isRead = first === '"' ? this.#readText(start, parent) : this.#literal(start)
    if (isRead) this.#ended(start)
    return isRead
  }

  #readText(start: number, parent: OpenValue | undefined): boolean {
    const sent = this.#string()
    if (sent === undefined) return false
    if (parent && isNamed(parent, 'name')) this.#headerName(parent, sent)
    if (this.#secret) return true
    const shown = redactUrls(sent)
    if (shown !== sent) this.#replace([start, this.#at], JSON.stringify(shown))
    return true
  }

  #headerName(parent: OpenValue, name: string): void {
    parent.namesSecret = isSecretName(name)
    if (parent.namesSecret && parent.headerValue && !this.#secret) this.#replace(parent.headerValue, MARK)
  }

  #literal(start: number): boolean {
    LITERAL.lastIndex = start
    if (!LITERAL.test(this.#text)) return false
    this.#at = LITERAL.lastIndex
    // That there is no secret may be shown.
    if (this.#secret?.start === start && this.#text[start] === 'n') this.#secret = undefined
    return true
  }

  /** Ends a value: replaces it when it is the secret one. */
  #ended(start: number): void {
    const parent = this.#open.at(-1)
    if (this.#secret?.start === start) {
      this.#secret = undefined
      this.#replace([start, this.#at], MARK)
    } else if (parent && isNamed(parent, 'value')) parent.headerValue = [start, this.#at]
  }

  #replace(span: Span, by: string): void {
    this.#replaced.push({ span, by })
    this.#removed += span[1] - span[0] - by.length
  }

  /** Reads a string from its quote on; undefined when it has no end or a wrong escape. */
  #string(): string | undefined {
    const text = this.#text
    const start = this.#at
    let hasEscape = false
    let at = start + 1
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x22) break
      if (code < 0x20) return undefined
      if (code === 0x5c) {
        hasEscape = true
        at += 1
      }
    }
    if (at >= text.length) return undefined
    this.#at = at + 1
    if (!hasEscape) return text.slice(start + 1, at)
    try {
      return String(JSON.parse(text.slice(start, at + 1)))
    } catch {
      return undefined
    }
  }

  /** Skips blanks; returns the next character. */
  #next(): string | undefined {
    BLANK.lastIndex = this.#at
    BLANK.test(this.#text)
    this.#at = BLANK.lastIndex
    return this.#text[this.#at]
  }

  /** Returns what was read so far; a `Value` whose `Name` was not read yet may be secret. */
  #cut(): string {
    for (const { headerValue, namesSecret } of this.#open)
      if (headerValue && namesSecret === undefined) this.#replace(headerValue, MARK)
    return this.#written()
  }

  #written(): string {
    if (this.#replaced.length === 0) return this.#text.slice(0, this.#at)
    let written = ''
    let from = 0
    for (const { span, by } of this.#replaced.sort((a, b) => a.span[0] - b.span[0])) {
      // It lies within a value that was replaced as a whole.
      if (span[0] < from) continue
      written += this.#text.slice(from, span[0]) + by
      from = span[1]
    }
    return written + this.#text.slice(from, this.#at)
  }
}

const isSecretMember = ({ name, namesSecret }: OpenValue): boolean =>
  isSecretName(name) || (namesSecret === true && name.toLowerCase() === 'value')

const isNamed = ({ name }: OpenValue, wanted: string): boolean =>
  name.length === wanted.length && name.toLowerCase() === wanted
