import { clauses } from '../../contracts/index.ts'
import type { createSandbox } from '../../src/index.ts'
import { prepareCheck } from '../../src/kit/check.ts'
import type { ClauseResult } from '../../src/kit/runner/clause-run.ts'
import { run } from '../../src/kit/runner/run.ts'

/**
 * A child process that checks the sandbox with one mutant at a time: it is sent the mutant's id, and answers
 * with what the kit found. An empty id checks the unchanged rules, and answers with the mutants that ran.
 */

/** The switches of the instrumented code. */
interface MutantSwitch {
  activeMutant?: string
  mutantCoverage?: { readonly static: Readonly<Record<string, number>> }
}

/** What the kit made of the sandbox with one mutant. */
export interface MutantVerdict {
  readonly id: string
  /** The first clause that failed, or why the sandbox did not start; absent when the check passed. */
  readonly caughtBy?: string
  /** Ids of the mutants whose code ran. */
  readonly reached?: readonly string[]
}

const [, , bundle = ''] = process.argv
const mutants: MutantSwitch = {}
Object.assign(globalThis, { __stryker__: mutants })

process.on('message', async (id: string) => {
  delete mutants.mutantCoverage
  if (id === '') delete mutants.activeMutant
  else mutants.activeMutant = id
  const caughtBy = await firstFailure(id).catch(
    (error: unknown) => `no start: ${String(error).split('\n')[0]}`,
  )
  const reached = id === '' ? reachedMutants() : undefined
  const verdict: MutantVerdict = { id, ...(caughtBy && { caughtBy }), ...(reached && { reached }) }
  process.send?.(verdict)
})

/** The instrumented code adds what runs. */
const reachedMutants = (): string[] => Object.keys(mutants.mutantCoverage?.static ?? {})

const firstFailure = async (id: string): Promise<string | undefined> => {
  // Another address is another instance: what a module computes when it is loaded is mutated too.
  const module: { createSandbox: typeof createSandbox } = await import(`${bundle}?mutant=${id}`)
  const { fetch } = await module.createSandbox({ scenario: 'demo', now: '2026-03-01T12:00:00-03:00' })
  const { promise, resolve } = deferred<string>()
  const prepared = prepareCheck(clauses, {
    url: 'http://playa.localhost',
    agency: 'ventas@lospinos.example',
    fetch,
    otherApp: { auth: { kind: 'key', key: 'vidriera-key' } },
    preconditionHeader: 'If-Match',
    timeoutMs: 10_000,
    patienceMs: 700,
  })
  const onResult = ({ clause, verdict }: ClauseResult) => {
    if (verdict === 'failed' || verdict === 'broken') resolve(clause.id)
  }
  try {
    const whole = run({ ...prepared.run, onResult, onExchange: () => {} }).then(() => undefined)
    return await Promise.race([whole, promise])
  } finally {
    prepared.close()
  }
}

const deferred = <T>() => {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
