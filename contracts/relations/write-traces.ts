import { limits } from '../../src/api/wire/limits.ts'
import { REQUEST_BODIES } from '../../src/api/wire/request-bodies.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { vinFor } from '../../src/kit/sample/vin.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { UNKNOWN_VERSION, usedCarMembers } from '../publications/create-attempt.ts'
import { amountFor, foreignAmountFor } from '../support/amounts.ts'
import { FULL_MEMBERS, publicationForms } from '../support/publication-forms.ts'
import { fullEdit } from '../support/publication-writes.ts'
import { sampleVersion } from '../support/reference-forms.ts'
import {
  type PublicationRecorder,
  type RecordedWrite,
  readPublication,
  type WriteName,
  type WriteStep,
} from './publication-steps.ts'
import { EQUIPMENT, recordPuts } from './put-steps.ts'
import { refusals } from './refused-writes.ts'
import { recordTrace, type TraceBuilder, type WriteTrace } from './trace-recorder.ts'

/** Records each kind of write: accepted ones in every form, and refused ones. */

/** Returns the trace of a write. The run records it once. */
export const writeTrace = (t: ClauseContext, write: WriteName): Promise<WriteTrace> =>
  t.observeOnce((context) => recordTrace(context, RECORD[write]), RECORD[write])

const AMOUNT_MEMBERS = Object.keys(REQUEST_BODIES.PublicacionPartialEdit.members).filter(
  (name) => name !== 'Activa',
)
const AMOUNTS: Readonly<Record<string, number>> = { Precio: 23_456_789, Adelanto: 2_345_678, Cuota: 234_567 }

/** Members of a create whose values reads show as sent. */
const createdMembers = (t: ClauseContext, index: number): Readonly<Record<string, unknown>> => ({
  // Zeros and case before it, and lines, are part of a text.
  RefStock: `0Kit${t.session.newExternalId().slice(-20)}`,
  Vin: vinFor(t.session.newExternalId()),
  Color: `Añil ${index}`,
  Descripcion: `Creada ${index}, con eñe, "comillas" y 1 < 2 > 1 & 0.\nY otra línea.`,
  ...Object.fromEntries(AMOUNT_MEMBERS.map((name) => [name, amountFor(t, (AMOUNTS[name] ?? 0) + index)])),
})

const recordCreates = async ({ t, steps, recorder, release, apart }: TraceBuilder): Promise<void> => {
  const forms = [...publicationForms(t).entries()].map(([index, form]) => async () => {
    const members = createdMembers(t, index)
    const externalId = t.session.newExternalId()
    const answer = await t.create(
      { Activa: false, ...members, ExternalId: externalId },
      { accept: form.accept },
    )
    if (answer.response.status !== 201)
      t.skip(`a create with every member is answered ${answer.response.status}`)
    const after = await readPublication(t, t.path(externalId), form)
    const changes = Object.entries(members).map(([member, shown]) => ({ member, shown }))
    steps.push({
      write: 'create',
      form,
      sent: members,
      answer,
      before: undefined,
      after,
      changes,
      mayChange: [],
    })
    await t.send('PATCH', `${t.path(externalId)}/archivar`, tagged(after))
  })
  await apart([
    ...forms,
    () => recordUnknownVersion(t, steps),
    () => recordOtherYear(t, steps),
    ...(await optionalMembers(t)).map((members) => () => recordOptional(t, steps, members)),
  ])
  await release()
  const { steps: refused } = await recordRefusedCreates(t, await recorder())
  steps.push(...refused)
}

/**
 * A name as long as its bound, with letters of both cases, beyond ASCII and two spaces, that no catalogue
 * knows.
 */
const LONG_VERSION = 'Zzyzx Xq  Vwqx Kjxqz ñzqxw Yqzxk Pqxzw Bjqzx Wkqzx'

/**
 * Records a create with a version that no catalogue knows: its name is kept, also in the title, and its
 * equipment too (PUB-10, PUB-16).
 */
const recordUnknownVersion = async (t: ClauseContext, steps: WriteStep[]): Promise<void> => {
  for (const DatosTecnicosCustom of EQUIPMENT) {
    const sent = { ...UNKNOWN_VERSION, Version: LONG_VERSION, DatosTecnicosCustom }
    if (await recordOptional(t, steps, sent)) return
  }
  await recordOptional(t, steps, UNKNOWN_VERSION)
}

