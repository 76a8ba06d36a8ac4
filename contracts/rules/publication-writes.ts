import { isLevel } from '../../src/api/wire/exposure-level.ts'
import {
  membersSent,
  PLAIN_MEMBERS,
  type PlainMember,
  PUBLICATION_MEMBERS,
  plainType,
} from '../../src/api/wire/publication-members.ts'
import { digitsOf } from '../../src/lib/text/digits-of.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/publication-forms.ts'
import type { AgencyFacts } from './agency-facts.ts'
import {
  amountAs,
  anything,
  asShown,
  type Expectation,
  either,
  isBlank,
  type Members,
  nothing,
  numberAs,
  something,
  textAs,
  textCutAt,
  wordAs,
} from './expectations.ts'

/** The effect of a write on each member of a publication, as far as the description defines it. */

/** The input of a write's effect. */
export interface WriteSetting {
  readonly facts: AgencyFacts
  readonly adminMail: string
  /** Members as shown before; undefined for unknown ones. */
  readonly before: Members
}

const aLevel = (because: readonly string[]): Expectation => ({
  holds: (value) => isBlank(value) || isLevel(value),
  label: 'Alta, Media or Baja',
  because,
})

const AUTOMATIC = ['automática', 'automatica', 'a']
const MANUAL = ['manual', 'm']

/** Returns the effect of a create, by member. */
export const createdMembers = (body: Members, setting: WriteSetting): Map<string, Expectation> => {
  const expected = sharedMembers(body, setting, 'PUB-01')
  const { facts, adminMail } = setting
  const set = (member: string, expectation: Expectation) => expected.set(member, expectation)
  if (typeof body['ExternalId'] === 'string')
    set('ExternalId', wordAs(body['ExternalId'], ['PUB-03', 'PUB-01']))
  for (const member of OPTIONAL)
    if (isBlank(body[member]))
      set(
        member,
        nothing(isAmount(member) ? ['COM-07', 'PUB-01'] : ['PUB-01', 'publications/optional-absent']),
      )
  const operator = body['OperadorResponsable']
  if (isBlank(operator)) set('OperadorResponsable', wordAs(adminMail, ['PUB-08']))
  else if (facts.operators?.some(({ mail }) => mail === String(operator).toLowerCase()))
    set('OperadorResponsable', wordAs(String(operator), ['PUB-08', 'PUB-01']))
  if (!isBlank(body['Telefono'])) set('Telefono', phoneAs(body['Telefono'], ['PUB-19', 'PUB-01']))
  else set('Telefono', ownPhone(facts, [String(operator ?? adminMail)], ['PUB-19']))
  if (Array.isArray(body['Fotos'])) set('Fotos', photosAs(body['Fotos'], facts, ['PUB-17', 'PUB-01']))
  const brand = isNoAddress(body['Version']) ? facts.catalogue.brandFor(body['Marca']) : undefined
  if (brand !== undefined) {
    set('Marca', textAs(brand, ['PUB-09', 'PUB-10']))
    const model = facts.catalogue.modelFor(brand, body['Modelo'])
    if (model !== undefined) set('Modelo', textAs(model, ['PUB-09', 'PUB-10']))
  }
  /** Expects something of a car whose version the catalogue lacks; else its own data are shown. */
  const setUnlisted = (member: string, expectation: Expectation) =>
    set(member, {
      ...expectation,
      holds: (value, shown) => !facts.catalogue.isUnlisted(shown) || expectation.holds(value, shown),
    })
  if (isNoAddress(body['Version']) && !isBlank(body['Version']))
    setUnlisted('Version', textAs(String(body['Version']), ['PUB-10']))
  const fuel = String(body['Propulsion'])
  // The description does not fix the form of a shown fuel.
  if (facts.catalogue.fuels.has(fuel)) {
    const because = ['PUB-13', 'COM-11']
    const names = [fuel, facts.catalogue.codenames.get(fuel) ?? fuel].map((name) => textAs(name, because))
    const byId = { holds: (value: unknown) => /(^|\/)\d+$/.test(String(value)), label: 'its id', because }
    setUnlisted('Propulsion', either(...names, byId))
  }
  const gears = gearsAs(body['Transmision'])
  if (gears) setUnlisted('Transmision', gears)
  const rows = body['DatosTecnicosCustom']
  if (Array.isArray(rows)) setUnlisted('DatosTecnicosCustom', asMany(rows.length, ['PUB-16']))
  return expected
}

