import { firstOf } from '../lib/text/first-of.ts'
import { lastLines, type SweepBaseline } from './runs/baseline.ts'
import { type ClientCall, callLine, isClients } from './runs/client-call.ts'
import type { ClientRun } from './runs/client-run.ts'
import { failedTests } from './runs/failed-tests.ts'
import { worldDifferences } from './runs/world-records.ts'
import type { Variant } from './variants/variant.ts'

/** What one run under a variant showed. */
export interface RunVerdict {
  /** Why the run counts as broken; null if it does not. */
  readonly reason: string | null
  readonly tests: readonly string[]
  readonly world: readonly string[]
  readonly message: string
}

/** Compares a run under a variant with the baseline: the result of the command, then the records. */
export const judgeRun = (run: ClientRun, baseline: SweepBaseline, variant: Variant): RunVerdict => {
  const reason = failureOf(run, baseline)
  const world = baseline.isWorldStable ? worldOf(run, baseline, variant) : []
  if (reason === null && world.length === 0) return { reason, tests: [], world, message: '' }
  if (reason === null)
    return { reason: 'the command passes, but the records at the end differ', tests: [], world, message: '' }
  const failing = failingTests(run, baseline)
  return { reason, tests: [...failing.keys()], world, message: messageOf(run, failing) }
}

/** Returns why the command counts as failed; null if it passes as in the baseline. */
const failureOf = (run: ClientRun, baseline: SweepBaseline): string | null => {
  const { excess, timedOut, exitCode, tookMs } = run
  if (excess !== undefined) return `the command was ended: ${excess}`
  if (timedOut) return `the command did not end within ${Math.round(tookMs / 1_000)} s`
  const usual = baseline.run.exitCode
  if (exitCode !== usual && exitCode !== 0) return `the command fails with exit code ${exitCode ?? 'none'}`
  return run.tests !== undefined && failingTests(run, baseline).size > 0 ? 'a test fails' : null
}

/** Returns the tests that fail, or are missing, and pass in the baseline, with what each says. */
const failingTests = (run: ClientRun, { passing }: SweepBaseline): ReadonlyMap<string, string> => {
  // Without a JUnit file the output names them, for people.
  if (passing === undefined) return failedTests(run.output)
  const failing = new Map<string, string>()
  for (const name of passing) {
    const failure = run.tests?.get(name)
    if (failure !== null) failing.set(name, failure ?? '')
  }
  return failing
}

const messageOf = ({ output }: ClientRun, failing: ReadonlyMap<string, string>): string =>
  [...failing.values()][0]?.trimEnd() || lastLines(output)

const worldOf = (run: ClientRun, baseline: SweepBaseline, variant: Variant): string[] => {
  const { comparison, shownOtherwise } = variant
  const { rivalWrite } = run
  if (comparison === 'not-compared') return []
  const { phases, volatile, isInAnyOrder } = baseline
  const rivalMember = comparison === 'with-rival' ? run.rivalMember : undefined
  const ignored = {
    has: (member: string) =>
      volatile.has(member) ||
      member === `publication ${rivalMember}` ||
      member.split(/[ .]/).some((name) => shownOtherwise?.has(name)),
  }
  const isWhole = isInAnyOrder || run.phases.length !== phases.length
  const found = isWhole
    ? worldDifferences(phases.flat(), run.phases.flat(), ignored)
    : phases.flatMap((records, at) => worldDifferences(records, run.phases[at] ?? [], ignored))
  const differences = found.map(run.redacted).map(baseline.run.redacted)
  const lost = rivalMember && rivalWrite && !rivalWrite.isKept
  return lost
    ? [
        `publication ${rivalWrite.externalId}: the other writer's change of ${rivalMember} is lost`,
        ...differences,
      ]
    : differences
}

const MAX_LINES = 8
/** Equal lines before the first one that differs. */
const CONTEXT_LINES = 2

/**
 * Returns the client's requests from an exchange on, with their responses, of a run and of the baseline: from
 * shortly before the first difference on. Both are equal if nothing differs.
 */
export const differingLines = (
  run: readonly ClientCall[],
  baseline: readonly ClientCall[],
  exchange: string | null,
): { readonly sent: readonly string[]; readonly baseline: readonly string[] } => {
  const [sent, before] = [linesFrom(run, exchange), linesFrom(baseline, exchange)]
  const longest = Math.max(sent.length, before.length)
  let same = 0
  while (same < longest && sent[same] === before[same]) same += 1
  const from = same === longest ? 0 : Math.max(0, same - CONTEXT_LINES)
  const shown = (lines: readonly string[]) => [
    ...(from > 0 ? [`(${from} lines that are equal)`] : []),
    ...firstOf(lines.slice(from), MAX_LINES),
  ]
  return { sent: shown(sent), baseline: shown(before) }
}

/** Returns the client's requests from an exchange on, with their responses; equal ones in a row once. */
const linesFrom = (calls: readonly ClientCall[], exchange: string | null): string[] => {
  const at = exchange === null ? 0 : calls.findIndex((call) => call.exchange === exchange)
  if (at < 0) return []
  const lines: { readonly line: string; count: number }[] = []
  for (const call of calls.slice(at).filter(isClients)) {
    const line = callLine(call)
    const last = lines.at(-1)
    if (last?.line === line) last.count += 1
    else lines.push({ line, count: 1 })
  }
  return lines.map(({ line, count }) => (count === 1 ? line : `${line}  (${count} times)`))
}
