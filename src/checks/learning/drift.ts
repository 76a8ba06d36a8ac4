import {
  type AssumptionId,
  assumptions,
  defaultProfile,
  optionText,
  withOptions,
  writtenOption,
} from '../../api/assumptions/profile.ts'
import type { Report, ReportedClause } from '../reports/schema.ts'
import type { LearnedAssumption, OptionEvidence } from './learned-profile.ts'

/** One open question that a service answers differently than its previous profile says. */
export interface DriftedOption {
  readonly id: AssumptionId
  readonly question: string
  readonly former: string
  /** Undefined when the service was seen to do several things. */
  readonly present: string | undefined
  readonly problem: string | undefined
  /** Clauses and exchanges that show the present option. */
  readonly evidence: readonly OptionEvidence[]
}

/** The differences between a previous profile of a service and its current behaviour. */
export interface Drift {
  readonly changed: readonly DriftedOption[]
  /** In the previous profile, not seen now. */
  readonly lost: readonly { readonly id: AssumptionId; readonly former: string }[]
  /** Seen now, not in the previous profile. */
  readonly gained: readonly { readonly id: AssumptionId; readonly present: string }[]
}

/** Compares what was learned with a previous profile. Throws a `ProfileError` when that is invalid. */
export const driftOf = (
  learned: readonly LearnedAssumption[],
  formerOptions: Readonly<Record<string, unknown>>,
): Drift => {
  const former = withOptions(defaultProfile, formerOptions, 'given')
  const formerOf = (id: AssumptionId) =>
    Object.hasOwn(formerOptions, id) ? optionText(former, id) : undefined
  const questions = new Map<string, string>(assumptions.map(({ id, question }) => [id, question]))
  const changed: DriftedOption[] = []
  const lost: Drift['lost'][number][] = []
  const gained: Drift['gained'][number][] = []
  for (const { id, option, problem, evidence } of learned) {
    const known = formerOf(id)
    const present = option === undefined ? undefined : writtenOption(id, option)
    if (known === undefined) {
      if (present !== undefined) gained.push({ id, present })
    } else if (present !== undefined ? present !== known : problem !== undefined)
      changed.push({ id, question: questions.get(id) ?? '', former: known, present, problem, evidence })
    else if (present === undefined) lost.push({ id, former: known })
  }
  return { changed, lost, gained }
}

/** Returns the clauses that fail, without those that failed before. */
export const newlyFailing = (
  { clauses }: Report,
  failedBefore: ReadonlySet<string>,
): readonly ReportedClause[] =>
  clauses.filter(({ id, verdict }) => verdict === 'failed' && !failedBefore.has(id))
