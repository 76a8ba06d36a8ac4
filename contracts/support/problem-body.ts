import * as z from 'zod'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { truncated, type ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import { ProblemDetails } from '../../src/wire/problems.ts'
import { membersOf } from './links.ts'

/** The one place where members of a problem are read, in whichever case they come (`errors/member-casing`). */

export const MEMBERS = Object.keys(ProblemDetails.shape)

/** The members of a problem under the names of the description; members that it does not know keep theirs. */
export const problemIn = (t: ClauseContext, exchange: Exchange): Readonly<Record<string, unknown>> => {
  const names = new Map([...MEMBERS, 'Errors'].map((name) => [name.toLowerCase(), name]))
  const sent = Object.entries(t.object(exchange))
  return Object.fromEntries(sent.map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]))
}

const Faults = z.record(z.string(), z.array(z.string()))

/** `Errors` of the validation kind (ERR-03): property names to sentences. */
export const faultsIn = (t: ClauseContext, exchange: Exchange): Readonly<Record<string, readonly string[]>> => {
  const { Errors: errors } = problemIn(t, exchange)
  const read = Faults.safeParse(errors)
  if (read.success) return read.data
  throw new Violation('Errors: property names, each with an array of texts', truncated(JSON.stringify(errors)), exchange)
}

/** Whether a key of `Errors` speaks of a property: by its name or by a path to it or inside it (`errors/keys`). */
export const speaksOf = (key: string, property: string): boolean =>
  key
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .includes(property.toLowerCase())

/** The keys that are told, or none when the body is no validation problem: for observing, not for judging. */
export const keysIn = (exchange: Exchange): readonly string[] => {
  const body = membersOf(exchange.json)
  return Object.keys(membersOf(body.Errors ?? body.errors))
}

/** A content type without its parameters, in lower case; empty when there is none. */
export const typeOf = ({ response }: Exchange): string =>
  (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
