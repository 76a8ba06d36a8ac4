import type { Finding } from '../../../../contracts/rules/finding.ts'
import { historyExchange } from '../../../../contracts/rules/recorded-exchange.ts'
import type { Clause } from '../../../kit/runner/clause.ts'
import type { ClauseResult } from '../../../kit/runner/clause-run.ts'
import { type RunOptions, type RunResult, run } from '../../../kit/runner/run.ts'
import type { Exchange } from '../../../kit/target/exchange.ts'
import { isUrl } from '../../../lib/text/url.ts'

/** A clause that failed twice, with the requests that show the failure. */
export interface FailedClause {
  readonly finding: Finding
  readonly sent: readonly Exchange[]
}

interface ClauseRunResults {
  readonly failed: readonly FailedClause[]
  /** Clauses that failed once and not again. */
  readonly unconfirmed: readonly Finding[]
  readonly leftBehind: readonly string[]
  /** Number of clauses that ended before the time was over. */
  readonly tried: number
}

interface ClauseRunOptions {
  /** Time limit; clauses that failed shortly before its end are repeated even beyond it. */
  readonly leftMs?: number
  /** Returns the findings of a single response, whatever the clause asserts. */
  readonly findingsOf?: (exchange: Exchange) => readonly Finding[]
}

/**
 * Runs clauses of the contract kit within an exploration, so that their rules need no second copy. A failure
 * counts only if it is repeated, because other users of the service may be the cause; the same applies to an
 * response that breaks a rule in a passing clause.
 */
export const failedClauses = async (
  options: RunOptions,
  { leftMs = Infinity, findingsOf = () => [] }: ClauseRunOptions = {},
): Promise<ClauseRunResults> => {
  const first = await runWithin({ ...options, prefix: `${options.prefix}p` }, leftMs * TRIED)
  const tried = first.results.length
  const odd = findingsInPassing(first.results, findingsOf)
  const suspects = [...new Set([...failuresIn(first.results), ...odd.values()].map(({ clause }) => clause))]
  if (suspects.length === 0 || first.stopped || options.signal?.aborted)
    return { failed: [], unconfirmed: [], leftBehind: first.leftBehind, tried }
  const againMs = Math.max(leftMs * (1 - TRIED), MIN_AGAIN_MS)
  const second = await runWithin({ ...options, prefix: `${options.prefix}q`, clauses: suspects }, againMs)
  const failed = failuresIn(second.results)
  const oddAgain = findingsInPassing(second.results, findingsOf)
  const isAgain = ({ clause }: ClauseResult) => failed.some((one) => one.clause === clause)
  return {
    failed: [
      ...failed.map(failedClause),
      ...[...oddAgain].flatMap(([rule, { finding, exchanges, exchange }]) =>
        odd.has(rule) ? [{ finding, sent: decisive(exchanges, exchange) }] : [],
      ),
    ],
    unconfirmed: failuresIn(first.results)
      .filter((one) => !isAgain(one))
      .map((one) => failedClause(one).finding),
    leftBehind: [...first.leftBehind, ...second.leftBehind],
    tried,
  }
}

/** A response that breaks a rule in a passing clause. */
interface FindingInPassingClause extends Pick<ClauseResult, 'clause' | 'exchanges'> {
  readonly finding: Finding
  readonly exchange: Exchange
}

/** Returns what responses of clauses that hold break by themselves, by rule: the first of each. */
const findingsInPassing = (
  results: readonly ClauseResult[],
  findingsOf: (exchange: Exchange) => readonly Finding[],
): ReadonlyMap<string, FindingInPassingClause> => {
  const found = new Map<string, FindingInPassingClause>()
  for (const { clause, exchanges, verdict } of results)
    if (verdict !== 'failed')
      for (const exchange of exchanges)
        for (const finding of findingsOf(exchange))
          if (!found.has(finding.rule)) found.set(finding.rule, { clause, exchanges, finding, exchange })
  return found
}

/** Sections of clauses, those with the fewest requests for a clause first. */
const CHEAP_FIRST = [
  'http',
  'publications-create',
  'inquiries',
  'publications-members',
  'errors',
  'publications-read',
  'common',
  'publications-photos',
  'webhooks',
  'operators',
  'states',
  'entry-point',
  'publications-edit',
  'agencies',
  'catalogue',
]

