import * as z from 'zod'
import { chosen, type Profile } from '../assumptions/profile.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import {
  AgenciaEdit,
  AppWebhookUpsert,
  NotificacionesEdit,
  OperadorEdit,
  PublicacionCreate,
  PublicacionEdit,
  PublicacionPartialEdit,
  SucursalEdit,
  UNEDITABLE,
  UNEDITABLE_IN_PART,
} from '../wire/request-schemas.ts'
import type { BodyReader, RequestSchemaName } from './body-shape.ts'
import type { JsonObject } from './json-body.ts'
import { flattenSchemaIssue, schemaIssueSentence } from './schema-sentences.ts'

/**
 * Validates a body member by member. `body` holds the well-formed members, and of a nested one its
 * well-formed parts, so that a decision can check them although others are wrong; in a list, undefined stands
 * for a wrong item. `issues` holds everything found (`errors/how-many`). `profile` decides about
 * null, conversion and unknown names.
 */
export const readBody: BodyReader = (sent, { name: schemaName, uneditable }, profile) => {
  const schema = REQUEST_SCHEMAS[schemaName]
  const known = uneditable && UNEDITABLE_MEMBERS[uneditable]
  const issues = new ValidationIssues()
  reportUneditable(issues, sent, known, profile)
  if (chosen(profile, 'common/unknown-members') === '400') reportUnknown(issues, '', sent, schema, known)
  // Normalization changes only what the schema would refuse, so a body that parses as sent needs none.
  const parsed = parseWhole(schema, sent)
  if (parsed) return { body: parsed, issues }
  const normalized = normalize(sent, schema, profile)
  const reparsed = parseWhole(schema, normalized)
  if (reparsed) return { body: reparsed, issues }
  const body: Record<string, unknown> = {}
  for (const [name, memberSchema] of Object.entries(schema.shape)) {
    if (!Object.hasOwn(normalized, name)) continue
    const [value, first] = examinedPart(normalized[name], memberSchema)
    const member = z.safeParse(memberSchema, value, { reportInput: true })
    const part = member.success ? member.data : wellFormedPart(value, memberSchema)
    if (part !== undefined) body[name] = part
    for (const issue of member.error?.issues.flatMap(flattenSchemaIssue) ?? []) {
      const [index, ...rest] = issue.path
      const path = typeof index === 'number' ? [index + first, ...rest] : issue.path
      const isInteger = unwrapSchema(schemaAt(memberSchema, issue.path)) instanceof z.ZodNumberFormat
      issues.add(pathOf([name, ...path]), schemaIssueSentence(issue, isInteger), 'COM-14')
    }
  }
  return { body, issues }
}

/** Returns what a nested member that is wrong says well; undefined when nothing of it can be read. */
const wellFormedPart = (value: unknown, schema: unknown): unknown => {
  const inner = unwrapSchema(schema)
  if (inner instanceof z.ZodObject && isPlainObject(value)) {
    const parts = Object.entries(inner.shape)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, member]) => [name, parsedOrPart(value[name], member)] as const)
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
  }
  if (inner instanceof z.ZodArray && Array.isArray(value) && value.length <= MAX_LIST_PER_PASS)
    return value.map((item: unknown) => parsedOrPart(item, inner.element))
  return undefined
}

const parsedOrPart = (value: unknown, schema: z.core.$ZodType): unknown => {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : wellFormedPart(value, schema)
}

const isPlainObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the schema at a path inside a member. */
const schemaAt = (schema: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => {
    const inner = unwrapSchema(at)
    if (inner instanceof z.ZodArray) return inner.element
    return inner instanceof z.ZodObject ? inner.shape[String(key)] : undefined
  }, schema)

const REQUEST_SCHEMAS: Readonly<Record<RequestSchemaName, z.ZodObject>> = {
  PublicacionCreate,
  PublicacionEdit,
  PublicacionPartialEdit,
  OperadorEdit,
  AgenciaEdit,
  AppWebhookUpsert,
  NotificacionesEdit,
  SucursalEdit,
}

const UNEDITABLE_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'full-edit': UNEDITABLE,
  'partial-edit': UNEDITABLE_IN_PART,
}

/** Returns the schema of a request body. */
export const requestSchema = (name: RequestSchemaName): z.ZodObject => REQUEST_SCHEMAS[name]

const MAX_LIST_PER_PASS = 1_000

