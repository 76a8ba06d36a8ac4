import { LEVELS } from '../../src/api/wire/exposure-level.ts'
import { limits } from '../../src/api/wire/limits.ts'
import { UNEDITABLE } from '../../src/api/wire/publication-members.ts'
import {
  type ClauseContext,
  type CreatedPublication,
  UNKNOWN_PRECONDITION,
} from '../../src/kit/runner/clause-context.ts'
import { blamedMembers } from '../../src/kit/sample/sample-publication.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from './amounts.ts'

/** Writes to publications that the run created, for the clauses on states, edits and the package. */

/** A write to a publication. Default: PATCH without a body. */
export interface PublicationWrite {
  readonly method?: 'PATCH' | 'PUT'
  /** Segment after the publication's path, such as `/archivar`. */
  readonly step?: '' | '/suspender' | '/archivar'
  readonly body?: unknown
}

/** Suspends a publication (PUB-29). */
export const SUSPEND: PublicationWrite = { step: '/suspender' }
/** Archives a publication (PUB-30). */
export const ARCHIVE: PublicationWrite = { step: '/archivar' }
/** Returns a partial edit of `Activa` (PUB-28). */
export const withActiva = (Activa: boolean | null): PublicationWrite => ({ body: { Activa } })

type WriteTarget = Pick<CreatedPublication, 'path' | 'etag'>

/** Sends a write with the entity tag in `target`; returns the exchange, whatever its status. */
export const writePublicationOnce = (
  t: ClauseContext,
  { path, etag }: WriteTarget,
  { method = 'PATCH', step = '', body }: PublicationWrite,
): Promise<Exchange> =>
  t.send(method, path + step, {
    ...(etag !== '' && { headers: { 'If-Match': etag } }),
    ...(body !== undefined && { body }),
  })

/**
 * Sends a write with the current entity tag, as a service that requires a precondition needs. After a 412 it
 * reads the tag again once: the service may have changed it, for example after it downloaded photos.
 */
export const writePublication = async (
  t: ClauseContext,
  target: WriteTarget,
  sent: PublicationWrite,
): Promise<Exchange> => {
  const first = await writePublicationOnce(t, target, sent)
  if (first.response.status !== 412) return first
  const etag = etagIn(await t.get(target.path))
  return etag === '' || etag === target.etag ? first : writePublicationOnce(t, { ...target, etag }, sent)
}

/** An entity tag that no service returns. */
export const UNKNOWN_TAG = '"kit-no-such-tag"'

/**
 * Skips when the header of conditional writes is unknown: the description does not show it (PUB-34), the user
 * does not name it, and no write with an unknown tag in `If-Match` is refused. The run finds it once.
 */
export const skipUnlessConditional = async (t: ClauseContext): Promise<void> => {
  if (!(await isConditional(t))) t.skip(UNKNOWN_PRECONDITION)
}

/** Returns whether the header of conditional writes is known; the run finds it once. */
export const isConditional = (t: ClauseContext): Promise<boolean> => t.once(findCondition)

const findCondition = async (t: ClauseContext): Promise<boolean> => {
  if (t.session.preconditionHeader !== undefined) return true
  const made = { ...(await createSuspended(t)), etag: UNKNOWN_TAG }
  const writes = [{ body: { Precio: amountFor(t, 20_202_020) } }, await fullEdit(t, made), ARCHIVE]
  for (const sent of writes) {
    const { status } = (await writePublicationOnce(t, made, sent)).response
    if (status === 412) return true
    if (status < 400) continue
    // A write may be refused for another reason than its tag.
    const etag = etagIn(await t.get(made.path))
    return (await writePublicationOnce(t, { ...made, etag }, sent)).response.status < 300
  }
  // The service may check it for active publications only.
  const externalId = t.session.newExternalId()
  const created = await t.create({ ExternalId: externalId })
  if (created.response.status !== 201) return false
  const active = { path: t.path(externalId), etag: UNKNOWN_TAG }
  return (await writePublicationOnce(t, active, { body: { Activa: null } })).response.status === 412
}

/** Returns the entity tag of a response; an empty text when it has none. */
export const etagIn = (exchange: Exchange): string => exchange.response.headers.etag ?? ''

/** Returns the publication with the entity tag of a later response. */
export const withEtagOf = (made: CreatedPublication, exchange: Exchange): CreatedPublication => ({
  ...made,
  etag: etagIn(exchange) || made.etag,
})

/** Returns the publication with the latest entity tag that the clause has seen in full; it may be stale. */
export const withNewestTag = (t: ClauseContext, made: CreatedPublication): CreatedPublication => {
  const newest = t.exchanges.findLast(
    ({ request: { url, headers }, response }) =>
      (url.endsWith(made.path) || url.includes(`${made.path}/`)) &&
      headers.Accept === t.types.json &&
      response.status < 300,
  )
  return newest ? withEtagOf(made, newest) : made
}

/** Archives publications that a clause no longer needs, so that a small package suffices. */
export const archiveAll = async (t: ClauseContext, made: readonly CreatedPublication[]): Promise<void> => {
  const left = made.filter(({ externalId }) => t.session.unarchived.has(externalId))
  await Promise.all(left.map((one) => writePublication(t, withNewestTag(t, one), ARCHIVE)))
}

/**
 * Creates a suspended publication: it takes no place if only active ones count, and the public does not see
 * it.
 */
