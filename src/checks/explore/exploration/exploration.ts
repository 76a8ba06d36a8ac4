import type { Finding } from '../../../../contracts/rules/finding.ts'
import type { ObservedOption } from '../../../../contracts/rules/judgement.ts'
import type { HistoryExchange } from '../../../../contracts/rules/recorded-exchange.ts'
import type { RunOptions } from '../../../kit/runner/run.ts'
import type { StopReason } from '../../../kit/runner/violation.ts'
import type { Exchange } from '../../../kit/target/exchange.ts'

/** Input of an exploration. */
export interface ExploreOptions {
  /** Target and bounds, as of a run of the contract kit. */
  readonly run: RunOptions
  readonly seed: number
  /** Clients that write at the same time. Default 1: only the exploration. */
  readonly clients?: number
  /** Time after which no new sequence begins; without it the plan is walked once. */
  readonly budgetMs?: number
  /** Whether the clauses of the contract kit run as clauses too. Default true. */
  readonly hasClauses?: boolean
  /** Maximum number of sequences of the exploration. */
  readonly maxSequences?: number
  /** Number of different broken rules that ends the exploration. Default 24. */
  readonly maxFindings?: number
  /** Called with each finding as soon as it is confirmed. */
  readonly onFinding?: (found: ShrunkFinding) => void
  /** Called after every sequence, and after every response of a clause. */
  readonly onProgress?: (progress: ExploreProgress) => void
}

/** Progress of an exploration. */
export interface ExploreProgress {
  readonly sequences: number
  readonly steps: number
  readonly findings: number
}

/** A finding with the shortest known requests that lead to it. */
export interface ShrunkFinding {
  readonly finding: Finding
  readonly exchanges: readonly HistoryExchange[]
  /** The same requests as sent. */
  readonly sent: readonly Exchange[]
}

/** The result of an exploration. */
export interface Exploration {
  readonly found: readonly ShrunkFinding[]
  /** Rules that a response broke once and not again: noise of other users, or chance. */
  readonly unconfirmed: readonly Finding[]
  /** Exchanges that were judged. */
  readonly steps: number
  readonly sequences: number
  /** Sequences of the plan and clauses that were not sent before the time was over. */
  readonly unsent: number
  readonly observed: readonly ObservedOption[]
  /** Whether the exploration could create publications. */
  readonly canWrite: boolean
  readonly leftBehind: readonly string[]
  readonly interrupted: boolean
  readonly stopped?: StopReason
}
