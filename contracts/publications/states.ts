import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, openLinkIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import {
  ARCHIVE,
  createVerifiedActive,
  createVerifiedSuspended,
  etagIn,
  fullEdit,
  hasFreePlace,
  knownStateLiterals,
  type PublicationWrite,
  SUSPEND,
  withActiva,
  withEtagOf,
  writePublication,
} from '../support/publication-writes.ts'
import { LISTED_REFUSALS } from '../support/refusals.ts'
import { learnConflictKeys } from './archived.ts'
import { sameText } from './create-attempt.ts'

/** Transitions between active, suspended and archived (PUB-22, PUB-28, PUB-29, PUB-30, PUB-36, PUB-37). */
export const publicationStateClauses = [
  clause({
    id: 'states/have-distinct-names',
    statements: ['PUB-36', 'PUB-06', 'PUB-29', 'PUB-30'],
    title: 'EstadoActual of an active publication differs from that of a suspended and of an archived one',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const active = await t.publication()
      const { Exposicion } = active.body
      const suspended = await t.publication({ Activa: false, Exposicion })
      const archived = await writePublication(t, suspended, ARCHIVE)
      t.status(archived, 200)
      const literals = [
        active.body.EstadoActual,
        suspended.body.EstadoActual,
        t.object(archived).EstadoActual,
      ]
      for (const literal of literals)
        t.assert(typeof literal === 'string' && literal !== '', 'a word as EstadoActual', literal, archived)
      if (literals[0] === literals[1] && !(await hasFreePlace(t))) t.skip('the package has no free place')
      // Suspended and archived may share a literal: the description does not show them.
      const isActiveAlone = literals[1] !== literals[0] && literals[2] !== literals[0]
      t.assert(isActiveAlone, 'its own literal for the active state', literals.join(', '), archived)
      learnStateLiterals(t, literals.map(String), archived)
    },
  }),
  clause({
    id: 'states/suspender-suspends',
    statements: ['PUB-29', 'PUB-33'],
    title: 'PATCH .../suspender without a body suspends an active publication',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => suspends(t, SUSPEND),
  }),
  clause({
    id: 'states/patch-with-activa-false-suspends',
    statements: ['PUB-37', 'PUB-28'],
    title: 'A partial edit with Activa false suspends an active publication',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => suspends(t, withActiva(false)),
  }),
  clause({
    id: 'states/put-with-activa-false-suspends',
    statements: ['PUB-37', 'PUB-21'],
    title: 'A full edit with Activa false suspends an active publication',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => suspends(t, (made) => fullEdit(t, made, { Activa: false })),
  }),
  clause({
    id: 'states/patch-with-activa-true-reactivates',
    statements: ['PUB-37', 'PUB-28'],
    title: 'A partial edit with Activa true makes a suspended publication active',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => reactivates(t, withActiva(true)),
  }),
  clause({
    id: 'states/put-with-activa-true-reactivates',
    statements: ['PUB-37', 'PUB-21'],
    title: 'A full edit with Activa true makes a suspended publication active',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => reactivates(t, (made) => fullEdit(t, made, { Activa: true })),
  }),
  clause({
    id: 'states/put-without-activa-keeps-it-active',
    statements: ['PUB-22'],
    title: 'A full edit without Activa leaves an active publication active',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made, literals } = await createVerifiedActive(t)
      await becomes(
        t,
        made,
        await writePublication(t, made, await fullEdit(t, made, { Activa: undefined })),
        literals.active,
      )
    },
  }),
  clause({
    id: 'states/put-without-activa-reactivates',
    statements: ['PUB-22', 'PUB-21'],
    title: 'A full edit without Activa makes a suspended publication active',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made, literals } = await createVerifiedSuspended(t, { RefStock: 'KIT-KEPT' })
      const edited = await writePublication(
        t,
        made,
        await fullEdit(t, made, { Activa: undefined, RefStock: undefined }),
      )
      await skipWithoutPlace(t, edited, literals.active)
      // The description does not list what an edit requires, so a service may require RefStock.
      if (edited.response.status === 400) t.skip('the service requires RefStock in a full edit')
      t.status(edited, 200)
      // A service that keeps absent members still has the default of this one (`publications/put-absent`).
      const stays = t.object(edited).RefStock === 'KIT-KEPT'
      await becomes(t, made, edited, literals.active)
      t.learn('publications/put-absent', stays ? 'unchanged' : 'as-in-create', edited)
      // The default does not depend on what else is sent.
      const suspended = await writePublication(t, withEtagOf(made, edited), withActiva(false))
      if (suspended.response.status !== 200) return
      const again = withEtagOf(made, suspended)
      const bare = await fullEdit(t, made, { Activa: undefined, Precio: undefined })
      const without = await writePublication(t, again, bare)
      if (without.response.status === 200) await becomes(t, made, without, literals.active)
    },
  }),
  clause({
    id: 'states/patch-with-activa-null-keeps-it-active',
    statements: ['PUB-28'],
    title: 'A partial edit with Activa null leaves an active publication active',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made, literals } = await createVerifiedActive(t)
      await staysWithNull(t, made, literals.active)
    },
  }),
  clause({
    id: 'states/patch-with-activa-null-keeps-it-suspended',
    statements: ['PUB-28'],
    title: 'A partial edit with Activa null leaves a suspended publication suspended',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made, literals } = await createVerifiedSuspended(t)
      await staysWithNull(t, made, literals.suspended)
      await learnList(t, made)
    },
  }),
  clause({
    id: 'states/archivar-archives-an-active-one',
    statements: ['PUB-30', 'PUB-33'],
    title: 'PATCH .../archivar without a body archives an active publication',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => archives(t, (await createVerifiedActive(t)).made),
  }),
  clause({
    id: 'states/archivar-archives-a-suspended-one',
    statements: ['PUB-30', 'PUB-33'],
    title: 'PATCH .../archivar without a body archives a suspended publication',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => archives(t, (await createVerifiedSuspended(t)).made),
  }),
  clause({
    id: 'states/suspended-stays-when-suspended-again',
    statements: ['PUB-29'],
    title: 'PATCH .../suspender on a suspended publication is refused or changes nothing',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const { made, literals } = await createVerifiedSuspended(t)
      const again = await writePublication(t, made, SUSPEND)
      t.status(again, 200, ...LISTED_REFUSALS)
      const read = await t.get(made.path)
      t.status(read, 200)
      t.assert(
        t.object(read).EstadoActual === literals.suspended,
        literals.suspended,
        t.object(read).EstadoActual,
        read,
      )
      const { status } = again.response
      t.learn('publications/suspend-twice', String(status), again)
      if (status === 409) learnConflictKeys(t, again)
    },
  }),
]

