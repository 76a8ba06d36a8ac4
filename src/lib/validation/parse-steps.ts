import * as z from 'zod'
import type { Steps } from '../collections/steps.ts'
import { MAX_ISSUES } from './schema-issues.ts'

/** A parsed value, or the first issues. */
export type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] }

/** Values up to this many in each other are parsed at once. */
const PARSED_AT_ONCE = 200

/**
 * Parses a value as `safeParse` does, in steps: lists and objects of many values are parsed part by part. It
 * ends after the issues that are described, since a million more would cost memory in vain.
 */
export function* parseSteps<T>(schema: z.ZodType<T>, value: unknown): Steps<Parsed<T>> {
  const { data, issues } = yield* partSteps(schema, value)
  // Every part is what its own schema made of it.
  return issues.length === 0 ? { success: true, data: data as T } : { success: false, issues }
}

interface Part {
  readonly data?: unknown
  readonly issues: readonly z.core.$ZodIssue[]
}

function* partSteps(schema: z.core.$ZodType, value: unknown): Steps<Part> {
  if (isSmall(value)) {
    yield
    return parseAtOnce(schema, value)
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return yield* partSteps(schema.unwrap(), value)
  if (schema instanceof z.ZodUnion) return yield* unionSteps(schema, value)
  if (schema instanceof z.ZodArray && Array.isArray(value)) return yield* listSteps(schema, value)
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null && !Array.isArray(value))
    return yield* objectSteps(schema, value)
  return parseAtOnce(schema, value)
}

const parseAtOnce = (schema: z.core.$ZodType, value: unknown): Part => {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? { data: parsed.data, issues: [] } : { issues: parsed.error.issues }
}

function* listSteps(schema: z.ZodArray, list: readonly unknown[]): Steps<Part> {
  const data: unknown[] = []
  const issues: z.core.$ZodIssue[] = []
  for (const [i, item] of list.entries()) {
    const part = yield* partSteps(schema.element, item)
    data.push(part.data)
    for (const issue of part.issues) issues.push(below(i, issue))
    if (issues.length >= MAX_ISSUES) return { issues }
  }
  // Rules of the list itself, such as its length.
  const checked = parseAtOnce(shellOf(schema), data)
  return issues.length === 0 ? checked : { issues: [...issues, ...checked.issues] }
}

function* objectSteps(schema: z.ZodObject, object: object): Steps<Part> {
  const data: Record<string, unknown> = {}
  const issues: z.core.$ZodIssue[] = []
  for (const [name, member] of Object.entries(schema.shape)) {
    const part = yield* partSteps(member, Reflect.get(object, name))
    if (part.data !== undefined || Object.hasOwn(object, name)) data[name] = part.data
    for (const issue of part.issues) issues.push(below(name, issue))
    if (issues.length >= MAX_ISSUES) return { issues }
  }
  // Unknown members, and what the object itself demands.
  const others = Object.entries(object).flatMap(([name]) =>
    Object.hasOwn(schema.shape, name) ? [] : [[name, null]],
  )
  const checked = parseAtOnce(shellOf(schema), { ...data, ...Object.fromEntries(others) })
  return issues.length === 0 ? checked : { issues: [...issues, ...checked.issues] }
}

const shells = new WeakMap<z.ZodArray | z.ZodObject, z.ZodType>()

/** Returns a schema that demands of a list or an object what it demands itself, and nothing of its parts. */
const shellOf = (schema: z.ZodArray | z.ZodObject): z.ZodType => {
  const known = shells.get(schema)
  if (known) return known
  const shell =
    schema instanceof z.ZodArray
      ? new z.ZodArray({ ...schema.def, element: z.any() })
      : new z.ZodObject({
          ...schema.def,
          shape: Object.fromEntries(Object.keys(schema.shape).map((name) => [name, z.any().optional()])),
        })
  shells.set(schema, shell)
  return shell
}

/** The first alternative that takes the value; the issues of all where none does. */
function* unionSteps(schema: z.ZodUnion, value: unknown): Steps<Part> {
  const errors: z.core.$ZodIssue[][] = []
  for (const option of schema.options) {
    const part = yield* partSteps(option, value)
    if (part.issues.length === 0) return part
    errors.push([...part.issues])
  }
  return { issues: [{ code: 'invalid_union', errors, path: [], message: 'Invalid input', input: value }] }
}

const below = (place: PropertyKey, issue: z.core.$ZodIssue): z.core.$ZodIssue => ({
  ...issue,
  path: [place, ...issue.path],
})

/** Returns whether a value has few values in it, without looking at more. */
const isSmall = (value: unknown): boolean => {
  const open: unknown[] = [value]
  for (let count = 0; open.length > 0; count += 1) {
    if (count >= PARSED_AT_ONCE) return false
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const name in next) {
      open.push(Reflect.get(next, name))
      if (open.length > PARSED_AT_ONCE) return false
    }
  }
  return true
}
