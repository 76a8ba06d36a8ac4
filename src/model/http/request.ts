import type { PhotoSizes } from '../domain/decision-context.ts'
import type { DomainEvent } from '../world/domain-event.ts'
import type { DecisionStep } from './precedence.ts'

/** A request of the described API with its body read: what the decision core reads. */
export interface ApiRequest {
  readonly method: string
  /** From `/v3` on, as sent, without the query. */
  readonly path: string
  /** As sent, without `?`. */
  readonly query: string
  /** The path as sent, world prefix included: `Instance` of a problem (ERR-02). */
  readonly instance: string
  /** Returns the value of a header by its lower-case name; null when absent. */
  header(name: string): string | null
  /**
   * Returns all headers whose lower-case name starts with `prefix`, as pairs of lower-case name and value.
   */
  headersLike(prefix: string): readonly (readonly [string, string])[]
  readonly body: RequestBody
  /** Precedes `/v3` in links: `` or `/w/{world}`. */
  readonly prefix: string
  /** Scheme and authority, e.g. `http://127.0.0.1:4010`. */
  readonly origin: string
  /** The wall clock, in milliseconds since the epoch. */
  readonly wallMs: number
  /** Present in the second decision, after the simulator measured the photos. */
  readonly photos?: PhotoSizes
  /** Present in the second decision, after the simulator made a long search. */
  readonly found?: readonly object[]
}

/** A complete body, or one over the limit, which is not stored (`errors/body-too-large`). */
export type RequestBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }

/**
 * A response of the described API, with its decision and the domain events. Plain reads of a record share it.
 */
export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | null
  readonly decision: Decision
  /** Domain events of the request; notifications are planned from them. */
  readonly events: readonly DomainEvent[]
}

/**
 * The step at which the decision core ended, and the statements and assumptions behind the response.
 */
export interface Decision {
  /** `fault`: no step; an injected fault chose the response. */
  readonly step: DecisionStep | 'fault'
  /** Id of the operation, once it is known. */
  readonly operation?: string
  readonly because: readonly string[]
}
