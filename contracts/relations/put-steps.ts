import { limits } from '../../src/api/wire/limits.ts'
import { UNEDITABLE } from '../../src/api/wire/publication-members.ts'
import { Operador } from '../../src/api/wire/response-schemas.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { vinFor } from '../../src/kit/sample/vin.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { digitsOf } from '../../src/lib/text/digits-of.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { UNKNOWN_VERSION } from '../publications/create-attempt.ts'
import { amountFor, foreignAmountFor } from '../support/amounts.ts'
import { citiesOf, namesBehind } from '../support/catalogue-entries.ts'
import { fewPlacesOf } from '../support/free-places.ts'
import { comparable, FULL_MEMBERS, publicationForms } from '../support/publication-forms.ts'
import { fullEdit } from '../support/publication-writes.ts'
import { sampleVersion } from '../support/reference-forms.ts'
import { type ExpectedChange, isAccepted, type PublicationRecorder } from './publication-steps.ts'
import { refusals } from './refused-writes.ts'
import type { TraceBuilder } from './trace-recorder.ts'

/** The full edits that a run records: each changes one member of the previous body. */

interface MemberEdit {
  readonly body: Readonly<Record<string, unknown>>
  readonly changes: readonly ExpectedChange[]
  readonly mayChange?: readonly string[]
}

/** Equipment in the two forms that items have (`publications/custom-data-item`). */
export const EQUIPMENT: readonly (readonly unknown[])[] = [
  ['Techo', 'Estribos', 'Enganche'].map((Datos) => ({ Seccion: 'Kit', Valor: 'Si', Datos })),
  ['Techo', 'Estribos', 'Enganche'],
]

/** Members that may follow from year and mileage, which decide whether a car is used. */
const OF_A_USED_CAR = ['CertificadoDeGarantiaUsado', 'DatosTecnicosCustom']

/** Members that a full edit may change (PUB-27). */
const EDITABLE = FULL_MEMBERS.filter((name) => !UNEDITABLE.includes(name))

const shownAsSent = (body: Readonly<Record<string, unknown>>): MemberEdit => ({
  body,
  changes: Object.entries(body).map(([member, shown]) => ({ member, shown })),
})

const asUsedCar = async (t: ClauseContext, year: number): Promise<MemberEdit> => {
  const { Kilometraje } = await t.session.samplePublication()
  return shownAsSent({ VersionYear: year - 1, Kilometraje: Number(Kilometraje) + 12_345 })
}

const dataEdits = async (t: ClauseContext, year: number): Promise<readonly MemberEdit[]> => {
  const { Kilometraje } = await t.session.samplePublication()
  return [
    shownAsSent({ RefStock: `0Kit${t.session.newExternalId().slice(-20)}` }),
    shownAsSent({ Vin: vinFor(t.session.newExternalId()) }),
    shownAsSent({ Vin: vinFor(t.session.newExternalId()) }),
    shownAsSent({ Color: 'Añil claro' }),
    // A tag that ignores non-ASCII letters or letter case stays the same.
    shownAsSent({ Color: 'Aúil claro' }),
    shownAsSent({ Color: 'Aúil Claro' }),
    shownAsSent({ Descripcion: 'Editada, con eñe, "comillas" y 1 < 2 > 1 & 0.\nY otra línea.' }),
    { ...shownAsSent({ VersionYear: year - 1 }), mayChange: OF_A_USED_CAR },
    { ...shownAsSent({ Kilometraje: Number(Kilometraje) + 12_345 }), mayChange: OF_A_USED_CAR },
    // A lower mileage may be refused (`publications/mileage-put`), but not accepted and left out.
    { ...shownAsSent({ Kilometraje: Number(Kilometraje) + 9_876 }), mayChange: OF_A_USED_CAR },
  ]
}

