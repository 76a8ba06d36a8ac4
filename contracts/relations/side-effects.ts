import { CHANNEL_NAMES } from '../../src/api/wire/channels.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import { vinFor } from '../../src/kit/sample/vin.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyByLink, withNameRestored } from '../agencies/agencies.ts'
import { administrator, withAdministratorRestored } from '../agencies/operators.ts'
import { amountFor } from '../support/amounts.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { whileSettingsStay } from '../support/lock.ts'
import { FULL_MEMBERS, hasOtherPhotos, memberDifferences } from '../support/publication-forms.ts'
import {
  ARCHIVE,
  archiveAll,
  createSuspended,
  createVerifiedActive,
  createVerifiedSuspended,
  etagIn,
  fullEdit,
  SUSPEND,
  writePublication,
} from '../support/publication-writes.ts'
import { withConfigurationRestored } from '../webhooks/topic-configuration.ts'
import { SHOWN_MEMBERS } from './edited-settings.ts'

/** Writes have no side effects: they do not change other publications with equal members, nor settings. */

/** Creates a publication like another one; tries one by one the members that may have to be unique. */
const createEqual = async (
  t: ClauseContext,
  members: Readonly<Record<string, unknown>>,
): Promise<CreatedPublication> => {
  const [Vin, RefStock] = [vinFor(t.session.newExternalId()), `OTRO-${t.session.newExternalId().slice(-12)}`]
  for (const other of [{}, { Vin }, { RefStock }, { Vin, RefStock }]) {
    const ExternalId = t.session.newExternalId()
    const exchange = await t.create({ ...members, ...other, ExternalId, Activa: false })
    if (exchange.response.status !== 201) continue
    return {
      externalId: ExternalId,
      path: t.path(ExternalId),
      etag: etagIn(exchange),
      body: membersOf(exchange.json),
      exchange,
    }
  }
  return t.skip('no publication like another one can be created')
}

/** Asserts that a publication and its entity tag did not change. */
const judgeSame = (t: ClauseContext, before: Exchange, after: Exchange, label: string): void => {
  const isCopied = hasOtherPhotos(before, after)
  const names = FULL_MEMBERS.filter((name) => !(isCopied && name === 'Fotos'))
  const [first] = memberDifferences(names, before.json, after.json)
  if (first) t.assert(false, `${first.member} ${first.expected} as before ${label}`, first.got, after)
  if (isCopied) return
  const [was, is] = [before, after].map(etagIn)
  t.assert(is === was, `the ETag ${was} as before ${label}`, is, after)
}

const alikeStayApart = async (t: ClauseContext): Promise<void> => {
  const id = t.session.newExternalId()
  const members = {
    RefStock: `KIT-${id.slice(-16)}`,
    Vin: vinFor(id),
    Precio: amountFor(t, 20_101_010),
    Descripcion: 'Una de dos que se parecen.',
  }
  const one = await createSuspended(t, members)
  const before = await t.get(one.path, { accept: t.types.json })
  const read = async (label: string) =>
    judgeSame(t, before, await t.get(one.path, { accept: t.types.json }), label)
  const other = await createEqual(t, members)
  try {
    await read('a create of one like it')
    await writePublication(t, other, { body: { Precio: amountFor(t, 20_202_020) } })
    await read('a partial edit of one like it')
    await writePublication(t, other, await fullEdit(t, other, { ...members, Color: 'Siena' }))
    await read('a full edit of one like it')
    await writePublication(t, other, ARCHIVE)
    await read('the archiving of one like it')
  } finally {
    await archiveAll(t, [one, other])
  }
}

/** Asserts that a publication is as before when addresses that are for writes were read. */
const readsChangeNothing = async (t: ClauseContext): Promise<void> => {
  const { made } = await createVerifiedActive(t)
  const read = () => t.get(made.path, { accept: t.types.json })
  const before = await read()
  for (const { step = '' } of [SUSPEND, ARCHIVE])
    for (const method of ['HEAD', 'GET']) {
      await t.send(method, made.path + step)
      judgeSame(t, before, await read(), `${method} ...${step}`)
    }
}

/** Asserts that a body cannot set the state by the member that shows it. */
const shownStateIsNotSent = async (t: ClauseContext): Promise<void> => {
  const { made, literals } = await createVerifiedSuspended(t)
  for (const EstadoActual of [literals.active, ...t.session.archivedWords]) {
    const body = { Precio: amountFor(t, 20_303_030), EstadoActual }
    for (const sent of [{ body }, await fullEdit(t, made, body)]) {
      await writePublication(t, made, sent)
      const after = await t.get(made.path)
      const { EstadoActual: shown } = t.object(after)
      t.assert(shown === literals.suspended, `EstadoActual ${literals.suspended}, as before`, shown, after)
    }
  }
}

