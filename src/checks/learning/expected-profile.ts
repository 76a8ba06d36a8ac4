import {
  chosenValue,
  defaultProfile,
  optionText,
  ProfileError,
  withOptions,
  writtenOption,
} from '../../api/assumptions/profile.ts'
import type { Clause } from '../../kit/runner/clause.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'

/** The profile that a service is expected to follow. */
export interface ExpectedProfile {
  /** Vendor name in its media types. */
  readonly vendor: string
  /** Returns the clause extended: it warns when the service takes another option than the profile says. */
  withWarnings(clause: Clause): Clause
}

/** Reads the chosen options. Throws an `InvalidOptionsError` that names what is wrong with them. */
export const expectedProfile = (choices: Readonly<Record<string, unknown>>): ExpectedProfile => {
  const profile = profileOf(choices)
  return {
    vendor: chosenValue(profile, 'common/vendor') ?? 'service',
    withWarnings: (clause) => {
      if (Object.keys(choices).length === 0) return clause
      const check: Clause['check'] = async (t) => {
        await clause.check(t)
        for (const { id, option } of t.learned) {
          const expected = id in choices ? optionText(profile, id) : option
          if (expected !== (writtenOption(id, option) ?? option))
            t.warn(`${id}: the profile says ${expected}, the service does ${option}`)
        }
      }
      return { ...clause, check }
    },
  }
}

const profileOf = (choices: Readonly<Record<string, unknown>>) => {
  try {
    return withOptions(defaultProfile, choices, 'given')
  } catch (error) {
    if (error instanceof ProfileError) throw new InvalidOptionsError(`profile: ${error.problems.join('; ')}`)
    throw error
  }
}
