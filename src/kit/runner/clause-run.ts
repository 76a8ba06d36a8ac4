import { type Exchange, LostWriteError, MemoryShortError, UnreachableError } from '../target/exchange.ts'
import type { Clause, Verdict } from './clause.ts'
import { ClauseContext, type LearnedOption } from './clause-context.ts'
import { archiveCreated } from './clean-up.ts'
import { NEEDS } from './needs.ts'
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
  /** Id of the clause that failed in the same way first. */
  readonly blockedBy?: string
  /** Why no other clause can be judged. */
  readonly stopped?: StopReason
}

const EXPECTED_ANSWER = 'an answer'

/**
 * Runs one clause with its own context. Never throws: an unexpected error gives the verdict `broken`.
 */
export const runClause = async (session: RunSession, clause: Clause): Promise<ClauseResult> => {
  const result = await judgedClause(session, clause)
  if (result.verdict === 'failed')
    for (const id of clause.statements)
      if (!session.failedStatements.has(id)) session.failedStatements.set(id, clause.id)
  return result
}

const judgedClause = async (
  session: RunSession,
  clause: Clause,
  isRepeated = false,
): Promise<ClauseResult> => {
  const t = new ClauseContext(session)
  const startMs = performance.now()
  const ended = (verdict: Verdict, more: Partial<ClauseResult> = {}): ClauseResult => ({
    clause,
    verdict,
    warnings: t.warnings,
    learned: t.learned,
    exchanges: t.exchanges,
    tookMs: performance.now() - startMs,
    ...more,
  })
  try {
    for (const need of clause.needs)
      if (!(await session.meets(need))) return ended('skipped', { reason: NEEDS[need] })
    await clause.prepare?.(new ClauseContext(session)).catch(() => {})
    const work = () => checkAndTidy(t, clause)
    const isWriting = clause.needs.includes('write') && !clause.sparesPublications
    const { isAlone } = clause
    await (isAlone ? session.alone(work, isAlone) : isWriting ? session.withPlaces(t, work) : work())
    return ended(t.warnings.length > 0 ? 'warned' : t.learned.length > 0 ? 'observed' : 'passed')
  } catch (error) {
    if (error instanceof RunStopped) return ended('skipped', { reason: error.message, stopped: error.reason })
    if (error instanceof SkipClause) return ended('skipped', { reason: error.message })
    if (error instanceof Violation) {
      const { expected, got, exchange = t.exchanges.at(-1) } = error
      return ended(clause.advice === undefined ? 'failed' : 'advised', {
        violation: { expected, got, exchange },
      })
    }
    if (error instanceof MemoryShortError) {
      const { message } = error
      return ended('skipped', { reason: message, stopped: { code: 'unreachable', message } })
    }
    // Idle connections may be closed at any time, which breaks no statement.
    if (error instanceof LostWriteError && !isRepeated) return judgedClause(session, clause, true)
    if (error instanceof UnreachableError) {
      if (clause.advice !== undefined) return ended('skipped', { reason: error.message })
      const violation = { expected: EXPECTED_ANSWER, got: error.message, exchange: t.exchanges.at(-1) }
      return ended('failed', { violation })
    }
    return ended('broken', { reason: String(error) })
  }
}

/** Checks, then archives what the clause created, so that it no longer takes a place of the package. */
const checkAndTidy = async (t: ClauseContext, clause: Clause): Promise<void> => {
  try {
    await clause.check(t)
  } finally {
    await archiveCreated(t.session, t.exchanges)
  }
}

/** Returns whether a clause failed because the target sent no complete response. */
export const isUnanswered = ({ violation }: ClauseResult): boolean => violation?.expected === EXPECTED_ANSWER
