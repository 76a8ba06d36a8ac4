import * as z from 'zod'
import { PROBLEM_TYPE } from '../../src/api/wire/media-types.ts'
import { ProblemDetails } from '../../src/api/wire/problem-schemas.ts'
import { type ClauseContext, truncated } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'

/** Reads members of problems in any letter case (`errors/member-casing`). */

/** Returns the path of a URL or of a path, decoded and without its query; any other text unchanged. */
export const plainPath = (text: string): string => {
  try {
    return decodeURIComponent(new URL(text, 'http://a.example').pathname).toLowerCase()
  } catch {
    return text
  }
}

/** Names of the members of a problem (ERR-02). */
export const PROBLEM_MEMBERS = Object.keys(ProblemDetails.shape)

/** Returns the members of a problem under the names of the description; other members keep their names. */
export const problemMembers = (t: ClauseContext, exchange: Exchange): Readonly<Record<string, unknown>> => {
  const names = new Map([...PROBLEM_MEMBERS, 'Errors'].map((name) => [name.toLowerCase(), name]))
  const sent = Object.entries(t.object(exchange))
  return Object.fromEntries(sent.map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]))
}

/**
 * Types of the members of a problem (ERR-02). `Detail` and `Extensions` may be null: the description shows
 * them as a text and an object, and leaves null open where no table mentions it (COM-14).
 */
export const PROBLEM_TYPES: Readonly<Record<string, z.ZodType>> = {
  Type: z.string(),
  Title: z.string(),
  Status: z.int(),
  Detail: z.union([z.string(), z.null()]),
  Instance: z.string(),
  Extensions: z.union([z.record(z.string(), z.unknown()), z.null()]),
}

/** Asserts that a response has the media type of problems (ERR-01). */
export const expectProblemType = (t: ClauseContext, answer: Exchange): void => {
  const type = mediaTypeOf(answer)
  t.assert(type === PROBLEM_TYPE, PROBLEM_TYPE, type || 'no Content-Type', answer)
}

/** Asserts the members that a problem must have besides its status (ERR-02). */
export const expectProblem = (t: ClauseContext, answer: Exchange): Readonly<Record<string, unknown>> => {
  const problem = problemMembers(t, answer)
  for (const name of PROBLEM_MEMBERS) {
    t.assert(
      PROBLEM_TYPES[name]?.safeParse(problem[name]).success === true,
      `${name} of a problem`,
      problem[name],
      answer,
    )
  }
  return problem
}

const ValidationErrors = z.record(z.string(), z.array(z.string()))

/** Returns `Errors` of a validation problem (ERR-03): sentences by property name. */
export const validationErrorsIn = (
  t: ClauseContext,
  exchange: Exchange,
): Readonly<Record<string, readonly string[]>> => {
  const { Errors: errors } = problemMembers(t, exchange)
  const read = ValidationErrors.safeParse(errors)
  if (read.success) return read.data
  throw new Violation(
    'Errors: property names, each with an array of texts',
    truncated(JSON.stringify(errors)),
    exchange,
  )
}

/** Returns whether a key of `Errors` is a property's name, or a path to it or inside it (`errors/keys`). */
export const keyRefersTo = (key: string, property: string): boolean =>
  key
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .includes(property.toLowerCase())

/** Returns the keys of `Errors`; none when the body is not a validation problem. It asserts nothing. */
export const errorKeysIn = (exchange: Exchange): readonly string[] => {
  const body = membersOf(exchange.json)
  return Object.keys(membersOf(body.Errors ?? body.errors))
}

/** Returns the media type of a response without parameters, in lower case; empty when there is none. */
export const mediaTypeOf = ({ response }: Exchange): string =>
  (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
