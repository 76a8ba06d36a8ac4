import type { Exchange } from '../target/exchange.ts'

/** The subject breaks a statement. */
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

/** It cannot be told here whether the statement holds. */
export class SkipClause extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Skip'
  }
}