/** Members of creates that a service may refuse; it shows accepted ones as sent. */
const optionalMembers = async (t: ClauseContext): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { Fotos, VersionYear, Kilometraje, ...used } = await usedCarMembers(t)
  return [
    { Precio: amountFor(t, 23_456_780), Adelanto: foreignAmountFor(t, 2_345) },
    largeAmount(t),
    { ...used, Fotos, Kilometraje, VersionYear: Number(VersionYear) - 1 },
    // One kilometre makes a car used (PUB-14).
    { ...used, Fotos, Kilometraje: 1, VersionYear },
  ]
}

/**
 * Records a create of a known version with another year than its own, such as that of a registration
 * (PUB-11).
 */
const recordOtherYear = async (t: ClauseContext, steps: WriteStep[]): Promise<void> => {
  const version = await sampleVersion(t).catch(() => undefined)
  if (!version) return
  const { forms, members, name } = version
  const path = forms['api-url-path']
  const VersionYear = Number(members.VersionYear) - 1
  const Kilometraje = 10_000 * ((await t.session.targetYear()) - VersionYear)
  const { Fotos } = await usedCarMembers(t)
  const Version = path !== undefined && path.length <= limits.version.max ? path : name
  await recordOptional(t, steps, { Version, VersionYear, Kilometraje, Fotos }, ['VersionYear'])
}

/** An amount beyond 32 bits; whether a service takes it is open (`common/valor-bounds`). */
const largeAmount = (t: ClauseContext): Readonly<Record<string, unknown>> => ({
  Precio: { ...amountFor(t, 24_000_000), Importe: 3_000_000_000 },
})

/** Members whose values a read shows as sent. */
const ECHOED = [...AMOUNT_MEMBERS, 'Fotos', 'VersionYear', 'Kilometraje', 'Version', 'DatosTecnicosCustom']

/** Records a create when it is accepted; returns whether it was. */
const recordOptional = async (
  t: ClauseContext,
  steps: WriteStep[],
  sent: Readonly<Record<string, unknown>>,
  echoed: readonly string[] = ECHOED,
): Promise<boolean> => {
  const [form] = publicationForms(t)
  const ExternalId = t.session.newExternalId()
  const answer = await t.create({ Activa: false, ...sent, ExternalId })
  if (answer.response.status !== 201) return false
  const after = await readPublication(t, t.path(ExternalId), form)
  const changes = Object.entries(sent)
    .filter(([member]) => echoed.includes(member))
    .map(([member, shown]) => ({ member, shown }))
  steps.push({ write: 'create', form, sent, answer, before: undefined, after, changes, mayChange: [] })
  await t.send('PATCH', `${t.path(ExternalId)}/archivar`, tagged(after))
  return true
}

const tagged = ({ full }: WriteStep['after']) => {
  const { etag } = full.response.headers
  return { ...(etag !== undefined && { headers: { 'If-Match': etag } }) }
}

/** Sends creates with an `ExternalId` in use; a refused one must not change the publication. */
const recordRefusedCreates = async (
  t: ClauseContext,
  { made }: Awaited<ReturnType<TraceBuilder['recorder']>>,
): Promise<{ steps: readonly WriteStep[] }> => {
  const steps: WriteStep[] = []
  const [form] = publicationForms(t)
  for (const ExternalId of [made.externalId, made.externalId.toUpperCase()]) {
    const before = await readPublication(t, made.path, form)
    const answer = await t.create({ Activa: false, ...createdMembers(t, 9), ExternalId })
    const after = await readPublication(t, made.path, form)
    steps.push({
      write: 'create',
      form,
      sent: { ExternalId },
      answer,
      before,
      after,
      changes: [],
      mayChange: [],
    })
  }
  return { steps }
}

const recordPatches = async (builder: TraceBuilder): Promise<void> => {
  const { t, apart } = builder
  const record = await unusualRecorder(builder)
  await apart([
    async () => recordAmounts(t, await record(createdMembers(t, 0))),
    async () => recordActivations(t, await record(createdMembers(t, 1))),
    async () => {
      const one = await record(createdMembers(t, 2))
      for (const refused of await refusals(t, 'patch', { Precio: amountFor(t, 30_303_030), Activa: null }))
        await one.write(refused)
    },
  ])
}