/** Returns the parsed members when all are valid and no list exceeds `MAX_LIST_PER_PASS`. */
const parseWhole = (schema: z.ZodObject, sent: JsonObject): JsonObject | undefined => {
  const hasLongList = Object.values(sent).some(
    (value) => Array.isArray(value) && value.length > MAX_LIST_PER_PASS,
  )
  return hasLongList ? undefined : schema.safeParse(sent).data
}

/**
 * Returns the part of a member that is validated, and its offset. Of a long list with an invalid item, that
 * part begins at the first invalid item and is bounded: describing every item would block the event loop.
 */
const examinedPart = (value: unknown, schema: unknown): readonly [value: unknown, first: number] => {
  const list = unwrapSchema(schema)
  if (!Array.isArray(value) || value.length <= MAX_LIST_PER_PASS || !(list instanceof z.ZodArray))
    return [value, 0]
  const first = value.findIndex((item) => !z.safeParse(list.element, item).success)
  return first < 0 ? [value, 0] : [value.slice(first, first + MAX_LIST_PER_PASS), first]
}

const reportUneditable = (
  issues: ValidationIssues,
  sent: JsonObject,
  uneditable: readonly string[] | undefined,
  profile: Profile,
): void => {
  if (!uneditable || chosen(profile, 'publications/uneditable-members') !== '400') return
  for (const name of uneditable) {
    if (Object.hasOwn(sent, name))
      issues.add(name, 'Este dato no es editable.', 'PUB-27', 'publications/uneditable-members')
  }
}

/**
 * Reports names that no schema has, at every depth (`common/unknown-members`). `known` names are reported
 * elsewhere.
 */
const reportUnknown = (
  issues: ValidationIssues,
  prefix: string,
  sent: JsonObject,
  schema: z.ZodObject,
  known: readonly string[] = [],
): void => {
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(schema.shape, name)) {
      if (!known.includes(name)) issues.add(prefix + name, 'Dato desconocido.', 'common/unknown-members')
      continue
    }
    const member = unwrapSchema(schema.shape[name])
    const isNested =
      typeof value === 'object' && value !== null && !Array.isArray(value) && member instanceof z.ZodObject
    // JSON.parse returned it, and it is neither null nor a list.
    if (isNested) reportUnknown(issues, `${prefix}${name}.`, value as JsonObject, member)
  }
}

/**
 * Drops nulls (`common/null-members`) and converts types (`common/types`) of the documented members, at every
 * depth.
 */
const normalize = (sent: JsonObject, schema: z.ZodObject, profile: Profile): JsonObject => {
  const dropNulls = chosen(profile, 'common/null-members') === 'absent'
  const converts = chosen(profile, 'common/types') === 'converted'
  const out: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema.shape)) {
    if (!Object.hasOwn(sent, name)) continue
    const value = sent[name]
    if (value === null && dropNulls && !acceptsNull(member)) continue
    out[name] =
      value !== null && typeof value === 'object'
        ? normalizeNested(value, member, profile)
        : converts
          ? convert(value, member)
          : value
  }
  return out
}

const normalizeNested = (value: object, member: unknown, profile: Profile): unknown => {
  const schema = unwrapSchema(member)
  if (Array.isArray(value)) {
    if (!(schema instanceof z.ZodArray) || chosen(profile, 'common/types') !== 'converted') return value
    return value.map((item) => convert(item, schema.element))
  }
  // JSON.parse returned it, and it is neither null nor a list.
  return schema instanceof z.ZodObject ? normalize(value as JsonObject, schema, profile) : value
}

/** Returns the schema inside `optional` and `or null`. */
const unwrapSchema = (schema: unknown): unknown => {
  if (schema instanceof z.ZodOptional) return unwrapSchema(schema.unwrap())
  if (schema instanceof z.ZodUnion)
    return unwrapSchema(schema.options.find((option) => !(option instanceof z.ZodNull)))
  return schema
}

const acceptsNull = (schema: unknown): boolean => {
  if (schema instanceof z.ZodOptional) return acceptsNull(schema.unwrap())
  return schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodNull)
}

const convert = (value: unknown, member: unknown): unknown => {
  const schema = unwrapSchema(member)
  if (schema instanceof z.ZodString && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value)
  if (typeof value !== 'string') return value
  if (schema instanceof z.ZodBoolean && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  if (schema instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  return value
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
    '',
  )
