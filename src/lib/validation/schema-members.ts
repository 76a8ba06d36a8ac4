import * as z from 'zod'

/** Returns the member names of a schema at a path; for a union, those of all alternatives. */
export const membersAt = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(
    path
      .reduce<Schema[]>((schemas, step) => schemas.flatMap((one) => schemasAt(one, step)), unwrap(schema))
      .flatMap(memberNames),
  ),
]

type Schema = z.core.$ZodType

const memberNames = (schema: Schema): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

const schemasAt = (schema: Schema, step: PropertyKey): Schema[] => {
  if (schema instanceof z.ZodObject) {
    const member: unknown = Object.hasOwn(schema.shape, step) ? schema.shape[String(step)] : undefined
    return member instanceof z.ZodType ? unwrap(member) : []
  }
  if (schema instanceof z.ZodArray) return unwrap(schema.element)
  return schema instanceof z.ZodRecord ? unwrap(schema.valueType) : []
}

/** Removes optional and default wrappers and expands unions and pipes to their parts. */
const unwrap = (schema: Schema): Schema[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap)
  // Both ends of a pipe have the same member names.
  if (schema instanceof z.ZodPipe) return [...unwrap(schema.in), ...unwrap(schema.out)]
  return [schema]
}