type Step = PublicationWrite | ((made: CreatedPublication) => Promise<PublicationWrite>)

const stepOf = (step: Step, made: CreatedPublication): PublicationWrite | Promise<PublicationWrite> =>
  typeof step === 'function' ? step(made) : step

/** An edit that changes nothing may be a conflict; the state stays the same in any case. */
const staysWithNull = async (t: ClauseContext, made: CreatedPublication, literal: string): Promise<void> => {
  const idle = await writePublication(t, made, withActiva(null))
  if (idle.response.status === 200) return becomes(t, made, idle, literal)
  t.status(idle, 200, 403, 409)
  const { EstadoActual } = t.object(await t.get(made.path))
  t.assert(EstadoActual === literal, `EstadoActual ${literal}, as before`, EstadoActual, idle)
  t.skip(`an edit of nothing is answered ${idle.response.status}`)
}

/**
 * Asserts that a write suspends. The description does not show the conditions of a suspension
 * (`publications/suspend-by-edit`), so a refusal is skipped.
 */
const suspends = async (t: ClauseContext, step: Step): Promise<void> => {
  const { made, literals } = await createVerifiedActive(t)
  const suspended = await writePublication(t, made, await stepOf(step, made))
  const { status } = suspended.response
  if (status === 400 && step === SUSPEND) {
    const withBody = await writePublication(t, made, { ...SUSPEND, body: {} })
    t.assert(withBody.response.status !== 200, 'status 200 without a body too', `status ${status}`, suspended)
  }
  if ([400, 403, 409].includes(status))
    t.skip(`the conditions of the agency do not allow a suspension: ${status}`)
  await becomes(t, made, suspended, literals.suspended)
}

const reactivates = async (t: ClauseContext, step: Step): Promise<void> => {
  const { made, literals } = await createVerifiedSuspended(t)
  const active = await writePublication(t, made, await stepOf(step, made))
  await skipWithoutPlace(t, active, literals.active)
  await becomes(t, made, active, literals.active)
}

