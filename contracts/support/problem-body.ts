import * as z from 'zod'
import { PROBLEM_TYPE } from '../../src/api/wire/media-types.ts'
import { ValidationProblemDetails } from '../../src/api/wire/problem-schemas.ts'
import { type ClauseContext, truncated } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { PROBLEM_MEMBERS, problemMembers } from '../../src/kit/target/problem.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { isUrl } from '../../src/lib/text/url.ts'

/** Returns the path of a URL or of a path, without its query, decoded and in lower case. */
export const plainPath = (text: string): string => {
  const base = 'http://a.example'
  const path = isUrl(text, base) ? new URL(text, base).pathname : text
  // A path that was decoded already may hold a percent sign.
  return path.replace(/(?:%[\da-f]{2})+/gi, decodedUri).toLowerCase()
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
  const problem = problemMembers(t.object(answer))
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

/** Matches `Errors` of a validation problem (ERR-03): sentences by property name. */
export const ErrorsShape = ValidationProblemDetails.shape.Errors

/** Returns `Errors` of a validation problem (ERR-03): sentences by property name. */
export const validationErrorsIn = (
  t: ClauseContext,
  exchange: Exchange,
): Readonly<Record<string, readonly string[]>> => {
  const { Errors: errors } = problemMembers(t.object(exchange))
  const read = ErrorsShape.safeParse(errors)
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

/** Returns the media type of a response without parameters, in lower case; empty when there is none. */
export const mediaTypeOf = ({ response }: Exchange): string => mediaTypeIn(response.headers)

/** Returns the media type in headers of lower-case names, without parameters, in lower case; or ''. */
export const mediaTypeIn = ({ 'content-type': type = '' }: Readonly<Record<string, string>>): string =>
  type.replace(/;.*$/s, '').trim().toLowerCase()
