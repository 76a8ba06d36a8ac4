import type { Steps } from '../collections/steps.ts'
import { MAX_JSON_DEPTH } from './json-nesting.ts'

/** Bounds of JSON. */
export interface JsonBounds {
  /** Total of values: `[{},{},...` takes thirty times its length when it is parsed. */
  readonly values: number
  /** Members of one object. */
  readonly members: number
  /** Bytes of one text, which is parsed at once. */
  readonly text: number
}

/** Thrown for JSON beyond its bounds. */
export class JsonExcess extends Error {
  override readonly name = 'JsonExcess'
  readonly bound: keyof JsonBounds | 'depth'

  constructor(bound: JsonExcess['bound']) {
    super(`JSON exceeds its bound of ${bound}`)
    this.bound = bound
  }
}

/** Bytes that are parsed at a step. */
const PART_BYTES = 16 * 1024

const CODES = { quote: 0x22, backslash: 0x5c, comma: 0x2c, '[': 0x5b, ']': 0x5d, '{': 0x7b, '}': 0x7d }

/** One for each byte that separates or encloses values. */
const STOPS = new Uint8Array(256)
for (const mark of ',[]{}') STOPS[mark.charCodeAt(0)] = 1

/**
 * Parses UTF-8 as `JSON.parse` does, in steps: megabytes would block a server. Parts of lists and objects are
 * parsed separately and joined. Throws a `SyntaxError`, or a `JsonExcess` before much is parsed.
 */
export function* parseJsonSteps(json: Uint8Array, bounds: JsonBounds): Steps<unknown> {
  const scan = new Scan(json, bounds)
  for (let until = PART_BYTES; !scan.isDone; until += PART_BYTES) {
    scan.read(until)
    yield
  }
  return scan.result()
}

/** A list or an object that is not closed yet. */
interface Open {
  readonly isList: boolean
  readonly start: number
  /** Start of the items that are not parsed yet. */
  parsedTo: number
  /** Start of the current item. */
  itemStart: number
  /** The value built so far; undefined while it is small enough to be parsed with its parent. */
  whole: unknown[] | Record<string, unknown> | undefined
  /** Name of the member that is built in steps of its own. */
  member: string
  /** True: the last item was built in steps of its own. */
  endsWithPart: boolean
  commas: number
}

class Scan {
  readonly #json: Buffer
  readonly #bounds: JsonBounds
  readonly #open: Open[] = []
  /** Start of the text, after a byte order mark. */
  readonly #begin: number
  #at = 0
  #isInText = false
  #textStart = 0
  #values = 0
  #root: Open | undefined
  #rootEnd = 0

  constructor(json: Uint8Array, bounds: JsonBounds) {
    this.#json = Buffer.from(json.buffer, json.byteOffset, json.length)
    this.#bounds = bounds
    const hasMark = json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf
    this.#begin = hasMark ? 3 : 0
    this.#at = this.#begin
  }

  get isDone(): boolean {
    return this.#at >= this.#json.length
  }

