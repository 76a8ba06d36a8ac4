import { judgeOfRun, type RunFinding } from '../../contracts/rules/run-judge.ts'
import { prepareCheck } from '../../src/checks/check/check.ts'
import type { Clause } from '../../src/cli/entries/kit-entry.ts'
import { withBlockedClauses } from '../../src/kit/runner/blocked-clauses.ts'
import type { ClauseResult } from '../../src/kit/runner/clause-run.ts'
import { run } from '../../src/kit/runner/run.ts'
import type { SentRequest } from '../../src/kit/target/exchange.ts'
import type { Choices } from '../outsider/choices.ts'
import { startOutsider } from '../outsider/outsider.ts'

/** What the kit made of one variant of the outsider's implementation. */
export interface Judgement {
  readonly name: string
  /** Clauses that failed or broke, each with what it expected and got. */
  readonly failures: readonly string[]
  /** Rules that a response breaks, likewise; empty for a run that ended at a failure. */
  readonly findings: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly seconds: number
}

export interface JudgeOptions {
  readonly name: string
  readonly switches: Partial<Choices>
  /** Ends the run at the first failure. Every clause judges a variant that passes. */
  readonly stopsAtFailure?: boolean
  /** Header of conditional writes, where the user names it. */
  readonly preconditionHeader?: string
  /** Takes every request of the run. */
  readonly sent?: SentRequest[]
}

/** Runs the clauses against the outsider with these switches on, and the rules on their exchanges. */
export const judge = async (
  clauses: readonly Clause[],
  { name, switches, stopsAtFailure = false, preconditionHeader, sent = [] }: JudgeOptions,
): Promise<Judgement> => {
  const startMs = performance.now()
  // Where an api-url-path begins shows only below a path.
  const basePath = switches.pathPrefix === undefined ? '' : '/api/gateway'
  const outsider = await startOutsider({ switches, basePath })
  const firstFailure = deferred<readonly ClauseResult[]>()
  const prepared = prepareCheck(clauses, {
    url: outsider.url,
    agency: outsider.agency,
    headers: { 'X-Api-Key': outsider.keys.first },
    otherApp: { headers: { 'X-Api-Key': outsider.keys.second } },
    sameOrigins: [outsider.url.replace('127.0.0.1', 'localhost')],
    timeoutMs: 20_000,
    patienceMs: 700,
    ...(preconditionHeader !== undefined && { preconditionHeader }),
  })
  const onResult = (result: ClauseResult) => {
    if (stopsAtFailure && isFailure(result)) firstFailure.resolve([result])
  }
  try {
    // After the first failure the clean-up of the run is not waited for: its outsider ends with it.
    // No report is built, so nothing has to be known of what it would hide.
    const judged = { ...prepared.run, onResult, onExchange: () => {}, sent }
    const whole = run(judged).then(({ results }) => results)
    const results = withBlockedClauses(await Promise.race([whole, firstFailure.promise]))
    const counts: Record<string, number> = {}
    for (const { verdict } of results) counts[verdict] = (counts[verdict] ?? 0) + 1
    const failures = results.filter(isFailure).map(wordsOf)
    const isCut = stopsAtFailure && failures.length > 0
    const findings = isCut ? [] : (await judgeOfRun(judged)).broken.map(wordsOfRule)
    return { name, failures, findings, counts, seconds: (performance.now() - startMs) / 1_000 }
  } finally {
    prepared.close()
    await outsider.close()
  }
}

const deferred = <T>() => {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const isFailure = ({ verdict }: ClauseResult): boolean => verdict === 'failed' || verdict === 'broken'

const wordsOf = ({ clause, verdict, violation, reason }: ClauseResult): string =>
  `${clause.id} [${verdict}] expected ${violation?.expected}, got ${violation?.got ?? reason}`

const wordsOfRule = ({ finding: { rule, expected, got }, exchange: { request } }: RunFinding): string =>
  `${rule} [rule] expected ${expected}, got ${got} (${request.method} ${request.url})`
