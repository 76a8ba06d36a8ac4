import type { ControlCall } from './call/call.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { pathParameterNames, pathParameterText } from './path-parameters.ts'

/** One value that a call takes: a flag of the command line, a field of a form. */
export interface CallField {
  /** Members of members are named with dots: `interesado.Nombre`. */
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'json'
  readonly isRequired: boolean
  readonly description: string
  /** Of a `choice`. */
  readonly choices: readonly string[]
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly default: unknown
}

/**
 * Returns everything that a call takes: parameters of its path, its query and its body, in the order of their
 * declaration.
 */
export const callFields = ({ path, query, body }: ControlCall): CallField[] => [
  ...pathParameterNames(path).map(pathField),
  ...(query ? membersOf('query', jsonSchemaOf(query)) : []),
  ...(body ? membersOf('body', jsonSchemaOf(body)) : []),
]

const pathField = (name: string): CallField => ({
  name,
  in: 'path',
  kind: 'text',
  isRequired: true,
  description: pathParameterText(name),
  choices: [],
  minimum: undefined,
  maximum: undefined,
  default: undefined,
})

const membersOf = (
  place: 'query' | 'body',
  schema: JsonSchema,
  prefix = '',
  isRequired = true,
): CallField[] =>
  Object.entries(schema.properties ?? {}).flatMap(([member, value]) => {
    const property = typeof value === 'object' ? value : {}
    const name = prefix + member
    const isNeeded = isRequired && (schema.required ?? []).includes(member)
    if (property.properties) return membersOf(place, property, `${name}.`, isNeeded)
    return [fieldOf(name, place, property, isNeeded)]
  })

const fieldOf = (
  name: string,
  place: CallField['in'],
  schema: JsonSchema,
  isRequired: boolean,
): CallField => ({
  name,
  in: place,
  kind: kindOf(schema),
  isRequired: isRequired && schema.default === undefined,
  description: schema.description ?? '',
  choices: (schema.enum ?? []).map(String),
  minimum: boundOf(schema.minimum ?? schema.exclusiveMinimum),
  maximum: boundOf(schema.maximum ?? schema.exclusiveMaximum),
  default: schema.default,
})

/** Older JSON Schemas say `exclusiveMinimum: true`, which zod does not write. */
const boundOf = (bound: number | boolean | undefined): number | undefined =>
  typeof bound === 'number' ? bound : undefined

const kindOf = (schema: JsonSchema): CallField['kind'] => {
  if (schema.enum) return 'choice'
  // Where a text or a number will do, or a text or an object, people type a text.
  const alternatives = (schema.anyOf ?? []).map(({ type }) => type)
  if (schema.type === 'string' || alternatives.includes('string')) return 'text'
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return schema.type
  return 'json'
}