/** Returns whether a version is not an id or an address, which names a brand and a model itself. */
const isNoAddress = (version: unknown): boolean =>
  isBlank(version) || (typeof version === 'string' && !/^\d+$|[/:]/.test(version))

/** Returns the effect of a full edit, by member; members that cannot be edited stay as they are. */
export const editedMembers = (body: Members, setting: WriteSetting): Map<string, Expectation> =>
  new Map([
    ...unchanged(setting.before, ['PUB-21', 'PUB-27']),
    ...leftOut(body, setting),
    ...sharedMembers(body, setting, 'PUB-21'),
    ['OperadorResponsable', editedOperator(body, setting)],
    ['Telefono', editedPhone(body, setting)],
    ['Fotos', editedPhotos(body, setting)],
    ...['VersionYear', 'Kilometraje']
      .filter((member) => isBlank(body[member]))
      .map((member) => [member, staysOf(setting, member, PUT_ABSENT)] as const),
    ...(isBlank(body['Locacion']) ? [['Locacion', anything] as const] : []),
    ['CertificadoDeGarantiaUsado', editedCertificate(body, setting)],
    ['DatosTecnicosCustom', editedRows(body, setting)],
    ['Exposicion', editedLevel(body, setting)],
  ])

const PUT_ABSENT = ['PUB-21', 'publications/put-absent']

const staysOf = ({ before }: WriteSetting, member: string, because: readonly string[]): Expectation =>
  member in before ? asShown(member, before[member], because) : anything

/** Returns the effect of a full edit on members that it leaves out or empties. */
const leftOut = (body: Members, setting: WriteSetting): readonly (readonly [string, Expectation])[] =>
  OPTIONAL.filter((member) => isBlank(body[member])).map((member) => {
    // An empty text is a value.
    const isEmptied = body[member] === ''
    const lostOnPut = isEmptied
      ? nothing(['PUB-21', 'PUB-04'])
      : either(nothing(PUT_ABSENT), staysOf(setting, member, PUT_ABSENT))
    return [member, lostOnPut]
  })

const askedOperator = (body: Members): string => String(body['OperadorResponsable'] ?? '').toLowerCase()

const isKnownOperator = ({ facts }: WriteSetting, asked: string): boolean | undefined =>
  facts.operators?.some(({ mail }) => mail === asked)

const editedOperator = (body: Members, setting: WriteSetting): Expectation => {
  const asked = askedOperator(body)
  const stays = staysOf(setting, 'OperadorResponsable', ['PUB-23'])
  if (isBlank(body['OperadorResponsable']) || isKnownOperator(setting, asked) === false) return stays
  const asAsked = wordAs(asked, ['PUB-21'])
  return setting.facts.admitted.has(asked) ? asAsked : either(asAsked, stays)
}

const editedPhone = (body: Members, setting: WriteSetting): Expectation => {
  const { facts, before } = setting
  const asked = askedOperator(body)
  const operators = [asked, String(before['OperadorResponsable'] ?? '')].filter((mail) => mail !== '')
  const responsible = isKnownOperator(setting, asked) && facts.admitted.has(asked) ? [asked] : operators
  const own = ownPhone(facts, responsible, ['PUB-24'])
  if (isBlank(body['Telefono'])) return own
  if (facts.operators === undefined) return anything
  const phones = responsible.flatMap((mail) => facts.phonesOf(mail) ?? [])
  const isOwn = phones.map(digitsOf).includes(digitsOf(body['Telefono']))
  return isOwn && responsible.length === 1 ? phoneAs(body['Telefono'], ['PUB-24', 'PUB-21']) : own
}

