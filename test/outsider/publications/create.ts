import { agencyOf, requireWriter } from '../agencies/access.ts'
import { levelAtRest, placeFor } from '../agencies/package.ts'
import { type Answer, Findings, Refusal, refuse, refuseValues } from '../http/answers.ts'
import { bodyOf } from '../http/body.ts'
import { membersOf, type Values } from '../http/body-rules.ts'
import { type Call, isSame } from '../http/call.ts'
import { pause } from '../http/document-changes.ts'
import { Href } from '../http/href.ts'
import { notify } from '../webhooks/deliveries.ts'
import type { Agency, Members, Operator, Phase, Publication } from '../world.ts'
import { countsAgainst, leaveAfterRefusedCreate } from './refused-writes.ts'
import {
  CREATE,
  checkExternalId,
  checkMileage,
  checkPhotos,
  checkPresence,
  colorOf,
  levelAsked,
  ownPhone,
  responsibleOf,
  vinOf,
} from './rules.ts'
import { vehicleOf } from './vehicle.ts'
import { addressOf, shown } from './view.ts'

/** Creates a listing: POST /v3/publicaciones/{adminmail}. */
export const createPublication = async (call: Call): Promise<Answer> => {
  const agency = agencyOf(call, 'create', true)
  if (!call.choices.forbiddenLate) requireWriter(call)
  try {
    const publication = await created(call, agency)
    const answer = shown(call, publication, 'create')
    const path =
      call.choices.linkFault === 'location' ? ['publicaciones', agency.mail] : addressOf(publication)
    return { ...answer, status: 201, headers: { ...answer.headers, Location: new Href(path) } }
  } catch (error) {
    if (error instanceof Refusal) leaveAfterRefusedCreate(call, agency)
    throw error
  }
}

const created = async (call: Call, agency: Agency): Promise<Publication> => {
  const draft = draftOf(call, agency)
  checkUnique(call, agency, draft.members)
  const { members, phase } = draft
  const wanted = members.Exposicion
  if (phase === 'active' || call.choices.suspendedCounts)
    members.Exposicion = takenLevel(call, agency, wanted)
  else members.Exposicion = levelAtRest(agency, wanted)
  if (call.choices.races.includes('create')) await pause(40)
  const serial = call.world.nextNumber()
  const publication = { serial, agency, app: call.app, revision: 1, ...draft }
  call.world.publications.set(serial, publication)
  countsAgainst(call, publication, phase === 'suspended' ? 'createSuspended' : undefined)
  notify(call, publication)
  return publication
}

/** Takes a place of the package, or refuses when none is free. */
export const takenLevel = (
  call: Call,
  agency: Agency,
  wanted: Members['Exposicion'],
  holder?: Publication,
) => {
  const level = placeFor(call.world, agency, wanted, holder)
  if (level !== undefined || call.choices.levelFault === 'anyWord') return level ?? wanted
  if (call.choices.packageFull === 403) return refuse(call, 403, 'El paquete está completo.')
  return refuseValues(call, call.choices.packageFull, { Exposicion: ['No quedan lugares en el paquete.'] })
}

const draftOf = (
  call: Call,
  agency: Agency,
): { members: Members; phase: Phase; isTrimKnown: boolean; body: null } => {
  const { choices } = call
  const findings = new Findings(call)
  const sent = membersOf(call, bodyOf(call), CREATE, findings)
  const values = Object.fromEntries(
    Object.entries(sent).filter(([name]) => !choices.createIgnores.includes(name)),
  )
  checkPresence(choices.requires.length ? choices.requires : BASE, values, findings)
  for (const name of choices.nullRefused) if (values[name] === null) findings.add(name, 'No puede ser null.')
  checkExternalId(call, values['ExternalId'], findings)
  const vehicle = vehicleOf(call, values, findings)
  const operator = responsibleOf(call, agency, values['OperadorResponsable'], findings)
  checkPhotos(call, values['Fotos'], values['Kilometraje'], findings)
  const mileage = checkMileage(call, values['Kilometraje'], values['VersionYear'])
  if (mileage !== undefined && choices.mileageRefused === 400) findings.add('Kilometraje', mileage)
  if (values['Activa'] === null && choices.activaNull === 'refused')
    findings.add('Activa', 'No puede ser null.')
  const members = {
    ...sheetOf(call, values, findings),
    Marca: vehicle.brand,
    Modelo: vehicle.model,
    Version: vehicle.version,
    Transmision: vehicle.gearbox,
    Propulsion: vehicle.fuel,
    ...personal(call, values, operator, findings),
    DatosTecnicosCustom: vehicle.trim === undefined ? listOf(values['DatosTecnicosCustom']) : knownRows(call),
  }
  checkRepeated(call, agency, members.ExternalId, findings)
  findings.settle()
  if (operator === undefined && choices.unknownOperator !== 'administrator')
    refuseLater(call, choices.unknownOperator, 'OperadorResponsable')
  if (mileage !== undefined) refuseLater(call, choices.mileageRefused, 'Kilometraje')
  if (choices.forbiddenLate) requireWriter(call)
  const isActive = values['Activa'] !== false || choices.activaFault === 'createFalse'
  return {
    members,
    phase: isActive ? 'active' : 'suspended',
    isTrimKnown: vehicle.trim !== undefined,
    body: null,
  }
}

