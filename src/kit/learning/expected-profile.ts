import {
  type AssumptionId,
  choose,
  chosenValue,
  defaultProfile,
  optionText,
  ProfileError,
} from '../../assumptions/profile.ts'
import type { Clause } from '../runner/clause.ts'
import { InvalidOptionsError } from '../target/invalid-options-error.ts'

/** What a service is known by: the profile that its answers are held against. */
export interface ExpectedProfile {
  /** Vendor word of its media types. */
  readonly vendor: string
  /** The clause, which warns when the service answers an open question otherwise than the profile says. */
  withWarnings(clause: Clause): Clause
}

/** Reads a profile. Throws a `Misuse` that names what is wrong with it. */
export const expectedProfile = (choices: Readonly<Record<string, unknown>>): ExpectedProfile => {
  const profile = profileOf(choices)
  return {
    vendor: chosenValue(profile, 'common/vendor') ?? 'service',
    withWarnings: (clause) => {
      if (Object.keys(choices).length === 0) return clause
      const check = async (trial: Parameters<Clause['check']>[0]) => {
        await clause.check(trial)
        for (const { id, option } of trial.learned) {
          const expected = id in choices ? optionText(profile, id) : option
          if (expected !== normalizedOption(id, option))
            trial.warn(`${id}: the profile says ${expected}, the service does ${option}`)
        }
      }
      return { ...clause, check }
    },
  }
}

const profileOf = (choices: Readonly<Record<string, unknown>>) => {
  try {
    return choose(defaultProfile, choices, 'given')
  } catch (error) {
    if (error instanceof ProfileError) throw new InvalidOptionsError(`profile: ${error.problems.join('; ')}`)
    throw error
  }
}

/** The option as a profile writes it, where a profile takes it at all. */
const normalizedOption = (id: AssumptionId, option: string): string => {
  try {
    return optionText(choose(defaultProfile, { [id]: option }, 'learned'), id)
  } catch {
    return option
  }
}
