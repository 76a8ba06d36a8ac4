import { operatorNamed } from '../agencies/access.ts'
import { Findings } from '../http/answers.ts'
import { bodyOf } from '../http/body.ts'
import { membersOf, type Values } from '../http/body-rules.ts'
import type { Call } from '../http/call.ts'
import type { Draft, Members, Operator, Phase, Publication } from '../world.ts'
import { sheetOf } from './create.ts'
import {
  CREATE,
  checkMileage,
  checkPhotos,
  checkPresence,
  EDIT,
  FIXED,
  inOldCurrency,
  ownPhone,
} from './rules.ts'

/** Applies a full edit to a listing; refuses faults. */
export const edited = (call: Call, publication: Publication): Draft => {
  const { choices } = call
  const findings = new Findings(call)
  const body = bodyOf(call)
  checkFixed(call, body, findings)
  const sent = membersOf(call, editable(body), choices.uneditable === 'refused' ? EDIT : CREATE, findings)
  checkAbsent(call, sent, findings)
  const values = choices.putAbsent === 'kept' ? { ...asSent(publication), ...sent } : sent
  const operator = operatorOf(call, publication, values['OperadorResponsable'])
  const old = publication.members
  const photos = photosOf(call, publication, values['Fotos'], findings)
  checkNumbers(call, publication, values, findings)
  const fresh = sheetOf(call, { ...values, ExternalId: old.ExternalId, Fotos: [] }, findings)
  const draft: Members = {
    ...old,
    ...fresh,
    ExternalId: old.ExternalId,
    Exposicion: fresh.Exposicion ?? old.Exposicion,
    OperadorResponsable: operator.mail,
    Telefono: phoneOf(call, values['Telefono'], operator, findings),
    Fotos: photos,
    Locacion: placeOf(call, values, operator),
    ...moneyOf(call, fresh, old),
    ...(publication.isTrimKnown ? {} : { DatosTecnicosCustom: listOf(values['DatosTecnicosCustom']) }),
  }
  checkRepeated(call, publication, findings)
  findings.settle()
  const isRenamed = choices.uneditableEdited && typeof body['Version'] === 'string'
  const kept = Object.fromEntries(
    choices.putIgnores.filter((name) => name in old).map((name) => [name, old[name as 'Vin']]),
  )
  const members = {
    ...draft,
    ...storedOperator(call, values),
    ...kept,
    ...(isRenamed ? { Version: body['Version'] } : {}),
  }
  return { members: members as Members, phase: phaseOf(call, publication.phase, values) }
}

/** Leaves out `Carroceria` and its like: known names that an edit does not use. */
const editable = (body: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !(name in FIXED)))

const checkFixed = ({ choices }: Call, body: Values, findings: Findings): void => {
  if (choices.uneditable !== 'refused') return
  for (const name of Object.keys(FIXED)) if (name in body) findings.add(name, 'No se puede modificar.')
}

const checkAbsent = ({ choices }: Call, values: Values, findings: Findings): void => {
  if (choices.putAbsent === 'create') checkPresence(['VersionYear', 'Kilometraje'], values, findings)
  if (choices.putAbsent === 'create') {
    const names = choices.requires.filter(
      (name) => name in EDIT && name !== 'Fotos' && !EDIT[name]?.isNullable,
    )
    checkPresence(names, values, findings)
  }
  if (choices.putAbsent !== 'refused') return
  const names = Object.keys(EDIT).filter((name) => !EDIT[name]?.isNullable)
  for (const name of names) if (values[name] === undefined) findings.add(name, 'Falta este dato.')
}

/** Writes a listing as the body that would keep it. */
const asSent = ({ members }: Publication): Values => ({
  ...members,
  AplicaCertificadoGarantiaUsado: members.CertificadoDeGarantiaUsado !== null,
  Fotos: null,
})

const operatorOf = (call: Call, { agency, members }: Publication, sent: unknown): Operator => {
  const asked = typeof sent === 'string' ? operatorNamed(agency, sent) : undefined
  const isReset = call.choices.operatorFault === 'nullReplaces' && asked === undefined
  const current = isReset
    ? agency.operators.find((one) => one.isAdministrator)
    : operatorNamed(agency, members.OperadorResponsable)
  const found = asked ?? current ?? agency.operators[0]
  if (found === undefined) throw new Error('an agency has operators')
  return found
}

