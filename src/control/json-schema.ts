import * as z from 'zod'
import { INSTANT_YEARS } from '../lib/validation/instant-schema.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Returns the JSON Schema of what a schema takes. Schemas with an id become references into `components`. */
export const jsonSchemaOf = (
  schema: z.core.$ZodType,
  components: Record<string, JsonSchema> = {},
): JsonSchema => {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', override })
  for (const [id, definition] of Object.entries($defs)) components[id] ??= withReferences(definition)
  return withReferences(rest)
}

/** Drops what zod adds of itself: bounds of safe integers, and patterns that the format says already. */
const override = ({ jsonSchema }: { jsonSchema: JsonSchema }): void => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format !== undefined && jsonSchema.pattern !== INSTANT_YEARS) delete jsonSchema.pattern
  if (jsonSchema.prefixItems) asList(jsonSchema)
  // A component is known by its name; `id` is another thing in JSON Schema 2020-12.
  delete jsonSchema['id']
}

/** Describes a tuple of items of one type as a list of that length, which more tools know. */
const asList = (tuple: JsonSchema): void => {
  const { prefixItems = [] } = tuple
  const [first, ...others] = prefixItems
  if (first === undefined || others.some((item) => JSON.stringify(item) !== JSON.stringify(first))) return
  delete tuple.prefixItems
  Object.assign(tuple, { items: first, minItems: prefixItems.length, maxItems: prefixItems.length })
}

const withReferences = (schema: JsonSchema): JsonSchema =>
  // References are texts inside JSON, whose replacement leaves the rest as it is.
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
