import type { Operation } from '../http/operation.ts'
import type { Entry } from '../journal/entry.ts'

/** An exchange as the watchers of habits see it. */
export interface Seen {
  readonly entry: Entry
  readonly n: number
  readonly method: string
  readonly url: string
  /** Path from `/v3` on, as sent, and the query. */
  readonly path: string
  readonly query: string
  readonly operation: Operation | undefined
  /** 0 when the client got no answer. */
  readonly status: number
  /** App and user agent: what one program sends. */
  readonly caller: string
  /** Value of a request's header by its lower-case name; null when absent. */
  header(name: string): string | null
  /** Value of an answer's header by its lower-case name; null when absent. */
  answered(name: string): string | null
}

/** Watches the exchanges in their order and remembers those that show one habit. */
export interface Watch {
  see(seen: Seen): void
  /** Numbers of the exchanges, in any order. */
  found(): Iterable<number>
}

/** A habit of clients that will hurt. */
export interface Habit {
  readonly id: string
  readonly title: string
  /** What it leads to. */
  readonly why: string
  /** Statements and assumptions that this rests on. */
  readonly because: readonly string[]
  /** What to do instead. */
  readonly advice: string
  watch(): Watch
}
