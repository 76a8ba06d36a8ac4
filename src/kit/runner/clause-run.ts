import {
  type Exchange,
  LostWriteError,
  OutOfMemoryError,
  UnreachableError,
  type WireRequest,
} from '../target/exchange.ts'
import type { Clause, Verdict } from './clause.ts'
import { ClauseContext, type LearnedOption, truncated } from './clause-context.ts'
import { archiveCreated } from './clean-up.ts'
import { NEEDS } from './needs.ts'
import type { CommonCause } from './operations.ts'
import { OutOfBoundsError } from './run-bounds.ts'
import type { RunSession } from './session.ts'
import { RunStopped, SkipClause, type StopReason, Violation } from './violation.ts'

/** The result of one clause. */
export interface ClauseResult {
  readonly clause: Clause
  readonly verdict: Verdict
  /** Why the clause was skipped, or what broke in the kit itself. */
  readonly reason?: string
  readonly violation?: {
    readonly expected: string
    readonly got: string
    readonly exchange: Exchange | undefined
  }
  readonly warnings: readonly string[]
  readonly learned: readonly LearnedOption[]
  readonly exchanges: readonly Exchange[]
  readonly tookMs: number
  /** The verdict without a success of another status than the description gives, if that is the violation. */
  readonly otherwise?: Verdict
  /** The exchange that shows why the clause was skipped, if it did not send it itself. */
  readonly because?: Exchange
  /** The request that was not answered, if that ended the clause, and its position among such requests. */
  readonly lost?: { readonly request: WireRequest; readonly number: number }
  /** What is wrong with every response of an operation, if this clause represents it. */
  readonly cause?: CommonCause
  /** Id of the clause that failed in the same way first. */
  readonly blockedBy?: string
  /** Why no other clause can be judged. */
  readonly stopped?: StopReason
}

const EXPECTED_ANSWER = 'a response'

/**
 * Runs one clause with its own context. Never throws: an error after a response is a failure on that answer.
 */
export const runClause = async (session: RunSession, clause: Clause): Promise<ClauseResult> => {
  const result = await judgedClause(session, clause)
  if (result.verdict === 'failed')
    for (const id of clause.statements)
      if (!session.failedStatements.has(id)) session.failedStatements.set(id, clause.id)
  return result
}

/** Makes the observation that a clause needs before its turn; its check judges the errors. */
export const prepareClause = async (session: RunSession, { prepare }: Clause): Promise<void> => {
  await prepare?.(new ClauseContext(session)).catch(() => {})
}

/** What became of a clause. */
type Outcome = Pick<ClauseResult, 'verdict'> & Partial<ClauseResult>

const judgedClause = async (
  session: RunSession,
  clause: Clause,
  isRepeated = false,
): Promise<ClauseResult> => {
  const t = new ClauseContext(session)
  const startMs = performance.now()
  try {
    return resultOf(t, clause, startMs, await outcomeOf(t, clause))
  } catch (error) {
    // Idle connections may be closed at any time, which breaks no statement.
    if (error instanceof LostWriteError && !isRepeated) return judgedClause(session, clause, true)
    return resultOf(t, clause, startMs, outcomeOfError(t, clause, error))
  }
}

const resultOf = (
  { warnings, learned, exchanges }: ClauseContext,
  clause: Clause,
  startMs: number,
  outcome: Outcome,
): ClauseResult => ({
  clause,
  warnings,
  learned,
  exchanges,
  tookMs: performance.now() - startMs,
  ...outcome,
})

/** Runs a clause whose needs are met; throws what ends it early. */
const outcomeOf = async (t: ClauseContext, clause: Clause): Promise<Outcome> => {
  const { session } = t
  for (const need of clause.needs) {
    const { isMet, exchange } = await session.meets(need)
    if (!isMet) return { verdict: 'skipped', reason: NEEDS[need], ...(exchange && { because: exchange }) }
  }
  await prepareClause(session, clause)
  const work = () => checkAndTidy(t, clause)
  const isWriting = clause.needs.includes('write') && !clause.sparesPublications
  const { isAlone } = clause
  await (isAlone ? session.alone(work, isAlone) : isWriting ? session.withPlaces(t, work) : work())
  const verdict = t.warnings.length > 0 ? 'warned' : t.learned.length > 0 ? 'observed' : 'passed'
  return withOtherSuccess(t, clause, { verdict })
}

/** Advice follows what the description demands; another clause fails for the status. */
const withOtherSuccess = (t: ClauseContext, clause: Clause, outcome: Outcome): Outcome =>
  t.otherSuccess && clause.advice === undefined
    ? { ...failed(t, clause, t.otherSuccess), ...outcome, verdict: 'failed', otherwise: outcome.verdict }
    : outcome

const failed = (
  t: ClauseContext,
  { advice }: Clause,
  { expected, got, exchange = t.exchanges.at(-1) }: Violation,
): Outcome => ({
  verdict: advice === undefined ? 'failed' : 'advised',
  violation: { expected, got, exchange: received(t.exchanges, exchange) },
})

const outcomeOfError = (t: ClauseContext, clause: Clause, error: unknown): Outcome => {
  if (error instanceof RunStopped) return { verdict: 'skipped', reason: error.message, stopped: error.reason }
  if (error instanceof SkipClause) {
    const { message: reason, exchange } = error
    return withOtherSuccess(t, clause, { verdict: 'skipped', reason, ...(exchange && { because: exchange }) })
  }
  if (error instanceof Violation) return failed(t, clause, error)
  if (error instanceof OutOfMemoryError) {
    const { message } = error
    return { verdict: 'skipped', reason: message, stopped: { code: 'unreachable', message } }
  }
  if (error instanceof UnreachableError) {
    const { message, unanswered: lost } = error
    const outcome: Outcome =
      clause.advice === undefined
        ? failed(t, clause, new Violation(EXPECTED_ANSWER, message))
        : { verdict: 'skipped', reason: message }
    return { ...outcome, ...(lost && { lost }) }
  }
  // Without a response, the mistake can only be the kit's.
  const last = t.exchanges.at(-1)
  return last && !(error instanceof OutOfBoundsError)
    ? failed(t, clause, new Violation('responses that can be read', `${unreadable(last)} (${error})`, last))
    : { verdict: 'broken', reason: String(error) }
}

/**
 * Returns an exchange as it was received: clauses see a success with the status that the description gives.
 */
const received = (exchanges: readonly Exchange[], exchange: Exchange | undefined): Exchange | undefined =>
  exchange && (exchanges.find(({ number }) => number === exchange.number) ?? exchange)

const unreadable = ({ request, response }: Exchange): string =>
  `${request.method} ${new URL(request.url).pathname} answered ${response.status} ${truncated(response.body)}`

/** Checks, then archives what the clause created, so that it no longer takes a place of the package. */
const checkAndTidy = async (t: ClauseContext, clause: Clause): Promise<void> => {
  try {
    await clause.check(t)
  } finally {
    await archiveCreated(t.session, t.exchanges)
  }
}
