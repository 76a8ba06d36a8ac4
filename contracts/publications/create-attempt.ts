import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { CreatedPublication, ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'

/**
 * Creates that differ from an acceptable one in the member at issue. What the subject makes of them is judged only where it accepts the
 * same create without that member: a full package, a forbidden app or a failing service says nothing about the member.
 */

export type Members = Readonly<Record<string, unknown>>

/** What a create says of a member, and the create that it is compared with. */
export interface Attempt {
  readonly more: Members
  /** Added to the listing that everything is compared with; what is wrong must not lie in it. */
  readonly control?: Members
  /** Members on which a refusal is legal, whatever else the create says. */
  readonly soft?: readonly string[]
}

/** A suspended publication takes no place where only active ones count, and the public never sees it. */
const UNSEEN = { Activa: false }

/** A publication for the clause alone, of which the state does not matter. */
export const unseen = (t: ClauseContext, more: Members = {}): Promise<CreatedPublication> => t.publication({ ...UNSEEN, ...more })

/** The answer to a create that must be accepted. Skips when it cannot be told. */
export const accepted = async (t: ClauseContext, { more, control = {}, soft = [] }: Attempt): Promise<Exchange> => {
  const made = await t.create({ ...UNSEEN, ...control, ...more })
  if (made.response.status === 201) return made
  const refusedOn = soft.find((member) => names(made, member))
  if (refusedOn) t.skip(`refused on ${refusedOn}, which the description allows`)
  await mustAccept(t, control)
  throw new Violation('status 201', told(made), made)
}

/** The answer to a create that must be refused as invalid. Skips when it cannot be told that the member is the reason. */
export const refused = async (t: ClauseContext, { more, control = {} }: Attempt): Promise<Exchange> => {
  const made = await t.create({ ...UNSEEN, ...control, ...more })
  const { status } = made.response
  if (status < 300) throw new Violation('status 400', `${status}`, made)
  if (status === 400 && Object.keys(more).some((member) => names(made, member))) return made
  await mustAccept(t, control)
  if (status !== 400) throw new Violation('status 400', told(made), made)
  return made
}

const mustAccept = async (t: ClauseContext, control: Members): Promise<void> => {
  const { response } = await t.create({ ...UNSEEN, ...control })
  if (response.status !== 201) t.skip(`the same create without it is answered ${response.status} too`)
}

/** True when the problem blames the member: as a name or a path that begins with it, in any case. */
export const names = (exchange: Exchange, member: string): boolean =>
  Object.keys(errorsOf(exchange)).some(
    (key) =>
      key
        .replace(/^\$\.?/, '')
        .split(/[.[]/)[0]
        ?.toLowerCase() === member.toLowerCase(),
  )

const errorsOf = (exchange: Exchange): object => {
  const errors = problemMember(exchange, 'Errors')
  return typeof errors === 'object' && errors !== null ? errors : {}
}

/** A member of a problem, whatever the case of its name (`errors/member-casing`). */
export const problemMember = ({ json }: Exchange, name: string): unknown =>
  typeof json === 'object' && json !== null
    ? Object.entries(json).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    : undefined

/** The status, and which members the problem blames. */
export const told = (exchange: Exchange): string => {
  const blamed = Object.keys(errorsOf(exchange))
  return `${exchange.response.status}${blamed.length > 0 ? ` on ${blamed.join(', ')}` : ''}`
}

/** A clause about one member: what the attempt is, from the trial. */
interface Declared {
  readonly id: string
  readonly statements: readonly string[]
  readonly title: string
  attempt(t: ClauseContext): Attempt | Promise<Attempt>
}

/** A clause: such a create is accepted, and whatever else `then` demands of the answer. */
export const isAccepted = (declared: Declared, then?: (t: ClauseContext, made: Exchange) => void | Promise<void>): Clause => {
  const check = async (t: ClauseContext) => {
    const made = await accepted(t, await declared.attempt(t))
    await then?.(t, made)
  }
  return attempted(declared, check)
}

/** A clause: such a create is refused with 400. */
export const isRefused = (declared: Declared): Clause =>
  attempted(declared, async (t) => void (await refused(t, await declared.attempt(t))))

const attempted = ({ id, statements, title }: Declared, check: Clause['check']): Clause =>
  clause({ id, statements, title, leaves: 'archived', needs: ['write'], check })

/** A used car: what the members that only used cars have are tried on. Its photos may be refused where they are downloaded. */
export const used = async (t: ClauseContext): Promise<Members> => {
  const { year } = await t.session.facts()
  const Fotos = ['https://images.example/1280x720/1.jpg', 'https://images.example/1280x720/2.jpg']
  return { VersionYear: year - 4, Kilometraje: 48_000, Fotos }
}

/** A trim that no catalogue knows, so that brand, model and what else is sent describe the car (PUB-10). */
export const UNKNOWN_VERSION = { Version: 'Edicion Zzyzx Xq' }

/** Equal for a reader: case, accents and outer spaces do not count. */
export const sameText = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && plain(a) === plain(b)

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** A member that may be left empty: null and the empty text are one (`publications/optional-absent`). */
export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
