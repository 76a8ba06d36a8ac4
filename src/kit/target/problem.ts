import { ProblemDetails } from '../../api/wire/problem-schemas.ts'
import { membersOf } from '../../lib/unknown-values.ts'

/** Reads members of problems in any letter case (`errors/member-casing`). */

/** Names of the members of a problem (ERR-02). */
export const PROBLEM_MEMBERS = Object.keys(ProblemDetails.shape)

const SPELLINGS = new Map([...PROBLEM_MEMBERS, 'Errors'].map((name) => [name.toLowerCase(), name]))

/** Returns the members of a problem under the names of the description; other members keep their names. */
export const problemMembers = (json: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(membersOf(json)).map(([name, value]) => [
      SPELLINGS.get(name.toLowerCase()) ?? name,
      value,
    ]),
  )

/** Returns the keys of `Errors` (ERR-03); none when the body is not a validation problem. */
export const errorKeys = (json: unknown): readonly string[] =>
  Object.keys(membersOf(problemMembers(json)['Errors']))
