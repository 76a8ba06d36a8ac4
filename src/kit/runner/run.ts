import type { FoundSample } from '../sample/sample-publication.ts'
import { withBlockedClauses } from './blocked-clauses.ts'
import { type Clause, LEAVES, type Leaves } from './clause.ts'
import { type ClauseResult, prepareClause, runClause } from './clause-run.ts'
import { cleanUp, firstConfigured } from './clean-up.ts'
import { commonCausesOf } from './failing-operations.ts'
import type { CommonCause } from './operations.ts'
import { hasUsableLinks, preflight } from './preflight.ts'
import { RunSession, type RunSessionOptions } from './session.ts'
import type { StopReason } from './violation.ts'

/** A run: the clauses, the target, and the permitted effects. */
export interface RunOptions extends Omit<RunSessionOptions, 'readOnly'> {
  readonly clauses: readonly Clause[]
  /**
   * The most that the run may leave behind. Clauses that leave more are not run; with `nothing` the run sends
   * reads only. Default `any`.
   */
  readonly leaves?: Leaves
  /**
   * Clauses that run at a time. Default: 4; if responses take long, as many as keep up to 32 requests in
   * flight.
   */
  readonly concurrency?: number
  /** Number of failures after which the run ends. Default: it runs every clause. */
  readonly maxFailures?: number
  /** Ids of clauses whose failures do not count. */
  readonly accepted?: ReadonlySet<string>
  /** Called with every clause's result. */
  readonly onResult?: (result: ClauseResult) => void
}

/** The result of a run. */
export interface RunResult {
  readonly results: readonly ClauseResult[]
  /** What is wrong with every response of an operation. */
  readonly causes: readonly CommonCause[]
  /** What the run could not clean up. */
  readonly leftBehind: readonly string[]
  /** Changes that no request can undo: topics that had no configuration. */
  readonly lasting: readonly string[]
  readonly interrupted: boolean
  /** Whether the run ended because of `maxFailures`. */
  readonly isCutShort: boolean
  /** Whether any response had a link with an `href`. */
  readonly isAlive: boolean
  /** How the search for an accepted create ended; undefined when no clause needed one. */
  readonly sample?: FoundSample | undefined
  /** Present when the run could not check anything, or nothing more. */
  readonly stopped?: StopReason
}

/** A run in progress: clauses are run one by one or concurrently, then the run is closed. */
export interface OpenRun {
  /** The clauses that leave no more than the run may. */
  readonly clauses: readonly Clause[]
  readonly stopped: StopReason | undefined
  readonly isAlive: boolean
  /** Returns how the search for an accepted create ended; undefined when no clause needed one. */
  sampleOutcome(): Promise<FoundSample | undefined>
  runClause(clause: Clause): Promise<ClauseResult>
  /** Makes the observation that a clause needs before its turn. */
  prepare(clause: Clause): Promise<unknown>
  /** Returns what is wrong with every response of an operation. */
  causes(): Promise<readonly CommonCause[]>
  /** Changes that no request can undo. */
  lasting(): readonly string[]
  /** Clauses that run at a time. */
  readonly workers: number
  /** Whether most of the time is network latency, so that clauses that run one by one would take long. */
  readonly isDistant: boolean
  /** Archives what the run created, also after an interruption; returns what it could not archive. */
  close(): Promise<readonly string[]>
}

/** Returns the clauses that leave no more than the run may. */
export const runnableClauses = ({ clauses, leaves = 'any' }: RunOptions): readonly Clause[] =>
  clauses.filter((entry) => LEAVES.indexOf(entry.leaves) <= LEAVES.indexOf(leaves))

/** Starts a run: checks that the target and the agency answer. */
export const openRun = async (options: RunOptions): Promise<OpenRun> => {
  const { leaves = 'any' } = options
  let isAlive = false
  const latencies: number[] = []
  const session = new RunSession({
    ...options,
    readOnly: leaves === 'nothing',
    onExchange: (exchange) => {
      isAlive ||= hasUsableLinks(exchange)
      if (latencies.length < MEASURED_RESPONSES) latencies.push(exchange.tookMs)
      options.onExchange?.(exchange)
    },
  })
  const stopped = await preflight(session, runnableClauses(options))
  const latencyMs = Math.min(...latencies, Infinity)
  const inFlight = defaultInFlight(latencyMs)
  const isDistant = options.concurrency === undefined && inFlight > NEAR_IN_FLIGHT
  if (options.concurrency === undefined) session.limitInFlight(inFlight)
  return {
    clauses: runnableClauses(options),
    stopped,
    get isAlive() {
      return isAlive
    },
    // Many clauses wait for observations of others, or for a lock: if requests take long, more clauses run.
    workers: options.concurrency ?? (isDistant ? inFlight * CLAUSES_PER_REQUEST : inFlight),
    isDistant,
    sampleOutcome: () => session.sampleOutcome(),
    runClause: (clause) => runClause(session, clause),
    prepare: (clause) => prepareClause(session, clause),
    causes: async () => {
      const sample = await session.sampleOutcome()
      const refusal = sample?.isAccepted ? undefined : sample?.refusal
      return commonCausesOf({
        exchanges: session.exchanges,
        lost: session.lost,
        wasCreated: (id) => session.wasCreated(id),
        ...(refusal && { refusal }),
      })
    },
    lasting: () => firstConfigured(session),
    close: () => cleanUp(session, options),
  }
}

