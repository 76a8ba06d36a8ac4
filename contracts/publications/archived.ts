import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { amountFor } from '../support/amounts.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { keyRefersTo } from '../support/problem-body.ts'
import {
  ARCHIVE,
  createArchived,
  etagIn,
  fullEdit,
  type PublicationWrite,
  SUSPEND,
  withActiva,
  writePublication,
} from '../support/publication-writes.ts'
import { LISTED_REFUSALS } from '../support/refusals.ts'

/** Archived is final (PUB-31): edits and reactivations are refused and change nothing. */
export const archivedPublicationClauses = [
  clause({
    id: 'states/archived-refuses-a-partial-edit',
    statements: ['PUB-31', 'PUB-28'],
    title: 'A partial edit of an archived publication is refused and changes nothing',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => isRefused(t, async () => ({ body: { Precio: amountFor(t, 1_234_567) } })),
  }),
  clause({
    id: 'states/archived-refuses-a-full-edit',
    statements: ['PUB-31', 'PUB-21'],
    title: 'A full edit of an archived publication is refused and changes nothing',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => isRefused(t, (made) => fullEdit(t, made, { Color: 'Verde' })),
  }),
  clause({
    id: 'states/archived-refuses-reactivation',
    statements: ['PUB-31', 'PUB-37'],
    title: 'A partial edit with Activa true does not bring an archived publication back',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => isRefused(t, async () => withActiva(true)),
  }),
  clause({
    id: 'states/archived-refuses-suspension',
    statements: ['PUB-31', 'PUB-29'],
    title: 'PATCH .../suspender of an archived publication is refused and changes nothing',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: (t) => isRefused(t, async () => SUSPEND),
  }),
  clause({
    id: 'states/archived-refuses-edits-under-another-case-of-its-id',
    statements: ['PUB-31', 'PUB-03'],
    title: 'An archived publication is not changed under another case of its ExternalId',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made, before } = await archivedAndRead(t)
      const path = t.path(made.externalId.toUpperCase())
      const writes = [
        { body: { Precio: amountFor(t, 1_234_567) } },
        withActiva(true),
        await fullEdit(t, made, { Color: 'Verde' }),
        SUSPEND,
      ]
      for (const write of writes) {
        const tried = await writePublication(t, { ...made, path }, write)
        t.status(tried, ...LISTED_REFUSALS, 404)
        await isUnchanged(t, made, before)
      }
    },
  }),
  clause({
    id: 'states/archived-stays-when-archived-again',
    statements: ['PUB-31', 'PUB-30'],
    title: 'PATCH .../archivar of an archived publication changes nothing',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made, before } = await archivedAndRead(t)
      const again = await writePublication(t, made, ARCHIVE)
      // A 200 breaks no statement as long as nothing changes.
      t.status(again, 200, ...LISTED_REFUSALS, ...unreadable(before))
      if (again.response.status === 200) t.warn('archiving twice answers 200')
      learnArchivedWrite(t, again)
      await isUnchanged(t, made, before, again.response.status === 200)
    },
  }),
  clause({
    id: 'states/archived-stays-when-nothing-is-asked',
    statements: ['PUB-31', 'PUB-28'],
    title: 'A partial edit that changes nothing leaves an archived publication as it is',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made, before } = await archivedAndRead(t)
      const idle = await writePublication(t, made, withActiva(null))
      t.status(idle, 200, ...LISTED_REFUSALS, ...unreadable(before))
      await isUnchanged(t, made, before, idle.response.status === 200)
      t.learn('publications/patch-nothing-archived', String(idle.response.status), idle)
    },
  }),
]

/**
 * Returns 404 as an additional legal status when archived publications cannot be read
 * (`publications/read-archived`, `common/write-to-unknown`).
 */
const unreadable = (read: Exchange): number[] => (read.response.status === 404 ? [404] : [])

const archivedAndRead = async (t: ClauseContext) => {
  const { made } = await createArchived(t)
  return { made, before: await t.get(made.path) }
}

const isRefused = async (
  t: ClauseContext,
  step: (made: CreatedPublication) => Promise<PublicationWrite>,
): Promise<void> => {
  const { made, before } = await archivedAndRead(t)
  const tried = await writePublication(t, made, await step(made))
  t.status(tried, ...LISTED_REFUSALS, ...unreadable(before))
  await isUnchanged(t, made, before)
  learnArchivedWrite(t, tried)
}

/** Learns from every kind of write, whatever its status: no profile has different statuses for them. */
const learnArchivedWrite = (t: ClauseContext, tried: Exchange): void => {
  const { status } = tried.response
  t.learn('publications/write-to-archived', String(status), tried)
  if (status === 409) learnConflictKeys(t, tried)
}

/** Learns the key of a conflict of state (`errors/conflict-keys`); no profile has another key. */
export const learnConflictKeys = (t: ClauseContext, tried: Exchange): void => {
  const keys = errorKeys(tried.json)
  const isState = keys.some((key) => keyRefersTo(key, 'EstadoActual'))
  const option = keys.includes('_') ? 'entry' : isState ? 'estado-actual' : keys.join()
  if (option !== '') t.learn('errors/conflict-keys', option, tried)
}

/**
 * Asserts that a read shows the previous members. After an accepted write (200) the entity tag may be new
 * (`publications/etag-unchanged-write`).
 */
const isUnchanged = async (
  t: ClauseContext,
  made: CreatedPublication,
  before: Exchange,
  accepted = false,
): Promise<void> => {
  const read = await t.get(made.path)
  t.status(read, before.response.status)
  if (before.response.status !== 200) return
  const [was, is] = [t.object(before), t.object(read)]
  for (const name of ['EstadoActual', 'Color', 'RefStock', 'Precio'] as const) {
    const [old, now] = [canonicalJson(was[name]), canonicalJson(is[name])]
    t.assert(old === now, `${name} ${old} as before`, now, read)
  }
  if (!accepted)
    t.assert(etagIn(read) === etagIn(before), `the ETag ${etagIn(before)} as before`, etagIn(read), read)
}
