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

/** The findings of a sweep that count, those that are waived, and how many there are of each verdict. */
export interface Sections {
  readonly conclusion: string
  readonly causes: readonly Cause[]
  /** What a careful client need not expect, as far as it is found. */
  readonly advice: readonly Cause[]
  readonly waived: readonly (SweptOption | SweptFault)[]
  /** What is reported of variants that the client survives: its tests may not look there. */
  readonly remarks: readonly string[]
  /** Number and name, e.g. `2 stood on`. */
  readonly optionCounts: readonly (readonly [number, string])[]
  readonly faultCounts: readonly (readonly [number, string])[]
}

/** Arranges a report for its readers. */
export const sectionsOf = (report: SweepReport): Sections => {
  const { assumptions, faults } = report
  const all = [...assumptions, ...faults]
  const found = all.filter(isCounted)
  const causes = countedCauses(report)
  return {
    conclusion: conclusionOf(report, found.length, causes.length),
    causes,
    advice: advisedCauses(report),
    remarks: all.flatMap((entry) =>
      isRemark(entry.note) ? `${entry.verdict}, but ${variantId(entry)} ${entry.note}` : [],
    ),
    waived: all.filter((entry) => entry.waived && entry.evidence !== null),
    optionCounts: countsOf(assumptions, 'stood-on', 'free'),
    faultCounts: countsOf(faults, 'broken', 'healed'),
  }
}

const countsOf = (
  entries: readonly (SweptOption | SweptFault)[],
  ...verdicts: readonly string[]
): Sections['optionCounts'] =>
  [...verdicts, 'not-reached'].map((word) => [
    entries.filter(({ verdict }) => verdict === word).length,
    word.replace('-', ' '),
  ])

/** Sentence for a finding that no request shows. */
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

const SHARED: Readonly<Record<string, string>> = {
  [NO_RETRY]: 'never retries after a refusal or a reset connection',
  [UNNOTICED]: 'treats a refusal or a reset connection as success, and never retries',
}

/** Returns what the client does that shows in a cause, as a clause: seen in its requests, or perhaps. */
export const causeHead = ({ id, ids, first }: Cause): string => {
  const shared = SHARED[id]
  if (shared === undefined) return findingHead(first)
  // A client often sends again some of its requests, or its tests send others.
  const operations = new Set(ids.flatMap((one) => /@([^#]+)/.exec(one)?.[1] ?? []))
  return operations.size > 0 && operations.size <= FEW ? `${shared}: ${[...operations].join(', ')}` : shared
}

const FEW = 2

/** Returns what the client does that shows in a finding, as a clause. */
export const findingHead = (entry: SweptOption | SweptFault): string => {
  const weakness = 'fault' in entry ? entry.weakness : weaknessOfOption(entry.id, entry.option)
  const conduct = entry.evidence?.conduct
  // What it sends says less than why it does so.
  if (conduct && weakness !== undefined && SENDS_NOTHING.test(conduct) && !MANY.test(weakness))
    return `${weakness}: ${conduct}`
  if (conduct) return shortened(conduct)
  if (weakness === undefined) return 'relies on what the description leaves open'
  return MANY.test(weakness) ? `perhaps ${weakness}` : weakness
}

/** True for a clause about the text of a missing value in a request. */
const SENDS_NOTHING = /^sends ".*" in place of a value$/

/** A heading is one line; what it leaves out is in the sentence beneath. */
const MOST_LETTERS = 110

/** Returns a clause without the other habits that it joins, and without details where they are long. */
const shortened = (clause: string): string => {
  const [first = clause] = clause.split(', and it ', 1)
  return first.length > MOST_LETTERS ? first.replace(/: .*/s, '') : first
}

/** True for a clause that names several habits, of which a client has one. */
const MANY = /, or | or .* or /

/** Returns the variant of a cause, and how many more show it. */
export const causeVariant = ({ count, first }: Cause): string =>
  count > 1 ? `${variantId(first)} and ${count - 1} more` : variantId(first)

/** Returns sentences about a cause: what happens. */
export const causeSentences = ({ first }: Cause): string[] => [
  'fault' in first ? first.means : titleOf(first),
]

/** Returns the ids of findings with one cause; none for a finding alone. */
export const causeIds = ({ ids, first }: Cause): readonly string[] =>
  ids.join() === variantId(first) ? [] : ids

/** Returns what a finding is about, as one sentence without its end. */
export const titleOf = (entry: SweptOption | SweptFault): string =>
  'option' in entry ? `${entry.question} Here: ${entry.option}` : `${entry.fault}: ${entry.means}`
