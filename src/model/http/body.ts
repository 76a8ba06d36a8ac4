import { isChosen, type Profile } from '../../api/assumptions/profile.ts'
import type { BodyShape } from '../../api/operations.ts'
import type { BodyType, IntegerType, ObjectType, TextType } from '../../api/wire/body-type.ts'
import { ceilings } from '../../api/wire/limits.ts'
import { membersSent } from '../../api/wire/publication-members.ts'
import { REQUEST_BODIES } from '../../api/wire/request-bodies.ts'
import { headerParts } from '../../lib/text/header-parts.ts'
import { isJsonObject } from '../../lib/unknown-values.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import type { JsonObject } from './json-body.ts'

/**
 * Validates a body member by member. `body` holds the well-formed members, and of a nested one its
 * well-formed parts, so that a decision can check them although others are wrong; in a list, undefined stands
 * for a wrong item. `issues` holds everything found (`errors/how-many`). `profile` decides about null,
 * conversion and unknown names.
 */
export const readBody = (
  sent: JsonObject,
  { name }: BodyShape,
  profile: Profile,
): { readonly body: JsonObject; readonly issues: ValidationIssues } => {
  const type = REQUEST_BODIES[name]
  const known = UNEDITABLE_IN.get(name)
  const issues = new ValidationIssues()
  reportUneditable(issues, sent, known, profile)
  if (isChosen(profile, 'common/unknown-members', '400')) reportUnknown(issues, '', sent, type, known)
  const reader: Reader = {
    issues,
    dropsNulls: isChosen(profile, 'common/null-members', 'absent'),
    converts: isChosen(profile, 'common/types', 'converted'),
  }
  return { body: readMembers(reader, sent, type, ''), issues }
}

/** Members of a create that an edit does not take (PUB-27, PUB-28), by the name of its body. */
const UNEDITABLE_IN: ReadonlyMap<string, readonly string[]> = new Map(
  (['PublicacionEdit', 'PublicacionPartialEdit'] as const).map((name) => [
    name,
    Object.keys(membersSent('create')).filter((member) => !(member in REQUEST_BODIES[name].members)),
  ]),
)

const reportUneditable = (
  issues: ValidationIssues,
  sent: JsonObject,
  uneditable: readonly string[] | undefined,
  profile: Profile,
): void => {
  if (!uneditable || !isChosen(profile, 'publications/uneditable-members', '400')) return
  for (const name of uneditable) {
    if (Object.hasOwn(sent, name))
      issues.add(name, 'Este dato no es editable.', 'PUB-27', 'publications/uneditable-members')
  }
}

/**
 * Reports names that no type has, at every depth (`common/unknown-members`). `known` names are reported
 * elsewhere.
 */
const reportUnknown = (
  issues: ValidationIssues,
  prefix: string,
  sent: JsonObject,
  { members }: ObjectType,
  known: readonly string[] = [],
): void => {
  for (const name of Object.keys(sent)) {
    if (issues.isFull) return
    const value = sent[name]
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (!member) {
      if (!known.includes(name)) issues.add(prefix + name, 'Dato desconocido.', 'common/unknown-members')
      continue
    }
    const inner = member.kind === 'nullable' ? member.of : member
    if (inner.kind === 'object' && isJsonObject(value))
      reportUnknown(issues, `${prefix}${name}.`, value, inner)
  }
}

/** How values are read, and where issues go. */
interface Reader {
  readonly issues: ValidationIssues
  /** `common/null-members` */
  readonly dropsNulls: boolean
  /** `common/types` */
  readonly converts: boolean
}

/**
 * Returns the members that could be read. An object without any other member is returned itself, which saves
 * a copy of most bodies; a nested object, which a record may hold, only if its members have the type's order.
 */
const readMembers = (
  reader: Reader,
  sent: JsonObject,
  { members, isComplete = false }: ObjectType,
  prefix: string,
): JsonObject => {
  const names = Object.keys(sent)
  let kept = 0
  let isInOrder = true
  let body: Record<string, unknown> | undefined
  for (const name in members) {
    const type = members[name]
    if (!type) continue
    const isSent = Object.hasOwn(sent, name)
    const value = isSent ? sent[name] : undefined
    const isAbsent = !isSent || (value === null && reader.dropsNulls && type.kind !== 'nullable')
    if (isAbsent && isComplete) report(reader, prefix + name, 'Este dato es obligatorio.')
    if (!isSent) continue
    const read = isAbsent ? undefined : readValue(reader, value, type, prefix + name)
    if (!body && read === value) {
      isInOrder &&= names[kept] === name
      kept += 1
      continue
    }
    body ??= membersBefore(name, sent, members)
    if (read !== undefined) body[name] = read
  }
  if (body) return body
  return kept === names.length && (isInOrder || prefix === '') ? sent : membersBefore('', sent, members)
}

