import { hasMeaningOfNull } from '../../src/api/wire/publication-members.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { foldText } from '../../src/lib/text/folded-text.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'

/**
 * Creates that differ from an acceptable one in one member. A response is judged only when the target accepts
 * the same create without that member: otherwise a full package, a forbidden app or a failing service may be
 * the cause.
 */

/** Members of a create or of a response. */
export type PublicationMembers = Readonly<Record<string, unknown>>

/** A create with a member to test, and the create that it is compared with. */
export interface CreateAttempt {
  readonly more: PublicationMembers
  /** Members of both creates. They must be valid. */
  readonly control?: PublicationMembers
  /** Members on which a refusal is legal, whatever the rest of the create. */
  readonly soft?: readonly string[]
}

/** A suspended publication takes no place if only active ones count, and the public does not see it. */
const SUSPENDED = { Activa: false }

/**
 * Asserts that a create is accepted, and returns its exchange. Skips when the target refuses the control too.
 */
export const mustBeAccepted = async (
  t: ClauseContext,
  { more, control = {}, soft = [] }: CreateAttempt,
): Promise<Exchange> => {
  const made = await t.create({ ...SUSPENDED, ...control, ...more })
  if (made.response.status === 201) return made
  const refusedOn = soft.find((member) => blamesMember(made, member))
  if (refusedOn) t.skip(`refused on ${refusedOn}, which the description allows`)
  await skipWhenRequired(t, more, control)
  await skipUnlessControlAccepted(t, control)
  throw new Violation('status 201', statusAndBlame(made), made)
}

/**
 * Skips when an empty member was refused that the service may require: the description does not list them.
 * It may not require another value than null where the description says what null means.
 */
const skipWhenRequired = async (
  t: ClauseContext,
  more: PublicationMembers,
  control: PublicationMembers,
): Promise<void> => {
  const empty = Object.keys(more).filter(
    (member) => isEmpty(more[member]) && !(more[member] === null && hasMeaningOfNull(member)),
  )
  if (empty.length === 0) return
  const without = Object.fromEntries(empty.map((member) => [member, undefined]))
  const absent = await t.create({ ...SUSPENDED, ...control, ...without })
  const required =
    absent.response.status < 300 ? undefined : empty.find((member) => blamesMember(absent, member))
  if (required) t.skip(`the service requires ${required}`)
}

/**
 * Asserts that a create is refused with 400, and returns its exchange. Skips when the member may not be the
 * reason.
 */
export const mustBeRefused = async (
  t: ClauseContext,
  { more, control = {} }: CreateAttempt,
  statuses: readonly number[] = [400],
): Promise<Exchange> => {
  const made = await t.create({ ...SUSPENDED, ...control, ...more })
  const { status } = made.response
  const expected = `status ${statuses.join(' or ')}`
  if (status < 300) throw new Violation(expected, `${status}`, made)
  if (statuses.includes(status) && Object.keys(more).some((member) => blamesMember(made, member))) return made
  await skipUnlessControlAccepted(t, control)
  if (!statuses.includes(status)) throw new Violation(expected, statusAndBlame(made), made)
  return made
}

const skipUnlessControlAccepted = async (t: ClauseContext, control: PublicationMembers): Promise<void> => {
  const { response } = await t.create({ ...SUSPENDED, ...control })
  if (response.status !== 201) t.skip(`the same create without it is answered ${response.status} too`)
}

/**
 * Returns whether `Errors` of a problem has the member as a key, or a path that begins with it, in any case.
 */
export const blamesMember = (exchange: Exchange, member: string): boolean =>
  errorKeys(exchange.json).some((key) => sameInAnyCase(key.replace(/^\$\.?/, '').split(/[.[]/)[0], member))

/** Returns the status, with the keys of `Errors`. */
export const statusAndBlame = (exchange: Exchange): string => {
  const blamed = errorKeys(exchange.json)
  return `${exchange.response.status}${blamed.length > 0 ? ` on ${blamed.join(', ')}` : ''}`
}

/** A clause about one member, with the create that tests it. */
interface MemberClause extends Pick<Clause, 'id' | 'statements' | 'title' | 'rule'> {
  attempt(t: ClauseContext): CreateAttempt | Promise<CreateAttempt>
}

/** Declares a clause: the create is accepted, and `then` asserts what its response shows. */
export const acceptedClause = (
  declared: MemberClause,
  then?: (t: ClauseContext, made: Exchange) => void | Promise<void>,
): Clause => {
  const check = async (t: ClauseContext) => {
    const made = await mustBeAccepted(t, await declared.attempt(t))
    await then?.(t, made)
  }
  return attemptClause(declared, check)
}

/** Declares a clause: the create is refused with 400. */
export const refusedClause = (declared: MemberClause): Clause =>
  attemptClause(declared, async (t) => void (await mustBeRefused(t, await declared.attempt(t))))

const attemptClause = ({ attempt: _, ...declared }: MemberClause, check: Clause['check']): Clause =>
  clause({ ...declared, leaves: 'archived', needs: ['write'], check })

/**
 * Returns the members of a used car. A service that downloads its photos may refuse them
 * (`publications/photos`).
 */
export const usedCarMembers = (t: ClauseContext): Promise<PublicationMembers> => t.session.usedCar()

/** A version that no catalogue has, so that the other members describe the car (PUB-10). */
export const UNKNOWN_VERSION = { Version: 'Edicion Zzyzx Xq' }

/** Returns whether two texts are equal without regard to case, accents and outer spaces. */
export const sameText = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && plain(a) === plain(b)

const plain = (text: string): string => foldText(text).trim()

/** Returns whether a member is empty: absent, null or an empty text (`publications/optional-absent`). */
export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