const editedPhotos = (body: Members, setting: WriteSetting): Expectation => {
  const photos = body['Fotos']
  const former = setting.before['Fotos']
  const stays = staysOf(setting, 'Fotos', ['PUB-25'])
  if (isBlank(photos)) return Array.isArray(photos) ? either(stays, nothing(['PUB-21'])) : stays
  if (!Array.isArray(photos) || !Array.isArray(former)) return anything
  return photos.length === former.length ? stays : photosAs(photos, setting.facts, ['PUB-25', 'PUB-21'])
}

// A certificate may be reissued, with another number.
const editedCertificate = (body: Members, { before }: WriteSetting): Expectation =>
  !isBlank(before['CertificadoDeGarantiaUsado']) && body['AplicaCertificadoGarantiaUsado'] === true
    ? something(['PUB-18', 'PUB-21'])
    : anything

const editedRows = (body: Members, { facts, before }: WriteSetting): Expectation => {
  const rows = body['DatosTecnicosCustom']
  return facts.catalogue.isOneVersion(before) && !isBlank(rows)
    ? otherThan(rows, ['PUB-16', 'PUB-21'])
    : anything
}

const editedLevel = (body: Members, { facts }: WriteSetting): Expectation => {
  const level = body['Exposicion']
  const isFree = isLevel(level) && facts.isFree(level)
  return isFree && body['Activa'] === true ? textAs(level, ['PUB-07', 'PUB-21']) : aLevel(['PUB-07'])
}

/** Returns the effect of a partial edit, by member. */
export const amendedMembers = (body: Members, setting: WriteSetting): Map<string, Expectation> => {
  const expected = unchanged(setting.before, ['PUB-28'])
  for (const member of AMENDED) {
    if (!(member in body)) continue
    const because = ['PUB-28', 'publications/patch-null-amounts']
    const stays = member in setting.before ? asShown(member, setting.before[member], because) : anything
    const asSent = plainAs(member, body[member], setting, 'PUB-28')
    // An amount in a currency that was never accepted may be left out.
    const isTaken = !isAmount(member) || setting.facts.currencies.knows(membersOf(body[member])['Moneda'])
    if (body[member] === null) expected.set(member, either(nothing(because), stays))
    else if (asSent) expected.set(member, isTaken ? asSent : either(asSent, stays))
  }
  if (typeof body['Activa'] === 'boolean') expected.set('Exposicion', aLevel(['PUB-07']))
  return expected
}

/** Returns the effect of a step without a body, by member. */
export const steppedMembers = (
  setting: WriteSetting,
  because: readonly string[],
): Map<string, Expectation> => {
  const expected = unchanged(setting.before, because)
  expected.set('Exposicion', aLevel(['PUB-07']))
  return expected
}

/** Expects every member as shown before, except the state, which rules on states judge. */
const unchanged = (before: Members, because: readonly string[]): Map<string, Expectation> =>
  new Map(
    Object.entries(before)
      .filter(([member]) => member !== 'EstadoActual')
      .map(([member, value]) => [member, asShown(member, value, because)]),
  )

/** Members that a create and a full edit may leave out, and that are then null or stay. */
const OPTIONAL = ['Vin', ...PLAIN_MEMBERS.filter((name) => name !== 'VersionYear' && name !== 'Kilometraje')]

const AMENDED = PLAIN_MEMBERS.filter((name) => name in membersSent('patch'))

const isAmount = (member: string): boolean => plainType(member)?.kind === 'nullable'

/** Expects a plain member as sent; undefined where the description leaves open what becomes of the value. */
const plainAs = (
  name: PlainMember,
  value: unknown,
  { facts }: WriteSetting,
  statement: string,
): Expectation | undefined => {
  const because = [PUBLICATION_MEMBERS[name].statement, statement]
  const type = plainType(name)
  if (type?.kind === 'integer') return typeof value === 'number' ? numberAs(value, because) : undefined
  if (type?.kind === 'nullable')
    return typeof value === 'object' && value !== null
      ? amountAs(membersOf(value), facts.currencies, [statement])
      : undefined
  if (isBlank(value)) return undefined
  // A number may be converted to a text (`common/types`).
  if (type?.kind !== 'text' || typeof value !== 'string') return anything
  return type.cutAt === undefined ? textAs(value, because) : textCutAt(value, type.cutAt, because)
}

