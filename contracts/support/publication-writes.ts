import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { RunSession } from '../../src/kit/runner/session.ts'
import type { CreatedPublication, ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { membersOf } from './links.ts'

/** Writes to publications that a run made for itself, shared by the clauses on states, edits and the package. */

export interface Write {
  readonly method?: 'PATCH' | 'PUT'
  /** What follows the publication's own path, such as `/archivar`. */
  readonly step?: '' | '/suspender' | '/archivar'
  readonly body?: unknown
}

export const SUSPEND: Write = { step: '/suspender' }
export const ARCHIVE: Write = { step: '/archivar' }
export const activa = (Activa: boolean | null): Write => ({ body: { Activa } })

type Target = Pick<CreatedPublication, 'path' | 'etag'>

/** Sends the write under the entity tag as it stands in `target`, whatever comes of it. */
export const writeOnce = (
  t: ClauseContext,
  { path, etag }: Target,
  { method = 'PATCH', step = '', body }: Write,
): Promise<Exchange> =>
  t.send(method, path + step, {
    ...(etag !== '' && { headers: { 'If-Match': etag } }),
    ...(body !== undefined && { body }),
  })

/**
 * Sends the write under the current entity tag, so that it holds where a precondition is required too. A tag that the service has
 * changed meanwhile, say because it looked at photos after the create, is read again once.
 */
export const write = async (t: ClauseContext, target: Target, sent: Write): Promise<Exchange> => {
  const first = await writeOnce(t, target, sent)
  if (first.response.status !== 412) return first
  const etag = tagOf(await t.get(target.path))
  return etag === '' || etag === target.etag ? first : writeOnce(t, { ...target, etag }, sent)
}

export const tagOf = (exchange: Exchange): string => exchange.response.headers.etag ?? ''

/** The same publication under the tag of a later answer. */
export const after = (made: CreatedPublication, exchange: Exchange): CreatedPublication => ({
  ...made,
  etag: tagOf(exchange) || made.etag,
})

/** A publication that is suspended, because it then takes no place where only active ones count, and the public never sees it. */
export const unseen = (t: ClauseContext, more: Readonly<Record<string, unknown>> = {}): Promise<CreatedPublication> =>
  t.publication({ ...more, Activa: false })

/** A full edit that says of everything what `listing` said and leaves an `unseen` one suspended, with other members on top. */
export const fullEdit = async (
  t: ClauseContext,
  made: CreatedPublication,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Write> => {
  const { Marca: _, Modelo: __, ...listed } = await t.session.samplePublication()
  const body = {
    ...listed,
    RefStock: 'KIT-1',
    Activa: false,
    Exposicion: made.body.Exposicion,
    OperadorResponsable: null,
    Descripcion: 'Edited.',
    Adelanto: null,
    Cuota: null,
    AplicaCertificadoGarantiaUsado: false,
    Locacion: null,
    Telefono: null,
    ...more,
  }
  return { method: 'PUT', body }
}

/** Words of `EstadoActual` (`publications/state-literals`), seen in two creates once a run. */
export interface StateWords {
  readonly active: string
  readonly suspended: string
}

const known = new WeakMap<RunSession, Promise<StateWords>>()

export const stateWords = (t: ClauseContext): Promise<StateWords> => {
  const words = known.get(t.session) ?? seeWords(t)
  known.set(t.session, words)
  return words
}

const seeWords = async (t: ClauseContext): Promise<StateWords> => {
  const active = (await t.publication()).body.EstadoActual
  const suspended = (await t.publication({ Activa: false })).body.EstadoActual
  if (typeof active !== 'string' || typeof suspended !== 'string') t.skip('creates do not tell EstadoActual')
  // Under `publications/package-exhausted` a full package makes every create suspended.
  if (active === suspended) t.skip('creates with Activa true and false answer the same EstadoActual')
  return { active, suspended }
}

/** A publication that was created active, together with the words for its states. */
export const activeOne = async (t: ClauseContext, more: Readonly<Record<string, unknown>> = {}) => {
  const words = await stateWords(t)
  const made = await t.publication(more)
  if (made.body.EstadoActual !== words.active) t.skip('the publication was not created active')
  return { made, words }
}

export const suspendedOne = async (t: ClauseContext, more: Readonly<Record<string, unknown>> = {}) => {
  const words = await stateWords(t)
  const made = await t.publication({ ...more, Activa: false })
  if (made.body.EstadoActual !== words.suspended) t.skip('the publication was not created suspended')
  return { made, words }
}

/** A publication that is archived, with the tag that archiving answered. */
export const archivedOne = async (t: ClauseContext, more: Readonly<Record<string, unknown>> = {}) => {
  const made = await t.publication(more)
  const archived = await write(t, made, ARCHIVE)
  if (archived.response.status !== 200) t.skip(`the publication cannot be archived: ${archived.response.status}`)
  t.session.trackArchived(made.externalId)
  return { made: after(made, archived), word: t.object(archived).EstadoActual }
}

/** Whether the package shows a free place at any level; where none is, a refused activation cannot be judged. */
export const hasPlace = async (t: ClauseContext): Promise<boolean> => {
  const { json } = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  return ['Alta', 'Media', 'Baja'].some((level) => Number(membersOf(membersOf(json)[level]).Disponibles) > 0)
}