/**
 * Sends a full edit that keeps unusual values and changes texts, so that a later write shows which old values
 * it restores.
 */
const editTexts = async (t: ClauseContext, one: PublicationRecorder): Promise<void> => {
  const shown = membersOf((await one.reads()).full.json)
  const kept = ['RefStock', 'Vin', 'Kilometraje', 'VersionYear', 'OperadorResponsable', ...AMOUNT_MEMBERS]
  const { body } = await fullEdit(t, one.made, {
    ...Object.fromEntries(kept.map((name) => [name, shown[name]])),
    AplicaCertificadoGarantiaUsado: true,
    Color: 'Ocre',
    Descripcion: 'Editada antes de lo que sigue.',
  })
  await one.write({ write: 'put', method: 'PUT', body, mayChange: FULL_MEMBERS })
}

/** Sends another price than the create, so that a later write shows whether it restores the old one. */
const editPrice = async (t: ClauseContext, one: PublicationRecorder): Promise<void> => {
  const shown = amountFor(t, 22_345_678)
  await one.write({ write: 'patch', body: { Precio: shown }, changes: [{ member: 'Precio', shown }] })
}

const recordAmounts = async (t: ClauseContext, one: PublicationRecorder): Promise<void> => {
  const forms = publicationForms(t)
  const [, , , text] = forms
  await editTexts(t, one)
  const edit = (body: object, form = forms[0]): RecordedWrite => ({
    write: 'patch',
    form,
    body,
    changes: Object.entries(body).map(([member, shown]) => ({ member, shown })),
  })
  const sizes = [23_512_345, 2_351_234, 235_123]
  for (const [i, name] of AMOUNT_MEMBERS.entries()) {
    const form = forms[i % forms.length] ?? forms[0]
    await one.write(edit({ [name]: amountFor(t, sizes[i] ?? 1) }, form))
  }
  const dollars = [21_345, 2_134, 213]
  const foreignAmounts = edit(
    Object.fromEntries(AMOUNT_MEMBERS.map((name, i) => [name, foreignAmountFor(t, dollars[i] ?? 1)])),
    text,
  )
  // An amount in a currency that is not listed may be left out, and null may keep what was there.
  await one.write(
    t.session.searches.otherCurrency === undefined
      ? { ...foreignAmounts, changes: [], mayChange: AMOUNT_MEMBERS }
      : foreignAmounts,
  )
  // The currency alone is a change.
  if (t.session.searches.otherCurrency !== undefined) await one.write(edit({ Precio: amountFor(t, 21_345) }))
  await one.writeWithFormerTag(amountFor(t, 24_680_135), text)
  await one.write(edit(largeAmount(t)))
  // A partial edit ignores or refuses other members (PUB-28).
  const foreign = { RefStock: 'KIT-PATCH', Color: 'Azul Kit', Descripcion: 'Por PATCH.', Kilometraje: 4_321 }
  const price = amountFor(t, 24_135_680)
  await one.write({
    write: 'patch',
    body: { ...foreign, Precio: price },
    changes: [{ member: 'Precio', shown: price }],
  })
  // The treatment of cents is open (`common/valor-bounds`), but a tag must follow what is shown.
  const cents = { Precio: { ...price, Importe: price.Importe + 0.25 } }
  await one.write({ write: 'patch', body: cents, mayChange: ['Precio'] })
}

