import type { BodyType, ObjectType } from '../../src/api/wire/body-type.ts'
import { PUBLICATION_MEMBERS } from '../../src/api/wire/publication-members.ts'
import { REQUEST_BODIES, type RequestBodyName } from '../../src/api/wire/request-bodies.ts'
import { errorKeys, PROBLEM_MEMBERS } from '../../src/kit/target/problem.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import type { AgencyFacts } from './agency-facts.ts'
import { type DescribedRequest, returnsPublication } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import { isDone, isRemoved, isSentAsJson, sentObject } from './recorded-exchange.ts'
import type { RequestIssue, SeenRequest } from './seen-request.ts'

/** Certain issues of a request, under every option: a service answers 400 and does nothing. */

/**
 * Returns the issues of the body of a described request. A service may leave out an amount in a currency that
 * it never accepted, whatever is wrong with it.
 */
export const requestIssues = (
  judgement: Judgement,
  request: DescribedRequest,
  { currencies }: Pick<AgencyFacts, 'currencies'>,
): readonly RequestIssue[] => {
  const { exchange } = judgement
  const { operation } = request
  // A body of another media type is refused for that (`common/content-type-unsupported`).
  if (!operation.body || exchange.body.kind === 'unknown' || !isSentAsJson(exchange)) return []
  const sent = sentObject(exchange)
  if (sent === undefined) {
    const isBlank = exchange.body.kind === 'none' || exchange.body.text.trim() === ''
    // A reader of JSON may ignore a byte order mark (RFC 8259, 8.1).
    if (exchange.body.kind === 'text' && exchange.body.text.startsWith('\uFEFF')) return []
    // An empty body of an edit may mean that nothing is edited.
    if (isBlank && operation.id !== 'publications.create') return []
    return [{ member: '_', statements: ['COM-01'], label: 'a body that is not a JSON object' }]
  }
  return bodyIssues(operation.body.name, sent).filter(({ member }) => {
    const value = sent[member]
    const isAmount = typeof value === 'object' && value !== null && 'Moneda' in value
    return !isAmount || currencies.knows(value.Moneda)
  })
}

/** Returns the issues of a body, by the bounds of the description. */
const bodyIssues = (
  name: RequestBodyName,
  body: Readonly<Record<string, unknown>>,
): readonly RequestIssue[] => {
  // The table is read by any name of a member, whatever the body.
  const members = REQUEST_BODIES[name].members as Readonly<Record<string, BodyType>>
  const found = Object.entries(body).flatMap(([member, value]) => {
    const type = Object.hasOwn(members, member) ? members[member] : undefined
    const label = type && !isRemoved(value) ? faultOf(type, value) : undefined
    const isType = label?.startsWith(OTHER_TYPE)
    // If an operator is not admitted, for any reason, a full edit keeps the assigned one (PUB-23).
    if (name === 'PublicacionEdit' && member === 'OperadorResponsable' && !isType) return []
    const statements = [isType ? 'COM-14' : (MEMBER_STATEMENTS[member] ?? 'COM-14'), ...ofEdit(name)]
    return label === undefined ? [] : [{ member, statements, label: `${label} as ${member}` }]
  })
  return [...found, ...furtherIssues(name, body)]
}

const ofEdit = (name: RequestBodyName): readonly string[] => (name === 'PublicacionEdit' ? ['PUB-21'] : [])

/** The statement that bounds a member. */
export const MEMBER_STATEMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(PUBLICATION_MEMBERS).map(([name, { statement }]) => [name, statement]),
  ),
  Nombre: 'AGE-03',
  Apellido: 'AGE-03',
  TelefonoLaboral: 'AGE-03',
  WhatsApp: 'AGE-03',
  Region: 'AGE-03',
  Ciudad: 'AGE-03',
  Direccion: 'AGE-03',
  NombreComercial: 'AGE-05',
  Callback: 'EVT-03',
  Secret: 'EVT-03',
  Description: 'EVT-03',
}

/** Describes why no option accepts a value; undefined when one may. */
const faultOf = (type: BodyType, value: unknown): string | undefined => {
  if (value === null) return undefined
  switch (type.kind) {
    case 'nullable':
      return faultOf(type.of, value)
    case 'any':
      return undefined
    case 'text':
      return typeof value === 'object' ? OTHER_TYPE : lengthFault(type, value)
    case 'integer':
      return isNumeric(value) ? rangeFault(type, value) : OTHER_TYPE
    case 'number':
      return isNumeric(value) ? undefined : OTHER_TYPE
    case 'boolean':
      return isBooleanWord(value) ? undefined : OTHER_TYPE
    case 'list':
      return typeof value === 'object' && !Array.isArray(value) ? OTHER_TYPE : countFault(type, value)
    case 'object':
      return typeof value !== 'object' || Array.isArray(value) ? OTHER_TYPE : innerFault(type, value)
  }
}

