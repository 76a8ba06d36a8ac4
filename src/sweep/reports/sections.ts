import { advisedCauses, type Cause, countedCauses, NO_RETRY, UNNOTICED } from '../verdicts/causes.ts'
import {
  isCounted,
  isRemark,
  type SweepReport,
  type SweptFault,
  type SweptOption,
  variantId,
} from '../verdicts/findings.ts'
import { weaknessOfOption } from '../verdicts/option-weaknesses.ts'

/** A report grouped for readers: findings, advice, waived findings, and the number of each verdict. */
export interface Sections {
  readonly conclusion: string
  readonly causes: readonly Cause[]
  /** Weaknesses that even a careful client may have. */
  readonly advice: readonly Cause[]
  readonly waived: readonly (SweptOption | SweptFault)[]
  /** Remarks about variants that the client survives, perhaps because no test checks them. */
  readonly remarks: readonly string[]
  /** Number and verdict, e.g. `2 stood on`. */
  readonly optionCounts: readonly (readonly [number, string])[]
  readonly faultCounts: readonly (readonly [number, string])[]
}

/** Groups the entries of a report. */
export const sectionsOf = (report: SweepReport): Sections => {
  const { assumptions, faults } = report
  const all = [...assumptions, ...faults]
  const found = all.filter(isCounted)
  const causes = countedCauses(report)
  return {
    conclusion: conclusionOf(report, found.length, causes.length),
    causes,
    advice: advisedCauses(report),
    remarks: remarksOf(all),
    waived: all.filter((entry) => entry.waived && entry.evidence !== null),
    optionCounts: countsOf(assumptions, 'stood-on', 'free'),
    faultCounts: countsOf(faults, 'broken', 'healed'),
  }
}

/** Returns remarks, with all variants that lead to the same one. */
const remarksOf = (entries: readonly (SweptOption | SweptFault)[]): string[] => {
  const groups = new Map<string, (SweptOption | SweptFault)[]>()
  for (const entry of entries) {
    const key = `${entry.verdict}, ${entry.note}`
    if (isRemark(entry.note)) groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const also =
      others.length > 0
        ? ` (so ${others.length > 1 ? 'do' : 'does'} ${others.map(variantId).join(', ')})`
        : ''
    return `${first.verdict}, but ${variantId(first)} ${first.note}${also}`
  })
}

const countsOf = (
  entries: readonly (SweptOption | SweptFault)[],
  ...verdicts: readonly string[]
): Sections['optionCounts'] =>
  [...verdicts, 'not-reached'].map((name) => [
    entries.filter(({ verdict }) => verdict === name).length,
    name.replace('-', ' '),
  ])

/** Says that a finding does not show in the requests. */
export const AS_UNDISTURBED = 'its requests are the same as undisturbed'

/** Writes a number with its noun: `1 run`, `2 runs`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const conclusionOf = ({ stopped, exitCode }: SweepReport, findings: number, causes: number): string => {
  if (stopped !== null) return 'Nothing could be swept.'
  if (exitCode === 130) return 'Interrupted: these results are partial.'
  if (findings > causes) return `${findings} findings with ${counted(causes, 'cause')}.`
  if (findings > 0) return `${counted(findings, 'finding')}.`
  return exitCode === 0 ? 'Nothing found.' : 'Nothing found, but waivers are invalid.'
}

const SHARED: Readonly<Record<string, (failures: string) => string>> = {
  [NO_RETRY]: (failures) => `never retries after ${failures}`,
  [UNNOTICED]: (failures) => `treats ${failures} as success, and never retries`,
}

/** Failures in headings, with the variants that cause them. */
const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/^(?:429-|limits\/rate)/, '429'],
  [/^503@/, '503'],
  [/^reset@/, 'a reset connection'],
]

/** Returns the failures that variants cause, as part of a sentence: a client may retry after others. */
const failuresIn = (ids: readonly string[]): string => {
  const names = FAILURES.flatMap(([pattern, name]) => (ids.some((id) => pattern.test(id)) ? [name] : []))
  return names.join(', ').replace(/, (?=[^,]+$)/, ' or ')
}

/** Returns a clause that says what the client does, seen in its requests or inferred (`perhaps`). */
export const causeHead = ({ id, ids, first }: Cause): string => {
  const shared = SHARED[id]
  if (shared === undefined) return findingHead(first)
  // A client may retry only some of its requests, so a short list of operations helps.
  const operations = new Set(ids.flatMap((one) => /@([^#]+)/.exec(one)?.[1] ?? []))
  const head = shared(failuresIn(ids))
  return operations.size > 0 && operations.size <= FEW ? `${head}: ${[...operations].join(', ')}` : head
}

const FEW = 2

/** Returns a clause that says what the client does in a finding. */
export const findingHead = (entry: SweptOption | SweptFault): string => {
  const weakness = 'fault' in entry ? entry.weakness : weaknessOfOption(entry.id, entry.option)
  const conduct = entry.evidence?.conduct
  // The weakness explains more than the value that was sent.
  if (
    conduct &&
    weakness !== undefined &&
    SENDS_MISSING_VALUE.test(conduct) &&
    !SEVERAL_HABITS.test(weakness)
  )
    return `${weakness}: ${conduct}`
  if (conduct) return shortened(conduct)
  if (weakness === undefined) return 'relies on what the description leaves open'
  return SEVERAL_HABITS.test(weakness) ? `perhaps ${weakness}` : weakness
}

/** Matches the clause for a request that contains `undefined`, `null` or `NaN` as text. */
const SENDS_MISSING_VALUE = /^sends ".*" in place of a value$/

/** A heading is one line; the sentence below it has the details. */
const MAX_CHARACTERS = 110

/** Returns the first of several joined habits, without its details if it is too long. */
const shortened = (clause: string): string => {
  const [first = clause] = clause.split(', and it ', 1)
  return first.length > MAX_CHARACTERS ? first.replace(/: .*/s, '') : first
}

/** Matches a clause that names several habits; a client has only one of them. */
const SEVERAL_HABITS = /, or | or .* or /

/** Returns the first variant of a cause, and the number of others. */
export const causeVariant = ({ count, first }: Cause): string =>
  count > 1 ? `${variantId(first)} and ${count - 1} more` : variantId(first)

/** Returns sentences that say what happens under a cause. */
export const causeSentences = ({ first }: Cause): string[] => [
  'fault' in first ? first.means : titleOf(first),
]

/** Returns the ids of all findings of a cause; empty for a single finding. */
export const causeIds = ({ ids, first }: Cause): readonly string[] =>
  ids.join() === variantId(first) ? [] : ids

/** Returns a title for a finding, without a full stop. */
export const titleOf = (entry: SweptOption | SweptFault): string =>
  'option' in entry ? `${entry.question} Here: ${entry.option}` : `${entry.fault}: ${entry.means}`