/** Returns clauses of few requests, cheap ones first, and those of many requests or that wait. */
export const clausesByCost = (
  clauses: readonly Clause[],
): { readonly few: readonly Clause[]; readonly many: readonly Clause[] } => {
  const sectionOf = ({ id }: Clause) => id.split('/', 1)[0] ?? ''
  return {
    few: CHEAP_FIRST.flatMap((section) => clauses.filter((clause) => sectionOf(clause) === section)),
    many: clauses.filter((clause) => !CHEAP_FIRST.includes(sectionOf(clause))),
  }
}

/** Clauses of one run; its failures are reported when it ends, not after all runs. */
const BATCH = 100

/** Returns clauses in batches, in their order. */
export const batchesOf = (clauses: readonly Clause[]): readonly (readonly Clause[])[] =>
  Array.from({ length: Math.ceil(clauses.length / BATCH) }, (_, at) =>
    clauses.slice(at * BATCH, (at + 1) * BATCH),
  )

/**
 * Part of the time in which clauses are tried; the rest, or at least the minimum, is for repeating failed
 * ones.
 */
const TRIED = 0.9
const MIN_AGAIN_MS = 5_000

/**
 * Runs clauses for some time. A timer holds the controller: a timeout signal may be collected and never fire.
 */
const runWithin = async (options: RunOptions, timeMs: number): Promise<RunResult> => {
  const ends = new AbortController()
  const timer = setTimeout(() => ends.abort(), Math.min(timeMs, MAX_TIMER_MS))
  const signal = AbortSignal.any([ends.signal, ...(options.signal ? [options.signal] : [])])
  return run({ ...options, signal }).finally(() => clearTimeout(timer))
}

/** Maximum time of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

const failuresIn = (results: readonly ClauseResult[]): readonly ClauseResult[] =>
  results.filter(({ verdict }) => verdict === 'failed')

const failedClause = ({ clause, violation, exchanges }: ClauseResult): FailedClause => {
  const sent = decisive(exchanges, violation?.exchange)
  const last = sent.at(-1)
  return {
    sent,
    finding: {
      rule: `clause ${clause.id}`,
      kind: kindOf(clause),
      statements: clause.statements,
      assumptions: [],
      expected: violation?.expected ?? clause.title,
      got: violation?.got ?? 'another response',
      exchange: historyExchange(last ?? NO_EXCHANGE, last?.number ?? 0, 0),
    },
  }
}

/** Clauses on clients that write at the same time find races. */
const kindOf = ({ id }: Clause): Finding['kind'] => (id.includes('parallel') ? 'race' : 'violation')

const NO_EXCHANGE: Exchange = {
  number: 0,
  request: { method: 'GET', url: '', headers: {} },
  response: { status: 0, headers: {}, body: '' },
  json: undefined,
  tookMs: 0,
}

/** Maximum number of requests of a clause that a finding shows. */
const MAX_SHOWN = 5

/** Returns the exchange that shows a failure, after the writes to the same address. */
export const decisive = (
  exchanges: readonly Exchange[],
  shown: Exchange | undefined,
): readonly Exchange[] => {
  const last = shown ?? exchanges.at(-1)
  if (!last) return []
  const before = exchanges.filter(({ number }) => number < last.number)
  const related = before.filter(
    ({ request, response }) =>
      request.method !== 'GET' && isSameResource(request, last.request.url, response.body),
  )
  return [...related.slice(1 - MAX_SHOWN), last]
}

const isSameResource = (
  { method, url, body = '' }: Exchange['request'],
  other: string,
  answer: string,
): boolean => {
  const [first, second] = [url, other].map((one) => (isUrl(one) ? new URL(one).pathname : one))
  if (first === undefined || second === undefined) return false
  const id = second.split('/').at(-1) ?? ''
  const isNamed = id !== '' && (body.includes(id) || (method === 'POST' && answer.includes(id)))
  // A create of another one goes to the same collection.
  const isAround = second.startsWith(first) && (method !== 'POST' || second === first)
  return isAround || first.startsWith(second) || isNamed
}