const recordActivations = async (t: ClauseContext, one: PublicationRecorder): Promise<void> => {
  const forms = publicationForms(t)
  const [, ref, entry, text] = forms
  const toggled = { changes: [{ member: 'EstadoActual' }], mayChange: ['Exposicion'] }
  const halfWrong = (Activa: boolean): RecordedWrite => ({
    write: 'patch',
    body: { Activa, Precio: 'barato' },
    mayChange: ['EstadoActual', 'Exposicion', 'Precio'],
  })
  await one.write(halfWrong(true))
  await one.write({ write: 'patch', form: entry ?? forms[0], body: { Activa: null } })
  const on = await one.write({ write: 'patch', form: ref ?? forms[0], body: { Activa: true }, ...toggled })
  if (on.answer.response.status === 200) {
    await one.write({ write: 'patch', form: forms[0], body: { Activa: null } })
    await one.write(halfWrong(false))
    const off = await one.write({
      write: 'patch',
      form: text ?? forms[0],
      body: { Activa: false },
      ...toggled,
    })
    // Conditions of a suspension are open (`publications/suspend-by-edit`).
    if (off.answer.response.status !== 200) return
    // Both members of one edit count.
    for (const [Activa, amount] of [
      [true, 24_111_222],
      [false, 24_111_333],
    ] as const) {
      const Precio = amountFor(t, amount)
      const changes = [{ member: 'EstadoActual' }, { member: 'Precio', shown: Precio }]
      await one.write({ write: 'patch', body: { Precio, Activa }, changes, mayChange: ['Exposicion'] })
    }
  }
}

/**
 * Returns a function that records a publication of a collaborator, if one is admitted. Its values are no
 * defaults of any service, so that a reset shows.
 */
const unusualRecorder = async ({ t, recorder }: TraceBuilder) => {
  const operators = entriesOf((await t.get(`/v3/operadores/${t.adminMail}`)).json).map(membersOf)
  const collaborator = operators.find(({ EsAdministradorAgencia: is }) => is === false)
  const { Kilometraje, VersionYear, Fotos } = await usedCarMembers(t)
  const unusual = {
    Kilometraje,
    VersionYear,
    Fotos,
    AplicaCertificadoGarantiaUsado: true,
    OperadorResponsable: collaborator?.Email ?? null,
  }
  return (members: Readonly<Record<string, unknown>>) =>
    recorder({ ...members, ...unusual }).catch(() => recorder(members))
}

const recordSuspensions = async (builder: TraceBuilder): Promise<void> => {
  const { t, apart } = builder
  const record = await unusualRecorder(builder)
  const toggled = { changes: [{ member: 'EstadoActual' }], mayChange: ['Exposicion'] }
  await apart(
    publicationForms(t).map((form, index) => async () => {
      const one = await record({ Activa: true, ...createdMembers(t, index) })
      if (index === 0) await editPrice(t, one)
      const [stale] = await refusals(t, 'suspender')
      if (stale && index === 0) await one.write(stale)
      const step = await one.write({ write: 'suspender', step: '/suspender', form, ...toggled })
      if (step.answer.response.status !== 200) return
      if (form.accept === t.types.json) await one.writeWithFormerTag(amountFor(t, 24_680_135))
      await one.write({ write: 'patch', body: { Activa: true }, ...toggled })
    }),
  )
}

const recordArchivings = async (builder: TraceBuilder): Promise<void> => {
  const { t, apart } = builder
  const record = await unusualRecorder(builder)
  await apart(
    publicationForms(t).map((form, index) => async () => {
      const Activa = index % 2 === 0
      const one = await record({ Activa, ...createdMembers(t, index) })
      if (index < 2) await editPrice(t, one)
      // Suspended and archived may share a literal (`publications/state-literals`).
      const changes = Activa ? [{ member: 'EstadoActual' }] : []
      const mayChange = ['EstadoActual', 'Exposicion']
      const [stale] = await refusals(t, 'archivar')
      if (stale && index < 2) await one.write(stale)
      await one.write({ write: 'archivar', step: '/archivar', form, changes, mayChange })
      if (index === 0) await recordWritesToArchived(t, one)
    }),
  )
}

/** An archived publication cannot be changed (PUB-31): every write to it is refused, or changes nothing. */
const recordWritesToArchived = async (
  t: ClauseContext,
  one: Awaited<ReturnType<TraceBuilder['recorder']>>,
): Promise<void> => {
  await one.write({ write: 'patch', body: { Precio: amountFor(t, 30_303_030) } })
  await one.write({ write: 'patch', body: { Activa: true } })
  await one.write({ write: 'suspender', step: '/suspender' })
  await one.write({ write: 'archivar', step: '/archivar' })
}

const RECORD: Readonly<Record<WriteName, (builder: TraceBuilder) => Promise<void>>> = {
  create: recordCreates,
  put: recordPuts,
  patch: recordPatches,
  suspender: recordSuspensions,
  archivar: recordArchivings,
}