export const createSuspended = (
  t: ClauseContext,
  more: Readonly<Record<string, unknown>> = {},
): Promise<CreatedPublication> => t.publication({ ...more, Activa: false })

/**
 * Returns a full edit with the members of the sample publication that keeps it suspended; `more` replaces
 * members.
 */
export const fullEdit = async (
  t: ClauseContext,
  made: CreatedPublication,
  more: Readonly<Record<string, unknown>> = {},
): Promise<PublicationWrite> => {
  const needed = await editMembers(t)
  const body = { ...(await editBase(t, made)), ...needed, ...more }
  return { method: 'PUT', body }
}

/** Two publications with one stock reference may be a conflict: the description does not define conflicts. */
const refStockOf = ({ externalId }: CreatedPublication): string => externalId.slice(-limits.refStock.max)

const editBase = async (
  t: ClauseContext,
  made: CreatedPublication,
): Promise<Readonly<Record<string, unknown>>> => {
  const sample = Object.entries(await t.session.samplePublication())
  const listed = Object.fromEntries(sample.filter(([name]) => !UNEDITABLE.includes(name)))
  return {
    ...listed,
    RefStock: refStockOf(made),
    Activa: false,
    Exposicion: made.body.Exposicion,
    OperadorResponsable: null,
    Descripcion: 'Edited.',
    Adelanto: null,
    Cuota: null,
    AplicaCertificadoGarantiaUsado: false,
    Locacion: null,
    Telefono: null,
  }
}

/**
 * Returns members that a full edit needs beyond the usual ones, or with other values: the requirements of an
 * edit are open (`publications/put-absent`). The run finds them once.
 */
const editMembers = (t: ClauseContext): Promise<Readonly<Record<string, unknown>>> => t.once(findEditMembers)

const MAX_EDITS = 8

const findEditMembers = async (t: ClauseContext): Promise<Readonly<Record<string, unknown>>> => {
  const made = await t.publication({ Activa: false })
  const members: Record<string, unknown> = {}
  const left = new Map<string, unknown[]>()
  for (let attempt = 0; attempt < MAX_EDITS; attempt++) {
    const body = { ...(await editBase(t, made)), ...members }
    const edited = await writePublication(t, made, { method: 'PUT', body })
    if (edited.response.status !== 400) return members
    let isChanged = false
    for (const member of blamedMembers(edited)) {
      const values = left.get(member) ?? [...(await t.session.alternatives(member))]
      left.set(member, values)
      const value = values.shift()
      if (value === undefined) continue
      members[member] = value
      isChanged = true
    }
    if (!isChanged) return {}
  }
  return {}
}

/** Values of `EstadoActual` (`publications/state-literals`). */
export interface StateLiterals {
  readonly active: string
  readonly suspended: string
}

/** Finds the values of `EstadoActual` with two creates, once in a run. */
export const knownStateLiterals = (t: ClauseContext): Promise<StateLiterals> => t.once(observeStateLiterals)

const observeStateLiterals = async (t: ClauseContext): Promise<StateLiterals> => {
  const first = await t.publication()
  const active = first.body.EstadoActual
  // The place is free again for the calling clause.
  if ((await writePublication(t, first, ARCHIVE)).response.status === 200)
    t.session.trackArchived(first.externalId)
  const suspended = (await t.publication({ Activa: false })).body.EstadoActual
  if (typeof active !== 'string' || typeof suspended !== 'string') t.skip('creates do not show EstadoActual')
  // A full package may make every create suspended (`publications/package-exhausted`).
  if (active === suspended) t.skip('creates with Activa true and false answer the same EstadoActual')
  return { active, suspended }
}

/** Creates a publication and skips when it is not active; returns the literals for its states with it. */
export const createVerifiedActive = async (
  t: ClauseContext,
  more: Readonly<Record<string, unknown>> = {},
) => {
  const literals = await knownStateLiterals(t)
  const made = await t.publication(more)
  if (made.body.EstadoActual !== literals.active) t.skip('the publication was not created active')
  return { made, literals }
}

/** Creates a publication and skips when it is not suspended; returns the literals for its states with it. */
export const createVerifiedSuspended = async (
  t: ClauseContext,
  more: Readonly<Record<string, unknown>> = {},
) => {
  const literals = await knownStateLiterals(t)
  const made = await t.publication({ ...more, Activa: false })
  if (made.body.EstadoActual !== literals.suspended) t.skip('the publication was not created suspended')
  return { made, literals }
}

/** Creates and archives a publication; returns it with the entity tag of the archiving. */
export const createArchived = async (t: ClauseContext, more: Readonly<Record<string, unknown>> = {}) => {
  const made = await t.publication(more)
  const archived = await writePublication(t, made, ARCHIVE)
  if (archived.response.status !== 200)
    t.skip(`the publication cannot be archived: ${archived.response.status}`)
  t.session.trackArchived(made.externalId)
  return { made: withEtagOf(made, archived), literal: t.object(archived).EstadoActual }
}

/**
 * Returns whether the package has a free place at any level; without one a refused activation cannot be
 * judged.
 */
export const hasFreePlace = async (t: ClauseContext): Promise<boolean> => {
  const { json } = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  return LEVELS.some((level) => Number(membersOf(membersOf(json)[level]).Disponibles) > 0)
}