const amountAndPhotoEdits = async (t: ClauseContext): Promise<readonly MemberEdit[]> => {
  const { Fotos } = await t.session.samplePublication()
  const photos = Array.isArray(Fotos) ? Fotos : []
  return [
    shownAsSent({ Precio: amountFor(t, 24_567_891) }),
    shownAsSent({ Adelanto: amountFor(t, 2_456_789) }),
    shownAsSent({ Cuota: amountFor(t, 245_678) }),
    shownAsSent({
      Precio: foreignAmountFor(t, 24_567),
      Adelanto: foreignAmountFor(t, 2_456),
      Cuota: foreignAmountFor(t, 245),
    }),
    shownAsSent({ Precio: amountFor(t, 24_567_892) }),
    shownAsSent({ Adelanto: amountFor(t, 2_456_780) }),
    ...(photos.length > 1
      ? [{ body: { Fotos: photos.slice(0, 1) }, changes: [{ member: 'Fotos' }], mayChange: [] }]
      : []),
  ]
}

/** Records full edits of every member, in alternating forms, and refused ones. */
export const recordPuts = async (builder: TraceBuilder): Promise<void> => {
  const { t } = builder
  const year = Number((await t.session.samplePublication()).VersionYear)
  const operators = await operatorsOf(t)
  const collaborator = operators.find(({ EsAdministradorAgencia }) => !EsAdministradorAgencia)
  await builder.apart([
    async () => {
      const editor = await startEditor(builder)
      for (const edit of await dataEdits(t, year)) await editor.put(edit)
    },
    async () => {
      const editor = await startEditor(builder)
      for (const edit of await amountAndPhotoEdits(t)) await editor.put(edit)
      const [, ref] = publicationForms(t)
      await editor.recorder.writeWithFormerTag(amountFor(t, 24_680_135), ref)
      await editPhoto(t, editor)
    },
    async () => {
      const editor = await startEditor(builder)
      // Only a used car has a certificate.
      await editor.put({ ...(await asUsedCar(t, year)), mayChange: OF_A_USED_CAR })
      await editCertificate(editor)
      await editCity(t, editor)
      await editPlace(editor, operators)
      await editor.put(shownAsSent({ RefStock: '', Descripcion: '' }))
    },
    async () => {
      // A known version has its own year, which is not that of the edit (PUB-11).
      const known = await versionMembers(t)
      const editor = known && (await startEditor(builder, known.members).catch(() => undefined))
      if (editor) await editEquipment(editor, known.name)
      await editor?.put({ ...(await asUsedCar(t, year)), mayChange: OF_A_USED_CAR })
      await editor?.put({ ...shownAsSent({ VersionYear: year - 2 }), mayChange: OF_A_USED_CAR })
    },
    async () => {
      const editor = await startEditor(builder, UNKNOWN_VERSION).catch(() => undefined)
      for (const items of editor ? EQUIPMENT : [])
        if (await editor?.put(shownAsSent({ DatosTecnicosCustom: items })))
          await editor?.put(shownAsSent({ DatosTecnicosCustom: items.slice(1) }))
    },
    async () => {
      const editor = await startEditor(builder)
      if (collaborator) await editOperator(t, editor, collaborator)
      await editStates(t, editor)
    },
    async () => {
      const editor = await startEditor(builder)
      const { recorder } = editor
      let isTaken = false
      for (const refused of await refusals(t, 'put', { ...editor.body, RefStock: 'KIT-STALE' }))
        isTaken = isAccepted(await recorder.write(refused)) || isTaken
      // Members that are not editable are ignored or refused (PUB-27, `publications/uneditable-members`).
      await editor.put({
        body: { Version: 'Otra', Transmision: 'A', ExternalId: `${recorder.made.externalId}x` },
        changes: [],
        mayChange: isTaken ? FULL_MEMBERS : [],
      })
    },
  ])
}

/** Returns the members of a create of a version that the catalogue lists; undefined when it lists none. */
const versionMembers = async (t: ClauseContext) => {
  const version = await sampleVersion(t).catch(() => undefined)
  const path = version?.forms['api-url-path']
  const isShort = path !== undefined && path.length <= limits.version.max
  if (!version) return undefined
  const { members, name } = version
  return { name, members: { ...members, Version: isShort ? path : name } }
}

