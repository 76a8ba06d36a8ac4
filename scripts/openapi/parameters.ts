import type { ParameterSpec } from '../../src/api/parameters.ts'
import type { Operation } from '../../src/model/http/operation.ts'
import type { Json } from './schemas.ts'

/** Returns the parameters of an operation with their examples, and its precondition headers. */
export const parametersOf = (
  operation: Operation,
  examples: Readonly<Record<string, string | number>>,
): Json[] => [
  ...operation.parameters.map((parameter) => parameterOf(parameter, examples[parameter.name])),
  ...preconditions(operation),
]

const SCHEMAS: Readonly<Record<ParameterSpec['kind'], Json>> = {
  email: { type: 'string', format: 'email' },
  text: { type: 'string' },
  int32: { type: 'integer', format: 'int32' },
  date: { type: 'string', format: 'date' },
  boolean: { type: 'boolean' },
}

const parameterOf = (
  { name, in: place, kind, required, description, min, max }: ParameterSpec,
  example: string | number | undefined,
): Json => ({
  name,
  in: place,
  required,
  // An empty one counts as absent (`common/query-parameters`).
  ...(!required && { allowEmptyValue: true }),
  description,
  schema: {
    ...(kind === 'email' && !required ? SCHEMAS.text : SCHEMAS[kind]),
    ...(kind === 'text' && required && { minLength: 1 }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  },
  ...(example !== undefined && { example }),
})

const preconditions = ({
  method,
  resultKind: as,
  representation: shows,
  tagGuarded: guarded,
}: Operation): Json[] => {
  if (guarded) {
    const header = entityTagHeader(
      'If-Match',
      'Entity tag of the last reading; 412 when it is no longer current',
    )
    return [{ ...header, 'x-playa-assumption': 'publications/precondition-header' }]
  }
  if (method !== 'GET' || as !== 'entry' || !shows.entityTag) return []
  return [entityTagHeader('If-None-Match', 'Entity tag of the copy at hand; 304 when it is current')]
}

const entityTagHeader = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})