const OTHER_TYPE = 'a value of another type'

const lengthFault = ({ min, max }: { min?: number; max?: number }, value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  // A length may count code points, or ignore outer spaces (`common/length-unit`).
  const least = [...value.trim()].length
  if (max !== undefined && least > max) return `${least} characters`
  return min !== undefined && value.length < min ? `${value.length} characters` : undefined
}

const rangeFault = ({ min, max }: { min: number; max: number }, value: unknown): string | undefined =>
  typeof value === 'number' && (value < min || value > max) ? `${value}` : undefined

const countFault = ({ max }: { max?: number }, value: unknown): string | undefined =>
  Array.isArray(value) && max !== undefined && value.length > max && max <= 50
    ? `${value.length} items`
    : undefined

const innerFault = ({ members }: ObjectType, value: object): string | undefined => {
  const numbers = Object.entries(members).filter(([, { kind }]) => kind === 'number')
  const inner = numbers.find(([name, of]) => faultOf(of, Reflect.get(value, name)) !== undefined)
  return inner && `${OTHER_TYPE} in ${inner[0]}`
}

/** Texts are converted by some services (`common/types`). */
const isNumeric = (value: unknown): boolean =>
  typeof value !== 'object' && !(typeof value === 'string' && Number.isNaN(Number(value)))

const isBooleanWord = (value: unknown): boolean =>
  typeof value !== 'object' &&
  !(typeof value === 'string' && !/^(true|false|1|0|si|sí|no|yes|)$/i.test(value))

const FOREIGN_SIGN = /[\s/?#%"<>\\^`{|}]/
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/i

/** Rules of members beyond type and bounds. */
const furtherIssues = (
  name: RequestBodyName,
  body: Readonly<Record<string, unknown>>,
): readonly RequestIssue[] => {
  const { ExternalId, Vin, Kilometraje, Fotos, Callback, WhatsApp } = body
  const found: RequestIssue[] = []
  const add = (member: string, statement: string, label: string) =>
    found.push({ member, statements: [statement], label })
  if (name === 'PublicacionCreate') {
    if (ExternalId === undefined || ExternalId === null)
      add('ExternalId', 'PUB-03', 'no ExternalId, which the client assigns')
    if (typeof ExternalId === 'string' && FOREIGN_SIGN.test(ExternalId.trim()))
      add('ExternalId', 'PUB-03', 'a sign that no path segment holds in ExternalId')
    const hasNoPhotos = Fotos === undefined || Fotos === null || (Array.isArray(Fotos) && Fotos.length === 0)
    if (typeof Kilometraje === 'number' && Kilometraje > 0 && hasNoPhotos)
      add('Fotos', 'PUB-17', 'a used car without Fotos')
  }
  if (typeof Vin === 'string' && Vin !== '' && Vin.trim().length === 17 && !VIN.test(Vin.trim()))
    add('Vin', 'PUB-05', 'signs that ISO 3779 excludes in Vin')
  if (name === 'AppWebhookUpsert' && typeof Callback === 'string' && /\S\s+\S/.test(Callback))
    add('Callback', 'EVT-03', 'a Callback that is not a URI')
  if (name === 'OperadorEdit' && typeof WhatsApp === 'string' && /\p{L}/u.test(WhatsApp))
    add('WhatsApp', 'AGE-03', 'letters in WhatsApp')
  return found
}

/** Judges the response to a request with issues: 400, blaming one of them, or an earlier refusal. */
export const judgeInvalidRequest = (
  judgement: Judgement,
  { operation, issues, isBodyDecisive }: SeenRequest,
): void => {
  const { exchange, completeness } = judgement
  const [first] = issues
  if (!first || exchange.status === 0) return
  const because = [...new Set(issues.flatMap(({ statements }) => statements))]
  const rule = `requests/${operation.id}-refuses ${first.member} ${first.label}`
  judgement.exercise(rule)
  if (isDone(exchange) || (completeness.isDeliberate && exchange.status === 500)) {
    judgement.report({ rule, because, expected: `400 for ${first.label}`, got: `status ${exchange.status}` })
    return
  }
  if (exchange.status !== 400 || !returnsPublication(operation)) return
  if (!isBodyDecisive) return
  const keys = errorKeys(exchange.json).filter((key) => key !== '_' && key !== '')
  const isMember = issues.every(({ member }) => member !== '_')
  const isNamed = !isMember || keys.length > 0 || !hasErrors(exchange.json)
  judgement.expect(isNamed, {
    rule: 'requests/errors-name-the-member',
    because: ['ERR-03'],
    expected: `${first.member} in Errors`,
    got: errorKeys(exchange.json).join(', ') || 'no key',
  })
}

const hasErrors = (json: unknown): boolean =>
  Object.keys(membersOf(json)).some(
    (name) => name.toLowerCase() === 'errors' || PROBLEM_MEMBERS.includes(name),
  )
