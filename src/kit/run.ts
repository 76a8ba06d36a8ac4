import { type Clause, LEAVES, type Leaves, NEEDS, type Verdict } from './clause.ts'
import { type Exchange, Unreachable } from './exchange.ts'
import { Session, type SessionOptions } from './session.ts'
import { type Learned, Trial } from './trial.ts'
import { Skip, Violation } from './violation.ts'

export interface RunOptions extends SessionOptions {
  readonly clauses: readonly Clause[]
  /** Most that may stay behind; clauses that leave more are not run. Default `any`. */
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
  readonly learned: readonly Learned[]
  readonly exchanges: readonly Exchange[]
  readonly tookMs: number
}

export interface RunResult {
  readonly results: readonly ClauseResult[]
  /** What could not be cleaned up: `ExternalId`s with the run's prefix. */
  readonly left: readonly string[]
  readonly interrupted: boolean
  /** Present when nothing could be tried at all. */
  readonly stopped?: { readonly why: 'unreachable' | 'unauthorized'; readonly sentence: string }
}

/** Runs the clauses against the subject, then cleans up, also after an interruption. Never throws because of what the subject does. */
export const run = async (options: RunOptions): Promise<RunResult> => {
  const session = new Session(options)
  const stopped = await preflight(session)
  if (stopped) return { results: [], left: [], interrupted: false, stopped }
  const allowed = LEAVES.indexOf(options.leaves ?? 'any')
  const todo = options.clauses.filter(({ leaves }) => LEAVES.indexOf(leaves) <= allowed)
  const results = new Map<Clause, ClauseResult>()
  const queue = [...todo]
  const work = async () => {
    for (let next = queue.shift(); next && !options.signal?.aborted; next = queue.shift()) {
      const result = await tryClause(session, next)
      results.set(next, result)
      options.onResult?.(result)
    }
  }
  await Promise.all(Array.from({ length: options.concurrency ?? 4 }, work))
  const left = await cleanUp(options, session)
  return {
    results: todo.flatMap((clause) => results.get(clause) ?? []),
    left,
    interrupted: options.signal?.aborted ?? false,
  }
}

const preflight = async (session: Session): Promise<RunResult['stopped']> => {
  try {
    const { response } = await session.send('GET', '/v3', {})
    if (response.status !== 401 && response.status !== 403) return undefined
    return { why: 'unauthorized', sentence: `${session.subject.base}/v3 answers ${response.status}: check --auth and the credentials.` }
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    return { why: 'unreachable', sentence }
  }
}

/** One clause with a trial of its own. */
export const tryClause = async (session: Session, clause: Clause): Promise<ClauseResult> => {
  const trial = new Trial(session)
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
    for (const need of clause.needs) if (!(await session.offers(need))) return ended('skipped', { reason: NEEDS[need] })
    await clause.check(trial)
    return ended(trial.warnings.length > 0 ? 'warned' : trial.learned.length > 0 ? 'observed' : 'passed')
  } catch (error) {
    if (error instanceof Skip) return ended('skipped', { reason: error.message })
    if (error instanceof Violation) {
      const { expected, got, exchange = trial.exchanges.at(-1) } = error
      return ended('failed', { violation: { expected, got, exchange } })
    }
    if (error instanceof Unreachable) {
      return ended('failed', { violation: { expected: 'an answer', got: error.message, exchange: trial.exchanges.at(-1) } })
    }
    return ended('broken', { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

/** Archives what the run created; tells what could not be archived. It runs to its end after an interruption too. */
const cleanUp = async (options: RunOptions, former: Session): Promise<readonly string[]> => {
  const { signal: _, ...rest } = options
  const session = new Session(rest)
  const left: string[] = []
  for (const externalId of former.left) {
    const path = `/v3/publicaciones/${encodeURIComponent(session.subject.agency)}/${encodeURIComponent(externalId)}/archivar`
    const archived = await session.send('PATCH', path, {}).then(
      // A conflict says that it is archived already; 404 that it is gone.
      ({ response }) => response.status < 300 || response.status === 409 || response.status === 404,
      () => false,
    )
    if (!archived) left.push(externalId)
  }
  return left
}

