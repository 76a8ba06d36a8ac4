import { administratorOf, operatorNamed } from '../agencies/access.ts'
import { isLevel } from '../agencies/package.ts'
import type { Findings } from '../http/answers.ts'
import type { Rules, Values } from '../http/body-rules.ts'
import type { Call } from '../http/call.ts'
import type { Agency, Members, Operator } from '../world.ts'
import { hasCheckDigit, hasVinLetters } from './vin.ts'

const MONEY = { type: 'money', isNullable: true } as const

/** Members of a full edit. */
export const EDIT: Rules = {
  RefStock: { type: 'text', max: 25 },
  Vin: { type: 'text', min: 17, max: 17 },
  Activa: { type: 'boolean', isNullable: true },
  Exposicion: { type: 'text', max: 5, isNullable: true },
  OperadorResponsable: { type: 'text', max: 50, isMail: true, isNullable: true },
  VersionYear: { type: 'integer', min: 1908, max: 2050 },
  Kilometraje: { type: 'integer', min: 0, max: 999_000 },
  Color: { type: 'text', min: 1 },
  Descripcion: { type: 'text', max: 2000 },
  DatosTecnicosCustom: { type: 'items', max: 50 },
  Precio: MONEY,
  Adelanto: MONEY,
  Cuota: MONEY,
  Fotos: { type: 'addresses' },
  AplicaCertificadoGarantiaUsado: { type: 'boolean' },
  Locacion: { type: 'place', isNullable: true },
  Telefono: { type: 'text', isNullable: true },
}

/** Members that no edit changes. */
export const FIXED: Rules = {
  ExternalId: { type: 'text', min: 2, max: 255 },
  Marca: { type: 'text', min: 1 },
  Modelo: { type: 'text', min: 1 },
  Version: { type: 'text', max: 50 },
  Transmision: { type: 'text' },
  Propulsion: { type: 'text' },
  Carroceria: { type: 'text' },
}

export const CREATE: Rules = { ...FIXED, ...EDIT }

/** Members of a partial edit. */
export const PARTIAL_EDIT: Rules = {
  Precio: MONEY,
  Adelanto: MONEY,
  Cuota: MONEY,
  Activa: { type: 'boolean', isNullable: true },
}

const LETTERS = {
  path: /^[\p{L}\p{N}\-._~!$'()*,=:@+]*$/u,
  unreserved: /^[A-Za-z0-9\-._~]*$/,
  alphanumeric: /^[A-Za-z0-9]*$/,
}

/** Checks the characters of a client's id. */
export const checkExternalId = ({ choices }: Call, id: unknown, findings: Findings): void => {
  if (typeof id !== 'string') return
  if (!LETTERS[choices.externalIdLetters].test(id) || /^\.+$/.test(id))
    findings.add('ExternalId', 'Tiene caracteres que no se admiten.')
}

/** Checks a vehicle identification number; gives it back as it is stored. */
export const vinOf = ({ choices }: Call, sent: unknown, findings: Findings): string | null => {
  if (typeof sent !== 'string') return null
  const vin = choices.vinCase === 'upper' ? sent.toUpperCase() : sent
  const isLetters = hasVinLetters(choices.vinCase === 'refused' ? vin : vin.toUpperCase())
  if (choices.vinFault === 'none' && !isLetters) findings.add('Vin', 'No cumple ISO 3779.')
  if (choices.vinFault === 'letters' && !/^[A-Za-z0-9]*$/.test(vin))
    findings.add('Vin', 'No cumple ISO 3779.')
  if (choices.vinCheckDigit && vin.length === 17 && !hasCheckDigit(vin.toUpperCase()))
    findings.add('Vin', 'El dígito verificador no coincide.')
  return vin
}

/** Checks the mileage against the year of the car. */
export const checkMileage = (call: Call, km: unknown, year: unknown): string | undefined => {
  const { mileage, mileageFault } = call.choices
  if (typeof km !== 'number') return undefined
  if (km === 0 && mileageFault === 'zeroNever') return 'Debe ser mayor que cero.'
  if (mileage === 'off' || typeof year !== 'number') return undefined
  const age = new Date(call.world.now()).getUTCFullYear() - year
  if (km === 0 && age > 1) return 'Cero sólo para vehículos sin patentar.'
  return mileage === 'perYear' && km > 60_000 * (Math.max(age, 0) + 1) ? 'Demasiado para su edad.' : undefined
}

/** Checks the photos of a used car. */
export const checkPhotos = ({ choices }: Call, photos: unknown, km: unknown, findings: Findings): void => {
  const isUsed = typeof km === 'number' && km > 0
  const isEmpty = !Array.isArray(photos) || photos.length === 0
  if (isUsed && isEmpty && choices.photosFault !== 'usedWithout')
    findings.add('Fotos', 'Un usado necesita fotos.')
}

/** Members of a creation for which the description says what null means. */
const NULL_MEANS = ['Exposicion', 'OperadorResponsable', 'Telefono']

/** Checks that the members are present that this service requires of a creation. */
export const checkPresence = (names: readonly string[], values: Values, findings: Findings): void => {
  for (const name of names) {
    const value = values[name]
    const isAbsent =
      value === undefined ||
      (value === null && !NULL_MEANS.includes(name)) ||
      value === '' ||
      (Array.isArray(value) && !value.length)
    if (isAbsent) findings.add(name, 'Se necesita este dato.')
  }
}

/** Reads the requested level; null means the best. */
export const levelAsked = ({ choices }: Call, sent: unknown, findings: Findings) => {
  if (isLevel(sent)) return sent
  // The word is stored as it came: this is one of the faults.
  if (choices.levelFault === 'anyWord' && typeof sent === 'string' && sent !== '') return sent as 'Alta'
  const isRefused = typeof sent === 'string' && sent !== '' && choices.levelUnknown === 'refused'
  if (isRefused) findings.add('Exposicion', 'Use Alta, Media o Baja.')
  return null
}

/** Cuts a colour at 50 characters. */
export const colorOf = ({ choices }: Call, sent: unknown, findings: Findings): string | null => {
  if (typeof sent !== 'string') return null
  const letters = [...sent]
  if (choices.colorFault === 'whole') return sent
  if (choices.colorFault === 'refused' && letters.length > 50)
    findings.add('Color', 'A lo sumo 50 caracteres.')
  return letters.slice(0, choices.colorFault === 'short' ? 49 : 50).join('')
}

/** Picks the phone for a missing one. */
export const ownPhone = ({ choices }: Call, operator: Operator): string | null =>
  (choices.phoneNull === 'last' ? operator.phones.at(-1) : operator.phones[0]) ?? null

/** Finds the operator who is responsible for a new listing. */
export const responsibleOf = (
  call: Call,
  agency: Agency,
  sent: unknown,
  findings: Findings,
): Operator | undefined => {
  const isOther = call.choices.operatorFault === 'nullOther'
  if (typeof sent !== 'string' || sent === '')
    return (isOther && agency.operators.at(-1)) || administratorOf(agency)
  const found = operatorNamed(agency, sent)
  if (found !== undefined) return found
  if (call.choices.unknownOperator === 'administrator') return administratorOf(agency)
  if (call.choices.unknownOperator === 400) findings.add('OperadorResponsable', 'No es de la agencia.')
  return undefined
}

/** Keeps the old currency, when a fault wants it. */
export const inOldCurrency = (
  isFaulty: boolean,
  sent: Members['Precio'],
  old: Members['Precio'],
): Members['Precio'] => (isFaulty && sent !== null && old !== null ? { ...sent, Moneda: old.Moneda } : sent)