const storedOperator = ({ choices }: Call, values: Values) => {
  const sent = values['OperadorResponsable']
  return choices.operatorFault === 'unknownStored' && typeof sent === 'string'
    ? { OperadorResponsable: sent }
    : {}
}

const phoneForNone = (call: Call, operator: Operator): string | null => {
  const [first, ...others] = operator.phones
  return call.choices.phoneNull === 'another' ? (others.at(-1) ?? first ?? null) : ownPhone(call, operator)
}

const phoneOf = (call: Call, sent: unknown, operator: Operator, findings: Findings): string | null => {
  const fault = call.choices.phoneFault
  if (typeof sent !== 'string') return fault === 'nullClears' ? null : phoneForNone(call, operator)
  const isPart =
    fault === 'partPut' && sent.length > 3 && operator.phones.some((phone) => phone.includes(sent))
  const isAdmitted = operator.phones.includes(sent) || isPart || fault === 'anyPut'
  if (!isAdmitted && call.choices.putAbsent !== 'kept')
    findings.add('Telefono', 'No es un teléfono del responsable.')
  else if (!isAdmitted) return ownPhone(call, operator)
  return sent
}

const placeOf = (call: Call, values: Values, operator: Operator): Members['Locacion'] =>
  (values['Locacion'] ??
    (call.choices.placeAbsent === 'operator' ? (operator.places[0] ?? null) : null)) as Members['Locacion']

const moneyOf = ({ choices }: Call, fresh: Pick<Members, 'Precio' | 'Adelanto' | 'Cuota'>, old: Members) => ({
  Precio: inOldCurrency(choices.ignoresCurrency, fresh.Precio, old.Precio),
  Adelanto: inOldCurrency(choices.ignoresCurrency, fresh.Adelanto, old.Adelanto),
  Cuota: inOldCurrency(choices.ignoresCurrency, fresh.Cuota, old.Cuota),
})

/** Takes the list of photos when it has another length than the current one. */
const photosOf = (
  call: Call,
  { members }: Publication,
  sent: unknown,
  findings: Findings,
): readonly string[] => {
  const { choices, world } = call
  if (!Array.isArray(sent)) {
    if (choices.photosPut === 'mandatory') findings.add('Fotos', 'Un usado necesita fotos.')
    return members.Fotos
  }
  checkPhotos(call, sent, members.Kilometraje, findings)
  if (choices.photosFault === 'neverChanged') return members.Fotos
  if (sent.length === members.Fotos.length && choices.photosFault !== 'sameCount') return members.Fotos
  if (choices.photosShown === 'sent') return sent.map(String)
  return sent.map(() => `https://fotos.vidriera.example/${world.nextNumber()}.jpg`)
}

const checkNumbers = (call: Call, { members }: Publication, values: Values, findings: Findings): void => {
  const km = values['Kilometraje']
  const message = checkMileage(call, km, values['VersionYear'])
  if (message !== undefined) findings.add('Kilometraje', message)
  const isLower = typeof km === 'number' && km < (members.Kilometraje ?? 0)
  if (isLower && call.choices.mileagePut === 'risesOnly') findings.add('Kilometraje', 'No puede bajar.')
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Refuses every edit of a listing after a refused one, when the choices say so. */
const checkRepeated = (call: Call, { serial }: Publication, findings: Findings): void => {
  if (call.choices.correctedRefused !== 'put') return
  if (call.world.refused.has(`put ${serial}`)) findings.add('_', 'Ya se había rechazado.')
  if (!findings.isEmpty) call.world.refused.add(`put ${serial}`)
}

const phaseOf = ({ choices }: Call, phase: Phase, values: Values): Phase => {
  const { Activa } = values
  if (phase === 'archived' && choices.archivedFault !== 'reactivates') return phase
  if (choices.putIgnores.includes('Activa')) return phase
  if (Activa === undefined && choices.activaFault === 'putAbsent') return phase
  if (Activa !== false && choices.activaFault === 'putTrue') return phase
  return Activa === false ? 'suspended' : 'active'
}