  /** Reads on to about this position. */
  read(until: number): void {
    const json = this.#json
    const end = Math.min(until, json.length)
    const { text } = this.#bounds
    while (this.#at < end) {
      const code = json[this.#at] ?? 0
      if (this.#isInText) {
        if (code === CODES.backslash) this.#at += 1
        else if (code === CODES.quote) this.#isInText = false
      } else if (code === CODES.quote) {
        this.#isInText = true
        this.#textStart = this.#at
      } else if (STOPS[code] === 1) this.#stopAt(code, this.#at)
      this.#at += 1
    }
    if (this.#isInText && this.#at - this.#textStart > text) throw new JsonExcess('text')
  }

  result(): unknown {
    const root = this.#root
    const { length } = this.#json
    if (!root?.whole) return JSON.parse(this.#text(this.#begin, length))
    const isAlone = this.#isBlank(this.#begin, root.start) && this.#isBlank(this.#rootEnd, length)
    if (this.#open.length > 0 || !isAlone) throw malformed()
    return root.whole
  }

  #stopAt(code: number, at: number): void {
    const open = this.#open.at(-1)
    if (code === CODES.comma) {
      this.#count()
      if (!open) return
      open.commas += 1
      if (!open.isList && open.commas >= this.#bounds.members) throw new JsonExcess('members')
      this.#endItem(open, at)
      open.itemStart = at + 1
      return
    }
    if (code === CODES['['] || code === CODES['{']) {
      this.#count()
      if (this.#root && !open) throw malformed()
      if (this.#open.length >= MAX_JSON_DEPTH) throw new JsonExcess('depth')
      const begun: Open = {
        isList: code === CODES['['],
        start: at,
        parsedTo: at + 1,
        itemStart: at + 1,
        whole: undefined,
        member: '',
        endsWithPart: false,
        commas: 0,
      }
      this.#open.push(begun)
      this.#root ??= begun
      return
    }
    if (!open || open.isList !== (code === CODES[']'])) throw malformed()
    if (open.whole) this.#close(open, at)
    this.#open.pop()
    if (this.#root === open) this.#rootEnd = at + 1
    const outer = this.#open.at(-1)
    if (open.whole && outer) this.#putPart(outer, open.whole, at + 1)
  }

  #count(): void {
    this.#values += 1
    if (this.#values > this.#bounds.values) throw new JsonExcess('values')
  }

  /** Parses the complete items of a list or an object once they are long enough. */
  #endItem(open: Open, at: number): void {
    if (open.endsWithPart) {
      if (!this.#isBlank(open.parsedTo, at)) throw malformed()
      open.endsWithPart = false
      open.parsedTo = at + 1
      return
    }
    if (at - open.parsedTo < PART_BYTES) return
    this.#putTogether(open)
    this.#putItems(open, at)
    open.parsedTo = at + 1
  }

  #close(open: Open, at: number): void {
    if (open.endsWithPart) {
      if (!this.#isBlank(open.parsedTo, at)) throw malformed()
    } else this.#putItems(open, at)
  }

  /** Begins to build a list or an object, and all its parents. */
  #putTogether(inner: Open): void {
    for (const [i, open] of this.#open.entries()) {
      if (!open.whole) open.whole = open.isList ? [] : {}
      if (open === inner) return
      const next = this.#open[i + 1]
      if (next?.whole || !next) continue
      if (open.itemStart > open.parsedTo) this.#putItems(open, open.itemStart - 1)
      open.parsedTo = open.itemStart
      if (!open.isList) open.member = this.#memberAt(open.itemStart, next.start)
      else if (!this.#isBlank(open.itemStart, next.start)) throw malformed()
    }
  }

  #memberAt(start: number, end: number): string {
    const read: unknown = JSON.parse(`{${this.#text(start, end)}0}`)
    const [name, ...others] = Object.keys(Object(read))
    if (name === undefined || others.length > 0) throw malformed()
    return name
  }

  #putItems({ whole, parsedTo, isList }: Open, end: number): void {
    const text = this.#text(parsedTo, end)
    const items: unknown = JSON.parse(isList ? `[${text}]` : `{${text}}`)
    if (isList && Array.isArray(items) && Array.isArray(whole)) {
      if (items.length === 0) throw malformed()
      for (const item of items) whole.push(item)
      return
    }
    const members = Object.entries(Object(items))
    if (members.length === 0) throw malformed()
    for (const [name, value] of members) putMember(Object(whole), name, value)
  }

  #putPart(outer: Open, value: unknown, end: number): void {
    if (Array.isArray(outer.whole)) outer.whole.push(value)
    else putMember(Object(outer.whole), outer.member, value)
    outer.parsedTo = end
    outer.endsWithPart = true
  }

  #isBlank(start: number, end: number): boolean {
    return /^[ \t\r\n]*$/.test(this.#json.toString('latin1', start, end))
  }

  #text(start: number, end: number): string {
    return decoder.decode(this.#json.subarray(start, end))
  }
}

/** Sets an own member, whatever its name. */
const putMember = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

const malformed = (): SyntaxError => new SyntaxError('malformed JSON')

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
