import * as z from 'zod'

/** The names of the members that a schema knows at a path; of a union, those of all its alternatives. */
export const membersAt = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(
    path
      .reduce<Schema[]>((schemas, step) => schemas.flatMap((one) => schemasAt(one, step)), unwrap(schema))
      .flatMap(memberNames),
  ),
]

type Schema = z.core.$ZodType

const memberNames = (schema: Schema): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

const schemasAt = (schema: Schema, step: PropertyKey): Schema[] => {
  if (schema instanceof z.ZodObject) {
    const member: unknown = Object.hasOwn(schema.shape, step) ? schema.shape[String(step)] : undefined
    return member instanceof z.ZodType ? unwrap(member) : []
  }
  if (schema instanceof z.ZodArray) return unwrap(schema.element)
  return schema instanceof z.ZodRecord ? unwrap(schema.valueType) : []
}

/** The schema without what merely makes it optional, or its alternatives. */
const unwrap = (schema: Schema): Schema[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap)
  // What makes another value of it first, or afterwards, knows the same names.
  if (schema instanceof z.ZodPipe) return [...unwrap(schema.in), ...unwrap(schema.out)]
  return [schema]
}