/** Members that both a create and a full edit accept. */
const sharedMembers = (body: Members, setting: WriteSetting, statement: string): Map<string, Expectation> => {
  const { facts } = setting
  const expected = new Map<string, Expectation>()
  const sent = (member: string): unknown => body[member]
  for (const name of PLAIN_MEMBERS) {
    const expectation = plainAs(name, body[name], setting, statement)
    if (expectation) expected.set(name, expectation)
  }
  const vin = sent('Vin')
  if (!isBlank(vin))
    expected.set('Vin', typeof vin === 'string' ? wordAs(vin, ['PUB-05', statement]) : anything)
  const level = sent('Exposicion')
  const isFree = isLevel(level) && facts.isFree(level)
  expected.set(
    'Exposicion',
    isFree && sent('Activa') !== false ? textAs(level, ['PUB-07', statement]) : aLevel(['PUB-07']),
  )
  const place = sent('Locacion')
  if (typeof place === 'object' && place !== null)
    expected.set('Locacion', placeAs(membersOf(place), statement))
  return expected
}

const ISO_REGION = /^[A-Z]{2}-[A-Z0-9]{1,3}$/

/** Expects the street as sent, and no code instead of the region's name (COM-08). */
const placeAs = (sent: Members, statement: string): Expectation => ({
  holds: (value) => {
    const shown = membersOf(value)
    const street = sent['Direccion']
    const isStreet =
      typeof street !== 'string' || isBlank(street) || textAs(street, []).holds(shown['Direccion'], shown)
    const isCode = ISO_REGION.test(String(sent['Region'] ?? '')) && shown['Region'] === sent['Region']
    return isStreet && !isCode
  },
  label: JSON.stringify(sent),
  because: ['COM-08', statement, ...(ISO_REGION.test(String(sent['Region'] ?? '')) ? ['PUB-26'] : [])],
})

const phoneAs = (sent: unknown, because: readonly string[]): Expectation => ({
  holds: (value) => digitsOf(value) === digitsOf(sent),
  label: String(sent),
  because,
})

/** Expects one of the current phones of an operator (PUB-19, PUB-24). */
const ownPhone = (facts: AgencyFacts, mails: readonly string[], because: readonly string[]): Expectation => {
  const known = mails.map((mail) => facts.phonesOf(mail))
  if (known.length === 0 || known.includes(undefined)) return anything
  const phones = known.flatMap((one) => one ?? [])
  return {
    holds: (value) =>
      phones.length === 0 || (!isBlank(value) && phones.map(digitsOf).includes(digitsOf(value))),
    label: phones.join(' or '),
    because,
  }
}

/** Expects no such rows: a version in the catalogue shows its own data. */
const otherThan = (rows: unknown, because: readonly string[]): Expectation => ({
  holds: (value) => canonicalJson(value) !== canonicalJson(rows),
  label: 'as the catalogue has it',
  because,
})

const asMany = (count: number, because: readonly string[]): Expectation => ({
  holds: (value) => Array.isArray(value) && value.length === count,
  label: `${count} items`,
  because,
})

/**
 * Expects as many photos as were sent. A service may leave out those that it cannot fetch
 * (`publications/photo-refused`); those of an exploration are of one kind, so it leaves out all or none.
 */
const photosAs = (sent: readonly unknown[], facts: AgencyFacts, because: readonly string[]): Expectation => ({
  holds: (value) => {
    const count = Array.isArray(value) ? value.length : 0
    if (!facts.isDeliberate) return count <= sent.length
    if (count === sent.length && count > 1) facts.showsEveryPhoto = true
    return count === sent.length || (count === 0 && !facts.showsEveryPhoto)
  },
  label: `${sent.length} Fotos`,
  because,
})

const gearsAs = (sent: unknown): Expectation | undefined => {
  const word = String(sent ?? '').toLowerCase()
  const gears = [AUTOMATIC, MANUAL].find((names) => names.includes(word))
  return (
    gears && {
      holds: (value) => gears.includes(String(value ?? '').toLowerCase()),
      label: gears[0] ?? word,
      because: ['PUB-12'],
    }
  )
}
