import type { Exchange } from '../target/exchange.ts'

/** Thrown by a clause when the target breaks a statement. */
export class Violation extends Error {
  readonly expected: string
  readonly got: string
  readonly exchange: Exchange | undefined

  constructor(expected: string, got: string, exchange?: Exchange) {
    super(`expected ${expected}, got ${got}`)
    this.name = 'Violation'
    this.expected = expected
    this.got = got
    this.exchange = exchange
  }
}

/** Thrown when the run cannot decide whether the target keeps the statement; the message gives the reason. */
export class SkipClause extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SkipClause'
  }
}

/** Why the run cannot check anything, or nothing more. */
export interface StopReason {
  readonly code:
    | 'unreachable'
    | 'unauthorized'
    | 'redirected'
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
