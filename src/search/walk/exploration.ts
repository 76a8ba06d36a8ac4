import type { RunOptions } from '../../kit/runner/run.ts'
import type { StopReason } from '../../kit/runner/violation.ts'
import type { Exchange } from '../../kit/target/exchange.ts'
import type { Breach } from '../history/finding.ts'
import type { HistoryExchange } from '../history/recorded-exchange.ts'
import type { ObservedOption } from '../rules/judgement.ts'

/** Input of a walk. */
export interface ExploreOptions {
  /** Target and bounds, as of a run of the contract kit. */
  readonly run: RunOptions
  readonly seed: number
  /** Clients that write at the same time. Default 1: none beside the walk. */
  readonly clients?: number
  /** Time after which no further story begins; without one the plan is walked once. */
  readonly budgetMs?: number
  /** Whether the clauses of the contract kit run as probes too. Default true. */
  readonly hasProbes?: boolean
  /** The walk ends after so many stories. */
  readonly maxStories?: number
  /** The walk ends when so many different rules are broken. Default 24. */
  readonly maxFindings?: number
  /** Called with each finding as soon as it has come again. */
  readonly onFinding?: (found: ShrunkBreach) => void
  /** Called after every story, and after every answer of a probe. */
  readonly onProgress?: (progress: ExploreProgress) => void
}

/** How far a walk is. */
export interface ExploreProgress {
  readonly stories: number
  readonly steps: number
  readonly findings: number
}

/** A breach with the shortest known requests that lead to it. */
export interface ShrunkBreach {
  readonly breach: Breach
  readonly exchanges: readonly HistoryExchange[]
  /** The same, as they were sent. */
  readonly sent: readonly Exchange[]
}

/** What a walk found. */
export interface Exploration {
  readonly found: readonly ShrunkBreach[]
  /** Rules that an answer broke once and not again: noise of other users, or chance. */
  readonly unconfirmed: readonly Breach[]
  /** Exchanges that were judged. */
  readonly steps: number
  readonly stories: number
  /** Stories of the plan and clauses that were not sent before the time was over. */
  readonly unsent: number
  readonly observed: readonly ObservedOption[]
  /** Whether the walk could create publications. */
  readonly canWrite: boolean
  readonly leftBehind: readonly string[]
  readonly interrupted: boolean
  readonly stopped?: StopReason
}