/** Sends equipment for a known version, which has its own (PUB-16). */
const editEquipment = async (editor: Editor, name: string): Promise<void> => {
  const { recorder } = editor
  if ((await recorder.shown('Version')) !== name) return
  for (const items of EQUIPMENT)
    if (await editor.put({ body: { DatosTecnicosCustom: items }, changes: [] })) return
}

/** Creates a publication and sends a first edit with every member, after which any may differ. */
const startEditor = async ({ t, recorder }: TraceBuilder, members = {}): Promise<Editor> => {
  const one = await recorder(members)
  const editor = new Editor(t, one, Object((await fullEdit(t, one.made)).body))
  const amounts = {
    Precio: amountFor(t, 21_234_567),
    Adelanto: amountFor(t, 2_123_456),
    Cuota: amountFor(t, 212_345),
  }
  // Without it the next edit would change more than one member.
  if (!(await editor.put({ body: amounts, changes: [], mayChange: EDITABLE })))
    t.skip('a full edit with every member is refused')
  return editor
}

/** Sends full edits that differ from the previous accepted one in a few members. */
class Editor {
  body: Readonly<Record<string, unknown>>
  readonly recorder: PublicationRecorder
  readonly #t: ClauseContext
  #count = 0

  constructor(t: ClauseContext, recorder: PublicationRecorder, body: Readonly<Record<string, unknown>>) {
    this.#t = t
    this.recorder = recorder
    this.body = body
  }

