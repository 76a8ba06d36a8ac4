import * as z from 'zod'
import { WAIVER_MEMBERS, waiverFile } from '../checks/reports/waivers.ts'
import { counted } from '../lib/text/counted.ts'
import type { Hint } from './runs/sweep-world.ts'
import type { Variant } from './variants/variant.ts'

/** Verdict about a variant. `not-reached`: it changes nothing that this client sends or receives. */
export type SweepVerdict = 'passes' | 'breaks' | 'not-reached'

/** What was seen in the first run of a variant that breaks. */
export interface BreakEvidence {
  /** Why it counts as broken, one clause. */
  readonly reason: string
  /** The failing test's own message, or the end of the command's output; empty if the command passes. */
  readonly message: string
  /**
   * The client's requests from the variant's exchange on, with their responses, one line each, from shortly
   * before the first that differs from the baseline; equal to the baseline's if none does.
   */
  readonly sent: readonly string[]
  /** The same of the baseline. */
  readonly baseline: readonly string[]
  /** The command that repeats it. */
  readonly again: string
}

/** A variant with its verdict. */
export interface SweptVariant
  extends Pick<Variant, 'kind' | 'id' | 'exchange' | 'when' | 'careful' | 'isPreparation'> {
  readonly verdict: SweepVerdict
  /** Names of the tests that fail, and pass in the baseline. */
  readonly tests: readonly string[]
  /** Differences between the records at the end and the baseline's. */
  readonly world: readonly string[]
  readonly evidence: BreakEvidence | null
  readonly waived: boolean
}

/** The result of a sweep. */
export interface SweepReport {
  /** Release of the sandbox. */
  readonly release: string
  readonly command: string
  readonly tookMs: number
  /** Runs of the client's command. */
  readonly runs: number
  /** Exchanges that every baseline run has. */
  readonly exchanges: number
  readonly variants: readonly SweptVariant[]
  /** Options under which tests may rightly fail, and that were not run. */
  readonly notSurvivable: readonly string[]
  /** Ids for which there was no time. */
  readonly notRun: readonly string[]
  /** Findings of the client lint about the first baseline run. */
  readonly hints: readonly Hint[]
  /** Differences between baseline runs, and variants that broke in one of three runs. */
  readonly unstable: readonly string[]
  /** Why nothing could be swept; otherwise null. */
  readonly stopped: string | null
  /** What is wrong with the waivers. */
  readonly waiverFaults: readonly string[]
  readonly exitCode: number
}

/** A waiver file of a sweep: a list, or a map with the list under `waivers`. */
export const SweepWaiverFile = waiverFile(z.strictObject({ id: z.string().min(1), ...WAIVER_MEMBERS }))

/** Accepts a finding until a date. */
export interface SweepWaiver {
  /** Id of a variant. */
  readonly id: string
  readonly owner: string
  readonly reason: string
  /** Last day on which it is valid. */
  readonly expires: string
}

/** Returns what is wrong with the waivers: expired, or without a finding. */
export const waiverFaults = (
  waivers: readonly SweepWaiver[],
  variants: readonly Pick<SweptVariant, 'id' | 'verdict'>[],
  today: string,
): string[] =>
  waivers.flatMap(({ id, expires }) => {
    if (expires < today) return [`${id}: the waiver expired on ${expires}`]
    // A sweep of only some variants says nothing about the others.
    const found = variants.find((variant) => variant.id === id)
    return found && found.verdict !== 'breaks' ? [`${id}: the waiver matches no finding`] : []
  })

/** A variant that breaks. */
export type BrokenVariant = SweptVariant & { readonly evidence: BreakEvidence }

/** Variants that break at one operation in the same way; only the requests of each are its own. */
export interface SweepFinding {
  readonly headline: string
  readonly first: BrokenVariant
  readonly others: readonly BrokenVariant[]
}

/** Returns whether a variant counts against the client. */
export const isCounted = ({ verdict, waived }: Pick<SweptVariant, 'verdict' | 'waived'>): boolean =>
  verdict === 'breaks' && !waived

const isBroken = (variant: SweptVariant): variant is BrokenVariant =>
  isCounted(variant) && variant.evidence !== null

/**
 * Groups the variants that broke by the operation of the first exchange that differs, and by all that a
 * finding says of its first variant but its requests.
 */
export const findingsOf = (variants: readonly SweptVariant[]): SweepFinding[] => {
  const groups = new Map<string, BrokenVariant[]>()
  for (const variant of variants.filter(isBroken)) {
    const { exchange, tests, world, careful, isPreparation, evidence } = variant
    const { reason, message } = evidence
    const facts = [isPreparation === true, tests, world, careful, reason, message]
    const key = JSON.stringify([exchange?.split('#', 1)[0], ...facts])
    groups.set(key, [...(groups.get(key) ?? []), variant])
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ headline: headlineOf(first, others), first, others }] : [],
  )
}

/** Returns the id of a further variant of a finding, with the first of its own requests that differs. */
export const furtherLine = ({ id, evidence: { sent, baseline } }: BrokenVariant): string => {
  const at = Array.from({ length: Math.max(sent.length, baseline.length) }).findIndex(
    (_, place) => sent[place] !== baseline[place],
  )
  if (at < 0) return `${id}: ${AS_BASELINE}`
  return `${id}: ${sent[at] ?? `no request where the baseline has ${baseline[at]}`}`
}

/** Says that no request differs. */
export const AS_BASELINE = 'requests and statuses are those of the baseline'

const headlineOf = (first: SweptVariant, others: readonly SweptVariant[]): string => {
  const head = `breaks when ${first.when}`
  if (others.length === 0) return head
  const isOne = others.every(({ when }) => when === first.when)
  return isOne ? `${head} (${others.length + 1} variants)` : `${head}, and under ${others.length} more`
}

/** Returns in one line each when the command breaks, and in how many variants. */
export const headlinesOf = (variants: readonly SweptVariant[]): string[] => {
  const counts = new Map<string, number>()
  for (const { when } of variants.filter(isCounted)) counts.set(when, (counts.get(when) ?? 0) + 1)
  return [...counts].map(([when, count]) =>
    count === 1 ? `breaks when ${when}` : `breaks when ${when} (${count} variants)`,
  )
}

/** Returns the sentence that sums a report up. */
export const conclusionOf = ({ stopped, exitCode, variants, notRun }: SweepReport): string => {
  const broken = variants.filter(isCounted).length
  if (stopped !== null) return 'Nothing could be swept.'
  if (exitCode === 130) return 'Interrupted: these results are partial.'
  if (broken > 0) return `Breaks under ${counted(broken, 'variant')}.`
  if (exitCode !== 0) return 'Nothing found, but waivers are invalid.'
  return notRun.length > 0 ? 'Nothing found in the variants that were run.' : 'Nothing found.'
}

/** Returns the number of each verdict, such as `12 pass, 1 breaks, 90 not reached`. */
export const verdictCounts = (variants: readonly SweptVariant[]): string => {
  const countOf = (verdict: SweepVerdict) => variants.filter((variant) => variant.verdict === verdict).length
  return `${countOf('passes')} passed, ${countOf('breaks')} broke, ${countOf('not-reached')} not reached`
}

/** Returns the sentences about what the report leaves out, one line each. */
export const leftOutLines = ({ notRun, notSurvivable }: SweepReport): string[] => [
  ...(notRun.length > 0 ? [`No time for ${counted(notRun.length, 'variant')}: --full runs all.`] : []),
  ...(notSurvivable.length > 0
    ? [`Not run, since tests may rightly fail under them: ${notSurvivable.join(', ')}.`]
    : []),
]
