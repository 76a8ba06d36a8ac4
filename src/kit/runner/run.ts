import { type Clause, LEAVES, type Leaves, NEEDS, type Verdict } from './clause.ts'
import { cleanUp } from './clean-up.ts'
import { type Exchange, UnreachableError } from '../target/exchange.ts'
import { hasUsableLinks, preflight, type StopReason } from './preflight.ts'
import { RunSession, type RunSessionOptions } from './session.ts'
import { type LearnedOption, ClauseContext } from './clause-context.ts'
import { SkipClause, Violation } from './violation.ts'

export interface RunOptions extends Omit<RunSessionOptions, 'readOnly'> {
  readonly clauses: readonly Clause[]
  /** Most that may stay behind; clauses that leave more are not run, and with `nothing` only reads are sent at all. Default `any`. */
  readonly leaves?: Leaves
  /** Clauses at work at a time. Default 4. */
  readonly concurrency?: number
  /** Told of every clause as it ends. */
  readonly onResult?: (result: ClauseResult) => void
}

export interface ClauseResult {
  readonly clause: Clause
  readonly verdict: Verdict
  /** Why it was skipped, or what broke in the kit itself. */
  readonly reason?: string
  readonly violation?: { readonly expected: string; readonly got: string; readonly exchange: Exchange | undefined }
  readonly warnings: readonly string[]
  readonly learned: readonly LearnedOption[]
  readonly exchanges: readonly Exchange[]
  readonly tookMs: number
}

export interface RunResult {
  readonly results: readonly ClauseResult[]
  /** What could not be cleaned up: `ExternalId`s with the run's prefix. */
  readonly leftBehind: readonly string[]
  readonly interrupted: boolean
  /** Whether the subject answered anything of substance: a link that leads somewhere. */
  readonly isAlive: boolean
  /** Present when nothing could be tried at all, or nothing more. */
  readonly stopped?: StopReason
}

/** One run under way: clauses are tried one by one or together, then it is closed. */
export interface OpenRun {
  /** The clauses that the run may try, by what they leave. */
  readonly clauses: readonly Clause[]
  readonly stopped: StopReason | undefined
  readonly isAlive: boolean
  runClause(clause: Clause): Promise<ClauseResult>
  /** Archives what the run created, also after an interruption; tells what could not be archived. */
  close(): Promise<readonly string[]>
}

/** The clauses that leave no more than the run may. */
export const runnableClauses = ({ clauses, leaves = 'any' }: RunOptions): readonly Clause[] =>
  clauses.filter((entry) => LEAVES.indexOf(entry.leaves) <= LEAVES.indexOf(leaves))

export const openRun = async (options: RunOptions): Promise<OpenRun> => {
  const { leaves = 'any' } = options
  let alive = false
  const session = new RunSession({
    ...options,
    readOnly: leaves === 'nothing',
    onExchange: (exchange) => {
      alive ||= hasUsableLinks(exchange)
      options.onExchange?.(exchange)
    },
  })
  const stopped = await preflight(session)
  return {
    clauses: runnableClauses(options),
    stopped,
    get isAlive() {
      return alive
    },
    runClause: (clause) => runClause(session, clause),
    close: () => cleanUp(session, options),
  }
}

/** After so many clauses in a row that met silence, the subject is asked whether it is still there. */
const MAX_UNANSWERED = 5

/** Runs the clauses against the subject, then cleans up, also after an interruption. Never throws because of what the subject does. */
export const run = async (options: RunOptions): Promise<RunResult> => {
  const { signal } = options
  const open = await openRun(options)
  const results = new Map<Clause, ClauseResult>()
  let stopped = open.stopped
  let silences = 0
  const queue = stopped ? [] : [...open.clauses]
  const work = async () => {
    for (let next = queue.shift(); next && !stopped && !signal?.aborted; next = queue.shift()) {
      const result = await open.runClause(next)
      // What was under way when the run was interrupted says nothing of the subject.
      if (signal?.aborted) return
      results.set(next, result)
      options.onResult?.(result)
      silences = isUnanswered(result) ? silences + 1 : 0
      if (silences >= MAX_UNANSWERED) stopped ??= await checkReachable(options)
    }
  }
  await Promise.all(Array.from({ length: options.concurrency ?? 4 }, work))
  return {
    results: open.clauses.flatMap((clause) => results.get(clause) ?? []),
    leftBehind: await open.close(),
    interrupted: signal?.aborted ?? false,
    isAlive: open.isAlive,
    ...(stopped && { stopped }),
  }
}

const EXPECTED_ANSWER = 'an answer'

const isUnanswered = ({ violation }: ClauseResult): boolean => violation?.expected === EXPECTED_ANSWER

const checkReachable = async (options: RunOptions): Promise<StopReason | undefined> => {
  const stopped = await preflight(new RunSession({ ...options, readOnly: true }))
  return stopped?.code === 'unreachable' ? stopped : undefined
}

/** One clause with a trial of its own. */
export const runClause = async (session: RunSession, clause: Clause): Promise<ClauseResult> => {
  const trial = new ClauseContext(session)
  const before = performance.now()
  const ended = (verdict: Verdict, more: Partial<ClauseResult> = {}): ClauseResult => ({
    clause,
    verdict,
    warnings: trial.warnings,
    learned: trial.learned,
    exchanges: trial.exchanges,
    tookMs: performance.now() - before,
    ...more,
  })
  try {
    for (const need of clause.needs) if (!(await session.meets(need))) return ended('skipped', { reason: NEEDS[need] })
    await clause.check(trial)
    return ended(trial.warnings.length > 0 ? 'warned' : trial.learned.length > 0 ? 'observed' : 'passed')
  } catch (error) {
    if (error instanceof SkipClause) return ended('skipped', { reason: error.message })
    if (error instanceof Violation) {
      const { expected, got, exchange = trial.exchanges.at(-1) } = error
      return ended('failed', { violation: { expected, got, exchange } })
    }
    if (error instanceof UnreachableError) {
      return ended('failed', { violation: { expected: EXPECTED_ANSWER, got: error.message, exchange: trial.exchanges.at(-1) } })
    }
    return ended('broken', { reason: String(error) })
  }
}
