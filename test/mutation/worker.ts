import { clauses } from '../../contracts/index.ts'
import { prepareCheck } from '../../src/checks/check/check.ts'
import type { createSandbox } from '../../src/cli/entries/index.ts'
import type { Clause } from '../../src/kit/runner/clause.ts'
import { type OpenRun, openRun, type RunOptions } from '../../src/kit/runner/run.ts'

/**
 * A child process that checks the sandbox with one mutant at a time, clause after clause in the order that it
 * is sent, until one fails. Without a mutant it answers which clauses run the code of which mutants.
 */

/** The switches of the instrumented code. */
interface MutantSwitch {
  activeMutant?: string
  /** Where the instrumented code counts what runs; `static` without one. */
  currentTestId?: string
  mutantCoverage?: { readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>> }
}

/** What a process is asked. */
export interface MutantTask {
  /** Absent: the unchanged rules. */
  readonly id?: string
  /** Ids of the clauses that run the mutant's code, the likeliest to fail first; absent: all. */
  readonly order?: readonly string[]
}

/** What the kit made of the sandbox with one mutant. */
export interface MutantVerdict {
  readonly id?: string
  /** The first clause that failed, or why the sandbox did not start; absent when the check passed. */
  readonly caughtBy?: string
  readonly seconds: number
  /** Ids of the mutants whose code each clause runs, of the unchanged rules. */
  readonly reached?: Readonly<Record<string, readonly string[]>>
}

const [, , bundle = '', scenario = ''] = process.argv
const mutants: MutantSwitch = {}
Object.assign(globalThis, { __stryker__: mutants })
/** Worlds to check: one with everything, and one whose small package a check fills. */
const WORLDS: Readonly<Record<string, { readonly agency: string; readonly otherKey: string }>> = {
  demo: { agency: 'ventas@lospinos.example', otherKey: 'vidriera-key' },
  'two-apps': { agency: 'ventas@elcruce.example', otherKey: 'sur-key' },
}
/** Clauses that run at a time, as in a check of a near service. */
const AT_A_TIME = 4

process.on('message', async ({ id, order }: MutantTask) => {
  const startMs = performance.now()
  const seconds = () => (performance.now() - startMs) / 1_000
  if (id === undefined) delete mutants.activeMutant
  else mutants.activeMutant = id
  const caughtBy = await firstFailure(id ?? '', order).catch(
    (error: unknown) => `no start: ${String(error).split('\n')[0]}`,
  )
  const reached = id === undefined && caughtBy === undefined ? await reachedMutants() : undefined
  const verdict: MutantVerdict = {
    ...(id !== undefined && { id }),
    ...(caughtBy !== undefined && { caughtBy }),
    ...(reached && { reached }),
    seconds: seconds(),
  }
  process.send?.(verdict)
})

/**
 * Prepares a check of a new instance of the sandbox: what a module computes when it is loaded is mutated too.
 */
const prepared = async (instance: string) => {
  const module: { createSandbox: typeof createSandbox } = await import(`${bundle}?mutant=${instance}`)
  const world = WORLDS[scenario]
  if (!world) throw new Error(`--scenario takes ${Object.keys(WORLDS).join(' or ')}`)
  const { fetch } = await module.createSandbox({ scenario, now: '2026-03-01T12:00:00-03:00' })
  return prepareCheck(clauses, {
    url: 'http://playa.localhost',
    agency: world.agency,
    fetch,
    otherApp: { auth: { kind: 'key', key: world.otherKey } },
    strangerAgency: 'nadie@playa.invalid',
    preconditionHeader: 'If-Match',
    timeoutMs: 10_000,
    patienceMs: 700,
  })
}

const firstFailure = async (id: string, order?: readonly string[]): Promise<string | undefined> => {
  const check = await prepared(id)
  const [early, last] = [false, true].map((isLast) =>
    clauses.filter((one) => (one.isLast ?? false) === isLast),
  )
  const chosen = order?.flatMap((one) => early?.find((clause) => clause.id === one) ?? [])
  try {
    const open = await openRun(quiet(check.run))
    if (open.stopped) return open.stopped.code
    return (
      (await firstFailureOf(open, [...(chosen ?? early ?? [])])) ?? (await firstFailureOf(open, last ?? []))
    )
  } finally {
    check.close()
  }
}

const quiet = (options: RunOptions): RunOptions => ({ ...options, onExchange: () => {} })

const NOTICED = ['failed', 'broken', 'advised']

/** Runs clauses until one fails. What the run made is not cleaned up: its sandbox ends with it. */
const firstFailureOf = async (open: OpenRun, queue: Clause[]): Promise<string | undefined> => {
  let failed: string | undefined
  const work = async () => {
    for (let next = queue.shift(); next && failed === undefined; next = queue.shift()) {
      const { verdict, clause } = await open.runClause(next)
      if (NOTICED.includes(verdict)) failed ??= clause.id
    }
  }
  await Promise.race([
    Promise.all(Array.from({ length: AT_A_TIME }, work)),
    // Those under way need not end.
    new Promise<void>((done) => {
      const timer = setInterval(() => {
        if (failed === undefined) return
        clearInterval(timer)
        done()
      }, 20)
      timer.unref()
    }),
  ])
  return failed
}

/** Runs each clause by itself; the instrumented code counts what runs. */
const reachedMutants = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
  delete mutants.mutantCoverage
  mutants.currentTestId = 'start'
  const check = await prepared('reached')
  try {
    for (const [at, clause] of clauses.entries()) {
      mutants.currentTestId = 'start'
      const run = quiet(check.run)
      // The sandbox is the same, so each has its own ids.
      const open = await openRun({ ...run, prefix: `${run.prefix}${at}x`, clauses: [clause] })
      mutants.currentTestId = clause.id
      await open.runClause(clause)
      mutants.currentTestId = 'start'
      await open.close()
    }
  } finally {
    check.close()
    delete mutants.currentTestId
  }
  return Object.fromEntries(
    Object.entries(counted()).map(([clause, counts]) => [clause, Object.keys(counts)]),
  )
}

/** The instrumented code adds what runs. */
const counted = () => mutants.mutantCoverage?.perTest ?? {}
