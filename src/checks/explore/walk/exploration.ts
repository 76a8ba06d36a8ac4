import type { Finding } from '../../../../contracts/rules/finding.ts'
import type { ObservedOption } from '../../../../contracts/rules/judgement.ts'
import type { HistoryExchange } from '../../../../contracts/rules/recorded-exchange.ts'
import type { RunOptions } from '../../../kit/runner/run.ts'
import type { StopReason } from '../../../kit/runner/violation.ts'
import type { Exchange } from '../../../kit/target/exchange.ts'

/** Input of a walk. */
export interface ExploreOptions {
  /** Target and bounds, as of a run of the contract kit. */
  readonly run: RunOptions
  readonly seed: number
  /** Clients that write at the same time. Default 1: only the walk. */
  readonly clients?: number
  /** Time after which no new story begins; without it the plan is walked once. */
  readonly budgetMs?: number
  /** Whether the clauses of the contract kit run as clauses too. Default true. */
  readonly hasClauses?: boolean
  /** Most stories of the walk. */
  readonly maxStories?: number
  /** Number of different broken rules that ends the walk. Default 24. */
  readonly maxFindings?: number
  /** Called with each finding as soon as it is confirmed. */
  readonly onFinding?: (found: ShrunkFinding) => void
  /** Called after every story, and after every response of a clause. */
  readonly onProgress?: (progress: ExploreProgress) => void
}

/** Progress of a walk. */
export interface ExploreProgress {
  readonly stories: number
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

/** The result of a walk. */
export interface Exploration {
  readonly found: readonly ShrunkFinding[]
  /** Rules that a response broke once and not again: noise of other users, or chance. */
  readonly unconfirmed: readonly Finding[]
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
