import { OpenApiGeneratorV31, zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import * as z from 'zod'
import * as problems from '../../src/api/wire/problem-schemas.ts'
import * as answers from '../../src/api/wire/response-schemas.ts'
import * as shapes from '../../src/api/wire/shared-schemas.ts'
import type { Operation } from '../../src/model/http/operation.ts'
import { REQUEST_SCHEMAS } from './request-schemas.ts'

/** An object of the document. The linter checks its structure, not the compiler. */
export type Json = Readonly<Record<string, unknown>>

/** Component names that differ from the constant's name. */
const COMPONENT_NAMES: Readonly<Record<string, string>> = { Direccion: 'Publicacion_DireccionVenta' }

/** Schemas that are too small for a component. */
const INLINE: ReadonlySet<z.ZodType> = new Set([shapes.DateTime])

const names = new Map<z.ZodType, string>()

const registerSchema = (schema: z.ZodType, name: string): void => {
  names.set(schema, name)
  // The wire schemas do not depend on the generator, so this module registers their names.
  zodToOpenAPIRegistry.add(schema, { _internal: { refId: name } })
  markIntegers(schema)
}

/**
 * Declares int32 members, which the generator shows as plain numbers. An own type drops the bounds, so they
 * are repeated.
 */
const markIntegers = (schema: unknown): void => {
  if (schema instanceof z.ZodObject) for (const member of Object.values(schema.shape)) markIntegers(member)
  if (schema instanceof z.ZodArray) markIntegers(schema.element)
  if (schema instanceof z.ZodUnion) for (const option of schema.options) markIntegers(option)
  if (schema instanceof z.ZodOptional) markIntegers(schema.unwrap())
  if (schema instanceof z.ZodRecord) markIntegers(schema.valueType)
  if (!(schema instanceof z.ZodNumber) || schema.format !== 'int32' || zodToOpenAPIRegistry.has(schema))
    return
  const { minValue, maxValue } = schema
  zodToOpenAPIRegistry.add(schema, {
    type: 'integer',
    format: 'int32',
    ...(minValue !== null && minValue > INT32_MIN && { minimum: minValue }),
    ...(maxValue !== null && maxValue < INT32_MAX && { maximum: maxValue }),
  })
}

const INT32_MIN = -2_147_483_648
const INT32_MAX = 2_147_483_647

for (const named of [shapes, answers, Object.fromEntries(REQUEST_SCHEMAS), problems]) {
  for (const [name, schema] of Object.entries(named)) {
    if (schema instanceof z.ZodType && !INLINE.has(schema) && !names.has(schema))
      registerSchema(schema, COMPONENT_NAMES[name] ?? name)
  }
}

/** Returns a reference to the component of that name. */
export const componentRef = (name: string): { readonly $ref: string } => ({
  $ref: `#/components/schemas/${name}`,
})

/**
 * Returns a reference to the component of a wire schema. Throws for a schema that `src/api/wire` does not
 * export.
 */
export const schemaRef = (schema: z.ZodType): { readonly $ref: string } => {
  const name = names.get(schema)
  if (name === undefined)
    throw new Error('expected a schema that src/api/wire exports, so that it has a name')
  return componentRef(name)
}

const LISTS = {
  list: { suffix: 'Collection', of: answers.collection },
  page: { suffix: 'Page', of: answers.page },
  period: { suffix: 'PeriodPage', of: answers.periodPage },
} as const

const lists = new Set<string>()

/** Returns a reference to the schema of a response: the entry itself or a list of entries. */
export const responseSchemaRef = (
  as: Operation['resultKind'],
  entry: z.ZodType,
): { readonly $ref: string } => {
  const { $ref } = schemaRef(entry)
  if (as === 'entry') return { $ref }
  const name = `${names.get(entry)}${LISTS[as].suffix}`
  if (!lists.has(name)) registerSchema(LISTS[as].of(entry), name)
  lists.add(name)
  return componentRef(name)
}

/** Returns all schemas by component name, also those that the document does not refer to. */
export const componentSchemas = (): Record<string, Json> => {
  const definitions = [...names.keys()].map((schema) => ({ type: 'schema' as const, schema }))
  const { components } = new OpenApiGeneratorV31(definitions).generateComponents()
  // The generator's type also allows references, which it never returns at the top level.
  return (components?.schemas ?? {}) as Record<string, Json>
}