  /** Returns whether the edit was accepted. */
  async put({ body, changes, mayChange = [] }: MemberEdit): Promise<boolean> {
    const forms = publicationForms(this.#t)
    const form = forms[this.#count++ % forms.length] ?? forms[0]
    const sent = { ...this.body, ...body }
    // A level that had no place before may have one now.
    const level = await this.recorder.shown('Exposicion')
    const isElsewhere = level !== sent.Exposicion
    const step = await this.recorder.write({
      write: 'put',
      method: 'PUT',
      form,
      body: sent,
      changes,
      mayChange: isElsewhere ? [...mayChange, 'Exposicion'] : mayChange,
    })
    const isAccepted = step.answer.response.status < 300
    if (isAccepted) this.body = sent
    // A suspended publication may have no place, and others may have taken the last one (PUB-07).
    const isMoved = (await this.recorder.shown('Exposicion')) !== level
    if (isMoved && (await fewPlacesOf(this.#t, level).catch(() => 0)) !== undefined)
      this.recorder.allow('Exposicion')
    return isAccepted
  }
}

const operatorsOf = async (t: ClauseContext): Promise<readonly Operador[]> =>
  entriesOf((await t.get(`/v3/operadores/${t.adminMail}`)).json).flatMap((entry) => {
    const read = Operador.safeParse(entry)
    return read.success ? [read.data] : []
  })

/** Replaces the one remaining photo by another, which must be ignored, then by more (PUB-25). */
const editPhoto = async (t: ClauseContext, editor: Editor): Promise<void> => {
  const { Fotos } = await t.session.samplePublication()
  const shown = await editor.recorder.shown('Fotos')
  const [, other] = Array.isArray(Fotos) ? Fotos : []
  const { Fotos: sent } = editor.body
  const isOne = [shown, sent].every((photos) => Array.isArray(photos) && photos.length === 1)
  if (!isOne || other === undefined) return
  await editor.put({ body: { Fotos: [other] }, changes: [] })
  // A tag that ignores their order stays the same.
  const back = Array.isArray(Fotos) ? Fotos.toReversed() : []
  await editor.put({ body: { Fotos: back }, changes: [{ member: 'Fotos', shown: back }] })
}

/** Requests the certificate, then removes it if it was shown (PUB-18). */
const editCertificate = async (editor: Editor): Promise<void> => {
  const member = 'CertificadoDeGarantiaUsado'
  const shown = async () => comparable(member, await editor.recorder.shown(member))
  const before = await shown()
  await editor.put({ body: { AplicaCertificadoGarantiaUsado: true }, changes: [], mayChange: [member] })
  const changes = (await shown()) === before ? [] : [{ member }]
  const body = { AplicaCertificadoGarantiaUsado: false }
  await editor.put({ body, changes, mayChange: [member] })
}

const MAX_CITIES = 5

/** Edits the city alone, with names that the catalogue lists, until one is accepted. */
const editCity = async (t: ClauseContext, editor: Editor): Promise<void> => {
  const place = membersOf(await editor.recorder.shown('Locacion'))
  const { Region, Ciudad, Direccion } = place
  if (typeof Region !== 'string' || typeof Ciudad !== 'string') return
  const near = await citiesOf(t, Region).catch(() => [])
  const names = near.length > 1 ? near : await namesBehind(t, 'Ciudades')
  for (const name of names.filter((one) => one !== Ciudad).slice(0, MAX_CITIES)) {
    const changes = [{ member: 'Locacion', parts: ['Ciudad'] }]
    if (await editor.put({ body: { Locacion: { Region, Ciudad: name, Direccion } }, changes })) return
  }
}

/** Edits the street, and the phone when the operator has several (PUB-21, PUB-24). */
const editPlace = async (editor: Editor, operators: readonly Operador[]): Promise<void> => {
  const mail = String(await editor.recorder.shown('OperadorResponsable')).toLowerCase()
  const operator = operators.find(({ Email }) => Email.toLowerCase() === mail)
  const address = operator?.Direcciones[0]
  if (address)
    await editor.put({
      body: { Locacion: { ...address, Direccion: 'Calle del Kit 123' } },
      changes: [{ member: 'Locacion' }],
    })
  const shown = await editor.recorder.shown('Telefono')
  const phone = operator?.Telefonos.find((text) => digitsOf(text) !== digitsOf(shown))
  if (phone !== undefined) await editor.put({ body: { Telefono: phone }, changes: [{ member: 'Telefono' }] })
  await editor.put({ body: { Telefono: null }, changes: [], mayChange: ['Telefono'] })
}

/** Edits the operator back and forth. Only an operator that a create admits is judged. */
const editOperator = async (t: ClauseContext, editor: Editor, { Email }: Operador): Promise<void> => {
  const externalId = t.session.newExternalId()
  const admitted = await t.create({ Activa: false, OperadorResponsable: Email, ExternalId: externalId })
  const isAdmitted = sameInAnyCase(membersOf(admitted.json).OperadorResponsable, Email)
  if (admitted.response.status === 201)
    await t.send('PATCH', `${t.path(externalId)}/archivar`, tagOf(admitted))
  const changes = isAdmitted ? [{ member: 'OperadorResponsable' }] : []
  const mayChange = ['OperadorResponsable', 'Telefono', 'Locacion']
  await editor.put({ body: { OperadorResponsable: Email }, changes, mayChange })
}

const tagOf = ({ response }: { response: { headers: Readonly<Record<string, string>> } }) =>
  response.headers.etag === undefined ? {} : { headers: { 'If-Match': response.headers.etag } }

/** Activates, moves to another level with a free place, and suspends again (PUB-37, PUB-07). */
const editStates = async (t: ClauseContext, editor: Editor): Promise<void> => {
  const toggled = { changes: [{ member: 'EstadoActual' }], mayChange: ['Exposicion'] }
  if (!(await editor.put({ body: { Activa: true }, ...toggled }))) return
  const shown = await editor.recorder.shown('Exposicion')
  const { json } = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  const free = Object.entries(membersOf(json)).find(
    ([level, counts]) => level !== shown && Number(membersOf(counts).Disponibles) > 1,
  )
  if (free)
    await editor.put({ body: { Exposicion: free[0] }, changes: [{ member: 'Exposicion', shown: free[0] }] })
  await editor.recorder.write({
    write: 'put',
    method: 'PUT',
    body: { ...editor.body, Activa: false, Precio: 'barato' },
    mayChange: FULL_MEMBERS,
  })
  await editor.put({ body: { Activa: false }, ...toggled })
}