/** Skips when a full package explains why a publication is not active (`publications/package-exhausted`). */
const skipWithoutPlace = async (
  t: ClauseContext,
  { response, json }: Exchange,
  active: string,
): Promise<void> => {
  const refused = response.status === 403 || response.status === 409
  const shown = membersOf(json)['EstadoActual']
  if ((refused || (response.status === 200 && shown !== active)) && !(await hasFreePlace(t)))
    t.skip('the package has no free place')
}

const archives = async (t: ClauseContext, made: CreatedPublication): Promise<void> => {
  const { active, suspended } = await knownStateLiterals(t)
  const archived = await writePublication(t, made, ARCHIVE)
  t.status(archived, 200)
  t.session.trackArchived(made.externalId)
  t.header(archived, 'ETag')
  const { EstadoActual } = t.object(archived)
  t.assert(EstadoActual !== active, `another EstadoActual than ${active}`, EstadoActual, archived)
  if (EstadoActual === suspended) await staysArchived(t, made, archived)
  const read = await t.get(made.path)
  t.status(read, 200, 404)
  if (read.response.status === 200) {
    t.assert(
      t.object(read).EstadoActual === EstadoActual,
      String(EstadoActual),
      t.object(read).EstadoActual,
      read,
    )
  }
  t.learn('publications/read-archived', String(read.response.status), read)
}

/**
 * Distinguishes an archived publication from a suspended one if both have one literal: it cannot be
 * reactivated.
 */
const staysArchived = async (
  t: ClauseContext,
  made: CreatedPublication,
  archived: Exchange,
): Promise<void> => {
  const { active, suspended } = await knownStateLiterals(t)
  const back = await writePublication(t, withEtagOf(made, archived), withActiva(true))
  const shown = back.response.status === 200 ? t.object(back).EstadoActual : suspended
  t.assert(
    shown !== active,
    'an archived publication, which cannot be reactivated',
    `EstadoActual ${shown}`,
    back,
  )
}

/** Asserts that the write answers 200 with the state and an entity tag, and that a read shows the same. */
const becomes = async (
  t: ClauseContext,
  made: CreatedPublication,
  written: Exchange,
  literal: string,
): Promise<void> => {
  t.status(written, 200)
  t.header(written, 'ETag')
  t.assert(
    t.object(written).EstadoActual === literal,
    `EstadoActual ${literal}`,
    t.object(written).EstadoActual,
    written,
  )
  const read = await t.get(made.path)
  t.status(read, 200)
  t.assert(
    t.object(read).EstadoActual === literal,
    `EstadoActual ${literal} in a read`,
    t.object(read).EstadoActual,
    read,
  )
  t.assert(etagIn(read) === etagIn(written), `the ETag ${etagIn(written)} in a read`, etagIn(read), read)
}

/**
 * Learns whether the list behind a collaborator's link shows suspended publications (`publications/list`).
 */
const learnList = async (t: ClauseContext, made: CreatedPublication): Promise<void> => {
  const people = entriesOf((await t.get(`/v3/operadores/${t.adminMail}`)).json)
  const responsible = people
    .map(membersOf)
    .find(({ Email }) => sameText(Email, made.body.OperadorResponsable))
  const href = openLinkIn(responsible?.Publicaciones)
  if (href === undefined) return
  const list = await t.get(href)
  const entries = entriesOf(list.json).map(membersOf)
  const isListed = entries.some(({ ExternalId }) => sameText(ExternalId, made.externalId))
  if (isListed) t.learn('publications/list', 'all-states', list)
  // Another page might list the publication.
  else if (entries.length > 0 && membersOf(list.json).Total === entries.length)
    t.learn('publications/list', 'active-only', list)
}

const learnStateLiterals = (t: ClauseContext, literals: readonly string[], exchange: Exchange): void => {
  if (literals[0] !== 'Activa')
    t.warn(`an active publication is ${literals[0]}; the description shows Activa`)
  const usual = literals.join() === 'Activa,Suspendida,Archivada'
  // A profile takes single words only (`publications/state-literals`).
  if (!usual && literals.some((literal) => !/^\p{L}[\p{L}\p{N}_-]*$/u.test(literal))) return
  t.learn(
    'publications/state-literals',
    usual ? 'activa-suspendida-archivada' : `words:${literals.join()}`,
    exchange,
  )
}