/** Returns the described members of each channel. */
const channelsIn = ({ json }: Exchange): string =>
  canonicalJson(
    Object.fromEntries(
      CHANNEL_NAMES.map((name) => {
        const channel = membersOf(membersOf(json)[name])
        return [name, Object.fromEntries(SHOWN_MEMBERS.map((member) => [member, channel[member] ?? null]))]
      }),
    ),
  )

/** Asserts that the settings are as they were before the run created or configured anything. */
const judgeSettings = async (t: ClauseContext, before: Exchange): Promise<void> => {
  const after = await t.get(`/v3/notificaciones/${t.adminMail}`)
  if (before.response.status !== 200) t.skip(`the settings were answered ${before.response.status}`)
  t.status(after, 200)
  const [was, is] = [channelsIn(before), channelsIn(after)]
  t.assert(is === was, `the settings as before the run, ${was}`, is, after)
}

const settingsBefore = async (t: ClauseContext): Promise<Exchange> => {
  const before = (await t.session.settingsBefore()) ?? t.skip('the settings could not be read')
  t.exchanges.push(before)
  return before
}

const editAgencyAndAdministrator = (t: ClauseContext): Promise<void> =>
  // Always in this order, so that no two clauses wait for each other.
  withAdministratorRestored(t, (body, path) =>
    withNameRestored(t, async (name, agencyPath) => {
      const Nombre = 'Kit Aparte'
      const edited = await t.send('PUT', path, { body: { ...body, Nombre } })
      if (edited.response.status !== 200) t.skip(`the edit is answered ${edited.response.status}`)
      const { exchange, body: agency } = await agencyByLink(t)
      const { NombreComercial } = agency
      t.assert(NombreComercial === name, `NombreComercial ${name}, as before`, NombreComercial, exchange)
      const before = (await administrator(t)).shown
      const renamed = await t.send('PUT', agencyPath, { body: { NombreComercial: 'Kit y Asociados' } })
      if (renamed.response.status !== 200) t.skip(`the renaming is answered ${renamed.response.status}`)
      const { list, shown } = await administrator(t)
      for (const member of ['Nombre', 'Apellido'] as const)
        t.assert(
          shown[member] === before[member],
          `${member} ${before[member]}, as before`,
          shown[member],
          list,
        )
    }),
  )

/** Clauses on side effects on other resources than the written one. */
export const sideEffectClauses: readonly Clause[] = [
  clause({
    id: 'relations/equal-publications-stay-separate',
    statements: ['PUB-35', 'PUB-33'],
    title:
      'A create, an edit and an archiving leave another publication with the same RefStock, Vin and price',
    leaves: 'archived',
    needs: ['write'],
    check: alikeStayApart,
  }),
  clause({
    id: 'relations/a-read-of-an-action-changes-nothing',
    statements: ['PUB-29', 'PUB-30', 'PUB-33'],
    title: 'GET and HEAD of suspender and archivar leave the publication and its entity tag as they were',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: readsChangeNothing,
  }),
  clause({
    id: 'relations/the-shown-state-cannot-be-sent',
    statements: ['PUB-37', 'PUB-30', 'PUB-36'],
    title: 'EstadoActual in the body of an edit is refused or ignored: Activa and archivar set the state',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: shownStateIsNotSent,
  }),
  clause({
    id: 'relations/settings-stay-as-they-were',
    statements: ['AGE-10', 'PUB-01'],
    title: 'Writes to publications leave the notification settings of the agency',
    leaves: 'archived',
    needs: ['write'],
    isLast: true,
    check: async (t) => {
      const before = await settingsBefore(t)
      // The run may have few other clauses.
      await writePublication(t, await createSuspended(t), ARCHIVE)
      await judgeSettings(t, before)
    },
  }),
  clause({
    id: 'relations/a-configuration-leaves-the-settings',
    statements: ['EVT-03', 'AGE-10'],
    title: 'A configuration of a webhook of the app leaves the notification settings of the agency',
    leaves: 'any',
    needs: [],
    check: async (t) => {
      const before = await settingsBefore(t)
      await withConfigurationRestored(t, (body, path) =>
        whileSettingsStay(t, async () => {
          await t.send('PUT', path, { body: { ...body, Description: 'De la app.' } })
          await judgeSettings(t, before)
        }),
      )
    },
  }),
  clause({
    id: 'relations/agency-and-administrator-are-edited-apart',
    statements: ['AGE-03', 'AGE-05'],
    title:
      'An edit of the administrator leaves the name of the agency, and a rename leaves the name of the administrator',
    leaves: 'any',
    needs: ['write'],
    sparesPublications: true,
    check: editAgencyAndAdministrator,
  }),
]