const BASE = ['ExternalId', 'VersionYear', 'Kilometraje']

const refuseLater = (call: Call, status: number, name: string): never =>
  refuseValues(call, status, { [name]: ['No se admite.'] })

/** Refuses an id that was refused once, when the choices say so. */
const checkRepeated = (call: Call, agency: Agency, id: string, findings: Findings): void => {
  if (call.choices.correctedRefused !== 'create') return
  const key = `${agency.mail} ${id}`
  if (call.world.refused.has(key)) findings.add('_', 'Ya se había rechazado.')
  if (!findings.isEmpty) call.world.refused.add(key)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const knownRows = ({ choices }: Call): readonly unknown[] => {
  if (choices.customShown === 'none') return []
  const row = { Seccion: 'Seguridad', Valor: 'Airbags', Datos: '6' }
  return choices.customItem === 'string' ? ['Airbags: 6'] : [row]
}

/** Reads the members that mean the same in creation and edit. */
export const sheetOf = (call: Call, values: Values, findings: Findings) => {
  const { choices } = call
  const absent = choices.absentText === 'empty' ? '' : null
  const text = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : absent)
  const money = (name: string) =>
    (values[name] ?? (choices.amountFault === 'zero' ? ZERO : null)) as Members['Precio']
  const number = (name: string): number | null => (typeof values[name] === 'number' ? values[name] : null)
  const id = String(values['ExternalId'] ?? '')
  const cased = choices.externalIdShown === 'lower' ? id.toLowerCase() : id.toUpperCase()
  const applies = values['AplicaCertificadoGarantiaUsado'] === true && number('Kilometraje') !== 0
  return {
    ExternalId: choices.externalIdShown === 'given' ? id : cased,
    RefStock: text('RefStock'),
    Vin: vinOf(call, values['Vin'], findings),
    Exposicion: levelAsked(call, values['Exposicion'], findings),
    VersionYear: number('VersionYear'),
    Kilometraje: number('Kilometraje'),
    Color: colorOf(call, values['Color'], findings) ?? absent,
    Descripcion: text('Descripcion'),
    Precio: money('Precio'),
    Adelanto: money('Adelanto'),
    Cuota: money('Cuota'),
    Fotos: photosOf(call, values['Fotos']),
    CertificadoDeGarantiaUsado: applies ? CERTIFICATES[choices.certificate] : null,
  }
}

const ZERO = { Moneda: 'ARS', Importe: 0 }
const CERTIFICATES = { object: { Cobertura: 'básica', Meses: 6 }, boolean: true, text: 'Cobertura básica' }

const photosOf = ({ choices, world }: Call, sent: unknown): string[] =>
  listOf(sent).map((address) =>
    choices.photosShown === 'sent'
      ? String(address)
      : `https://fotos.vidriera.example/${world.nextNumber()}.jpg`,
  )

const personal = (call: Call, values: Values, operator: Operator | undefined, findings: Findings) => {
  const sent = values['Telefono']
  const isOwn = operator?.phones.includes(String(sent)) ?? false
  if (typeof sent === 'string' && !isOwn && call.choices.phoneCreate === 'refused')
    findings.add('Telefono', 'No es un teléfono del responsable.')
  const own = call.choices.placeAbsent === 'operator' ? (operator?.places[0] ?? null) : null
  return {
    OperadorResponsable: operator?.mail ?? '',
    Telefono: typeof sent === 'string' ? sent : operator === undefined ? null : ownPhone(call, operator),
    Locacion: (values['Locacion'] ?? own) as Members['Locacion'],
  }
}

const checkUnique = (call: Call, agency: Agency, members: Members): void => {
  const { uniqueFault, duplicate, archivedIdReuse, sameVin } = call.choices
  const others = [...call.world.publications.values()].filter(
    (publication) => publication.agency === agency || uniqueFault === 'acrossAgencies',
  )
  const isTaken = others.some(({ members: { ExternalId: id }, phase }) => {
    if (uniqueFault === 'duplicates' || (phase === 'archived' && archivedIdReuse)) return false
    return uniqueFault === 'caseTwins'
      ? id === members.ExternalId
      : isSame(call, id, members.ExternalId, 'create')
  })
  if (isTaken) refuseValues(call, duplicate, { ExternalId: ['Ya lo lleva otro aviso.'] })
  const isTwin = others.some(
    ({ members: { Vin }, phase }) => Vin !== null && Vin === members.Vin && phase === 'active',
  )
  if (isTwin && sameVin !== 'accepted')
    refuseValues(call, sameVin, { Vin: ['Ya hay un aviso de este vehículo.'] })
}
