import type { Exchange } from '../target/exchange.ts'

/** Thrown by a clause when the target breaks a statement. */
export class Violation extends Error {
  readonly expected: string
  readonly got: string
  readonly exchange: Exchange | undefined

  constructor(expected: string, got: string, exchange?: Exchange) {
    super(`expected ${expected}, got ${got}`)
    this.name = 'Violation'
    this.expected = readable(expected)
    this.got = readable(got)
    this.exchange = exchange
  }
}

/** Returns a text whose control characters, ends and emptiness can be seen. */
const readable = (text: string): string => {
  if (text === '' || text !== text.trim()) return JSON.stringify(text)
  return text.replace(INVISIBLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Control characters, halves of surrogate pairs, and characters that show nothing or change the direction.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to show.
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Thrown when the run cannot decide whether the target keeps the statement; the message gives the reason. */
export class SkipClause extends Error {
  /** The exchange that shows the reason, if one does. */
  readonly exchange: Exchange | undefined

  constructor(reason: string, exchange?: Exchange) {
    super(reason)
    this.name = 'SkipClause'
    this.exchange = exchange
  }
}

/** Why the run cannot check anything, or nothing more. */
export interface StopReason {
  readonly code:
    | 'unreachable'
    | 'unauthorized'
    | 'redirected'
    | 'undecoded-path'
    | 'unknown-agency'
    | 'no-service'
    | 'rate-limited'
  /** One sentence that says what to change. */
  readonly message: string
}

/** Thrown when no clause can find out anything more. */
export class RunStopped extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(reason.message)
    this.name = 'RunStopped'
    this.reason = reason
  }
}
