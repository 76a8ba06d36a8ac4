import type { Operation } from '../../model/http/operation.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'

/** An exchange as lint rules see it. */
export interface LintedExchange {
  readonly entry: JournalEntry
  readonly n: number
  readonly method: string
  readonly url: string
  /** Path from `/v3` on, as sent. */
  readonly path: string
  readonly query: string
  readonly operation: Operation | undefined
  /** 0 when the client got no response. */
  readonly status: number
  /** App and user agent, which identify one client program. */
  readonly caller: string
  /** Value of a request header by its lower-case name; null when absent. */
  requestHeader(name: string): string | null
  /** Value of a response header by its lower-case name; null when absent. */
  responseHeader(name: string): string | null
}

/** Observes exchanges in order and collects those that match one rule. */
export interface RuleWatcher {
  observe(exchange: LintedExchange): void
  /** Numbers of the matching exchanges, in any order. */
  matches(): Iterable<number>
}

/** A rule that finds a mistake of clients. */
export interface LintRule {
  readonly id: string
  readonly title: string
  /** Consequence of the mistake. */
  readonly why: string
  /** Statements and assumptions that the rule is based on. */
  readonly because: readonly string[]
  /** What to do instead. */
  readonly advice: string
  watch(): RuleWatcher
}
