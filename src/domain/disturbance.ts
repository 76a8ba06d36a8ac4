/** A rule that disturbs matching exchanges on purpose: the control API calls it a fault. */
export interface Disturbance {
  /** Order of making in the world, from 1; `f1`, `f2` ... on the wire. */
  readonly number: number
  readonly when: Trigger
  readonly act: Act
  /** How often it still acts; null: without end. */
  readonly left: number | null
  /** World time at which it ends, in milliseconds since the epoch; null: never. */
  readonly untilMs: number | null
  /** Exchanges that matched so far, whether or not it acted. */
  readonly seen: number
  /** Exchanges that it disturbed. */
  readonly acted: number
}

/** All that is said must be true of the exchange. */
export interface Trigger {
  /** Id of an operation, or a pattern of ids with `*`, e.g. `publications.*`. */
  readonly operation: string | null
  readonly method: string | null
  /** Path from `/v3` on, or a pattern with `*`. */
  readonly path: string | null
  /** Admin mail of the agency that the path names. */
  readonly agency: string | null
  /** The nth matching exchange alone, counted from 1. */
  readonly nth: number | null
  /** Chance from 0 to 1, drawn from the world's seed. */
  readonly probability: number | null
}

export type Delay =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number }

export interface Act {
  /** Waited before anything else. */
  readonly delay: Delay | null
  /** Status answered instead of asking the service, with the API's own problem. */
  readonly status: number | null
  /** Seconds in `Retry-After`, beside a status. */
  readonly retryAfterS: number | null
  /** The connection is reset before anything is answered; the service is not asked. */
  readonly reset: boolean
  /** The service does what was asked, and the connection is reset instead of the answer. */
  readonly loseAnswer: boolean
  /** The answer's body breaks off halfway. */
  readonly truncate: boolean
  /** Bytes a second at which the answer's body drips. */
  readonly slowBytesPerS: number | null
  /** Another writer changes the target first, so that the caller's entity tag is stale. */
  readonly staleTag: boolean
}

/** The rules of one world, in the order of their making, which is the order in which they are tried. */
export interface Disturbances {
  readonly next: number
  readonly rules: readonly Disturbance[]
}

export const undisturbed: Disturbances = { next: 1, rules: [] }
