import type { ClientCall } from './client-call.ts'
import type { ClientRun } from './client-run.ts'
import { type SweptRecord, type VolatileMembers, volatileMembers } from './world-records.ts'

/** What the runs without a variant have in common; all other runs are compared with it. */
export interface SweepBaseline {
  /** The first run, whose requests are replayed. */
  readonly run: ClientRun
  /** Records at each reset of the world, and at the end. */
  readonly phases: readonly (readonly SweptRecord[])[]
  /** True: tests run in random order, so the records of all phases are compared together. */
  readonly isInAnyOrder: boolean
  readonly volatile: VolatileMembers
  /** False: the runs leave different worlds, so worlds are not compared. */
  readonly isWorldStable: boolean
  /** Exchanges that every run has. */
  readonly exchanges: ReadonlySet<string>
  /** Tests that pass in every run; undefined without a JUnit file. */
  readonly passing: ReadonlySet<string> | undefined
  /** Differences between the runs, one sentence each. */
  readonly unstable: readonly string[]
  readonly longestMs: number
  /** Why the sweep stops here; absent if it continues. */
  readonly stopped?: string
}

/** Compares the runs without a variant. */
export const baselineOf = (runs: readonly [ClientRun, ...ClientRun[]]): SweepBaseline => {
  const [run] = runs
  const inOrder = volatileOfPhases(runs.map(({ phases }) => phases))
  const volatile = inOrder ?? volatileOfPhases(runs.map(({ phases }) => [phases.flat()]))
  const codes = [...new Set(runs.map(({ exitCode }) => String(exitCode ?? 'none')))]
  const passing = passingTests(runs)
  const unstable = [
    ...(codes.length > 1 ? [`the exit code differs between baseline runs: ${codes.join(', ')}`] : []),
    ...unstableTests(runs).map((name) => `test ${name} differs between baseline runs`),
    ...(volatile ? [] : ['baseline runs leave worlds with different numbers of records']),
  ]
  const stopped = reasonToStop(runs, codes, passing)
  return {
    run,
    phases: run.phases,
    isInAnyOrder: inOrder === undefined,
    volatile: volatile ?? new Set(),
    isWorldStable: volatile !== undefined,
    exchanges: commonExchanges(runs),
    passing,
    unstable,
    longestMs: Math.max(...runs.map(({ tookMs }) => tookMs)),
    ...(stopped !== undefined && { stopped }),
  }
}

const volatileOfPhases = (runs: readonly ClientRun['phases'][]): ReadonlySet<string> | undefined => {
  const [first] = runs
  const found = new Set<string>()
  for (const at of first?.keys() ?? []) {
    const names = volatileMembers(runs.map((phases) => phases[at] ?? []))
    if (names === undefined) return undefined
    for (const name of names) found.add(name)
  }
  return found
}

const reasonToStop = (
  runs: readonly ClientRun[],
  codes: readonly string[],
  passing: ReadonlySet<string> | undefined,
): string | undefined => {
  const excess = runs.find((run) => run.excess !== undefined)?.excess
  if (excess !== undefined)
    return `The command was ended in its baseline run: ${excess}. Sweep a smaller part of its tests.`
  const endless = runs.find(({ timedOut }) => timedOut)
  if (endless)
    return `The command does not end within ${Math.round(endless.tookMs / 1_000)} s, without any variant. ${lastLines(endless.output)}`.trim()
  const output = lastLines(runs.find(({ exitCode }) => exitCode !== 0)?.output ?? '')
  if (runs.every(({ calls }) => calls.every(({ operation }) => operation === undefined)))
    return codes.length === 1 && codes[0] !== '0'
      ? `The command fails with exit code ${codes[0]}, and sent no request of the described API to PLAYA_URL.\n${output}`.trim()
      : `The command sent no request of the described API to PLAYA_URL.\n${output}`.trim()
  // With a JUnit file, stable tests can be judged one by one.
  if (passing !== undefined && passing.size > 0) return undefined
  if (codes.length > 1)
    return `The command is unstable without any variant: its exit code varies between ${codes.join(' and ')}. ${output}`
  if (codes[0] === '0')
    return runs.every(({ tests }) => tests?.size === 0)
      ? 'The command passes, but leaves no JUnit file with tests where --junit expects it. Let the test runner write it there, or leave --junit out.'
      : undefined
  const clock = runs.some(({ hasDeliveries }) => hasDeliveries) ? CLOCK_OF_RECEIVERS : ''
  return `The command fails without any variant, with exit code ${codes[0]}. ${clock}\n${output}`.trim()
}

const CLOCK_OF_RECEIVERS =
  'The clock of the world is frozen at PLAYA_NOW, also in the timestamps of webhooks.'

const LINES = 12
const MAX_CHARACTERS = 4_000

/** Returns the last lines of an output, of at most a few thousand characters. */
export const lastLines = (output: string): string =>
  output.trimEnd().split('\n').slice(-LINES).join('\n').slice(-MAX_CHARACTERS)

const passingTests = (runs: readonly ClientRun[]): ReadonlySet<string> | undefined => {
  const [first, ...others] = runs
  if (!first?.tests || first.tests.size === 0) return undefined
  const passes = [...first.tests].filter(
    ([name, failure]) => failure === null && others.every(({ tests }) => tests?.get(name) === null),
  )
  return new Set(passes.map(([name]) => name))
}

const unstableTests = (runs: readonly ClientRun[]): string[] => {
  const names = new Set(runs.flatMap(({ tests }) => [...(tests?.keys() ?? [])]))
  return [...names].filter((name) => new Set(runs.map(({ tests }) => tests?.get(name) === null)).size > 1)
}

const exchangesOf = (calls: readonly ClientCall[]): string[] =>
  calls.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]))

const commonExchanges = (runs: readonly ClientRun[]): ReadonlySet<string> => {
  const sets = runs.map(({ calls }) => new Set(exchangesOf(calls)))
  return new Set([...(sets[0] ?? [])].filter((exchange) => sets.every((set) => set.has(exchange))))
}
