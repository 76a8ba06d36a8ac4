import type { PhotoSizes } from '../domain/decision-context.ts'
import type { Fact } from '../world/domain-event.ts'

/** A request when all waiting is over: what the straight line reads. */
export interface Ask {
  readonly method: string
  /** Path from `/v3` on, as sent, without the query. */
  readonly path: string
  /** Query as sent, without `?`. */
  readonly query: string
  /** Path of the request as the client wrote it, world prefix included (ERR-02 `Instance`). */
  readonly instance: string
  /** Value of a header by its lower-case name; null when absent. */
  header(name: string): string | null
  /** All headers whose lower-case name starts so, as pairs of lower-case name and value. */
  headersLike(prefix: string): readonly (readonly [string, string])[]
  readonly body: AskBody
  /** What stands before `/v3` in links: `` or `/w/{world}`. */
  readonly prefix: string
  /** Scheme and authority of the request, e.g. `http://127.0.0.1:4010`. */
  readonly origin: string
  /** The wall clock, in milliseconds since the epoch. */
  readonly wallMs: number
  /** Present when the line runs a second time, after photos were measured. */
  readonly photos?: PhotoSizes
}

export type AskBody = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'too-large' }

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Uint8Array | string | null
  readonly decided: Decision
  /** What happened, for whoever must be told. */
  readonly facts: readonly Fact[]
  /**
   * World time up to which the same request to the same world is answered the same, in milliseconds since the epoch: `Infinity` where nothing else
   * decides, 0 where what the caller used up, or how old its signature is, does.
   */
  readonly lastsUntilMs: number
}

/** Where on the straight line the answer was found, and the statements and assumptions that it rests on. */
export interface Decision {
  /** `disturbance`: none of them; a rule or the request itself wanted this answer. */
  readonly question: Question | 'disturbance'
  /** Id of the operation, once it is known. */
  readonly operation?: string
  readonly because: readonly string[]
}

/** The questions of the straight line, in the order of `common/precedence`'s default. */
export const QUESTIONS = [
  'caller',
  'rate',
  'operation',
  'form',
  'parameters',
  'target',
  'access',
  'precondition',
  'body',
  'decision',
  'shown',
] as const
export type Question = (typeof QUESTIONS)[number]