/**
 * Runs the clauses against the target, then cleans up, also after an interruption. Never throws because of
 * what the target does.
 */
export const run = async (options: RunOptions): Promise<RunResult> => {
  const { signal } = options
  const open = await openRun(options)
  const results = new Map<Clause, ClauseResult>()
  let stopped = open.stopped
  const { maxFailures = Infinity, accepted = new Set() } = options
  const failures = async () =>
    withBlockedClauses([...results.values()], await open.causes()).filter(
      ({ clause, verdict }) => (verdict === 'failed' || verdict === 'broken') && !accepted.has(clause.id),
    ).length
  let isCutShort = false
  // A run that may end early begins as the description does.
  const rank = options.maxFailures === undefined ? rankOf : () => 0
  const byRank = [...open.clauses].sort((one, other) => rank(one) - rank(other))
  const note = async (clause: Clause, result: ClauseResult) => {
    stopped ??= result.stopped
    results.set(clause, result)
    options.onResult?.(result)
    if (maxFailures < Infinity && (await failures()) >= maxFailures) isCutShort = true
  }
  const mayGoOn = () => !stopped && !isCutShort && !signal?.aborted
  const work = async (queue: Clause[], take: typeof note, ahead: Clause[]) => {
    for (let next = queue.shift(); next && mayGoOn(); next = queue.shift()) {
      const result = await open.runClause(next)
      // The result of an interrupted clause is not evidence about the target.
      if (signal?.aborted || isCutShort) return
      await take(next, result)
    }
    for (let next = ahead.shift(); next && mayGoOn(); next = ahead.shift()) await open.prepare(next)
  }
  /** `ahead`: clauses that are prepared meanwhile, when no other is left to begin. */
  const runAll = (
    queue: Clause[],
    {
      workers = open.workers,
      take = note,
      ahead = [],
    }: { workers?: number; take?: typeof note; ahead?: Clause[] } = {},
  ) => Promise.all(Array.from({ length: workers }, () => work(queue, take, ahead)))
  /** Of clauses that run side by side, the one that damaged the target is not known: each fails alone too. */
  const runDamaging = async (queue: Clause[]) => {
    const suspects = new Map<Clause, ClauseResult>()
    const take = async (clause: Clause, result: ClauseResult) => {
      if (result.verdict === 'failed') suspects.set(clause, result)
      else await note(clause, result)
    }
    await runAll(queue, { workers: DAMAGING_AT_ONCE, take })
    for (const [clause, failed] of suspects) {
      const again = mayGoOn() ? await open.runClause(clause) : failed
      await note(clause, again.stopped ? failed : again)
    }
  }
  const last = byRank.filter(({ isLast }) => isLast)
  await runAll(
    byRank.filter(({ isLast, mayDamage }) => !isLast && !mayDamage),
    { ahead: [...last] },
  )
  await runAll(last)
  const damaging = open.clauses.filter(({ mayDamage }) => mayDamage)
  await (open.isDistant ? runDamaging(damaging) : runAll(damaging, { workers: 1 }))
  const causes = await open.causes()
  return {
    causes,
    results: open.clauses.flatMap((clause) => results.get(clause) ?? []),
    leftBehind: await open.close(),
    lasting: open.lasting(),
    interrupted: signal?.aborted ?? false,
    isCutShort,
    isAlive: open.isAlive,
    sample: await open.sampleOutcome(),
    ...(stopped && { stopped }),
  }
}

/**
 * First what waits longest, for settings and deliveries; then writers of publications; then those that run
 * alone, so that writers stop for them only once; then readers, which need not wait for these.
 */
const rankOf = ({ needs, isAlone, sparesPublications }: Clause): number =>
  isAlone ? 2 : !needs.includes('write') ? 3 : sparesPublications ? 0 : 1

const MEASURED_RESPONSES = 4

/** Clauses that a distant target may not survive, at a time. */
const DAMAGING_AT_ONCE = 8

/** Milliseconds of response time for each additional request in flight. */
const MS_PER_REQUEST = 2
/** Requests and clauses at a time for a target that is near. */
const NEAR_IN_FLIGHT = 4
const MAX_IN_FLIGHT = 48
const CLAUSES_PER_REQUEST = 3

/** For a distant target: most of the time is network latency, so more requests at a time add no load. */
const defaultInFlight = (latencyMs: number): number =>
  Number.isFinite(latencyMs)
    ? Math.min(MAX_IN_FLIGHT, Math.max(NEAR_IN_FLIGHT, Math.ceil(latencyMs / MS_PER_REQUEST)))
    : NEAR_IN_FLIGHT