/** Copies the members that precede `end` in the type, all of them where none has that name. */
const membersBefore = (
  end: string,
  sent: JsonObject,
  members: ObjectType['members'],
): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  for (const name in members) {
    if (name === end) break
    if (Object.hasOwn(sent, name)) body[name] = sent[name]
  }
  return body
}

const report = ({ issues }: Reader, path: string, sentence: string): undefined => {
  issues.add(path, sentence, 'COM-14')
}

/** Returns the value, or its well-formed parts; undefined when nothing of it can be read. */
const readValue = (reader: Reader, value: unknown, type: BodyType, path: string): unknown => {
  switch (type.kind) {
    case 'any':
      return value
    case 'nullable':
      return value === null ? null : readValue(reader, value, type.of, path)
    case 'text':
      return readText(reader, value, type, path)
    case 'integer':
      return readInteger(reader, value, type, path)
    case 'number': {
      const number = reader.converts ? convertedNumber(value) : value
      return Number.isFinite(number) ? number : report(reader, path, 'Se espera un número.')
    }
    case 'boolean': {
      const given = reader.converts ? convertedBoolean(value) : value
      return typeof given === 'boolean' ? given : report(reader, path, 'Se espera true o false.')
    }
    case 'list':
      return readList(reader, value, type, path)
    case 'object':
      return isJsonObject(value)
        ? readMembers(reader, value, type, `${path}.`)
        : report(reader, path, 'Se espera un objeto.')
  }
}

const readText = (reader: Reader, value: unknown, type: TextType, path: string): unknown => {
  const isConverted = reader.converts && (typeof value === 'number' || typeof value === 'boolean')
  const text = isConverted ? String(value) : value
  if (typeof text !== 'string') return report(reader, path, 'Se espera un texto.')
  const { min = 0, max = type.cutAt === undefined ? ceilings.text : Infinity, pattern } = type
  if (text.length >= min && text.length <= max)
    return !pattern || pattern.test(text) ? text : report(reader, path, 'El formato no es el esperado.')
  if (min === max) return report(reader, path, `Se esperan exactamente ${min} caracteres.`)
  const bound = text.length < min ? `al menos ${min}` : `hasta ${max}`
  return report(reader, path, `Se esperan ${bound} caracteres.`)
}

const readInteger = (reader: Reader, value: unknown, { min, max }: IntegerType, path: string): unknown => {
  const number = reader.converts ? convertedNumber(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number))
    return report(reader, path, 'Se espera un número entero.')
  if (number < min) return report(reader, path, `Debe ser mayor o igual que ${min}.`)
  return number > max ? report(reader, path, `Debe ser menor o igual que ${max}.`) : number
}

/** Describing every item of a longer list would block the event loop. */
const MAX_REPORTED_ITEMS = 1_000
/** Items that are read: twice what any list may have, so that a longer one is refused for its length. */
const MAX_READ_ITEMS = 2 * ceilings.photos

const readList = (
  reader: Reader,
  value: unknown,
  { of, max = Infinity }: Extract<BodyType, { kind: 'list' }>,
  path: string,
): unknown => {
  if (!Array.isArray(value)) return report(reader, path, 'Se espera una lista.')
  if (value.length > max) report(reader, path, `Se esperan hasta ${max} elementos.`)
  let first: number | undefined
  let items: unknown[] | undefined
  const sent = value.length > MAX_READ_ITEMS ? value.slice(0, MAX_READ_ITEMS) : value
  for (const [index, item] of sent.entries()) {
    const read = readValue(reader, item, of, `${path}[${index}]`)
    if (read === undefined) first ??= index
    if (first !== undefined && index - first >= MAX_REPORTED_ITEMS) return undefined
    if (read !== item) items ??= sent.slice(0, index)
    items?.push(read)
  }
  return items ?? sent
}

const convertedNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value

const convertedBoolean = (value: unknown): unknown =>
  typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value

/**
 * Returns whether the header names JSON in UTF-8 (`common/charset`): `application/json`, `text/json`,
 * `application/*+json`, or none (`common/request-media-types`).
 */
export const isJsonType = (header: string | null, profile: Profile): boolean => {
  const isStrict = isChosen(profile, 'common/request-media-types', 'json-only')
  if (header === null || header.trim() === '') return !isStrict
  const [name = '', ...parameters] = headerParts(header.toLowerCase(), ';')
  const charset = parameters
    .map((text) => /^\s*charset\s*=\s*"?([^\s"]+)"?\s*$/.exec(text)?.[1])
    .find(Boolean)
  const isForeign = charset !== undefined && charset !== 'utf-8' && charset !== 'utf8'
  if (isForeign && isChosen(profile, 'common/charset', 'refused')) return false
  return isStrict
    ? name.trim() === 'application/json'
    : /^\s*(application\/json|text\/json|application\/[^\s/;*]+\+json)\s*$/.test(name)
}
