import * as z from 'zod'

/** The names of the members that a schema knows at a path; of a union, those of all its alternatives. */
export const membersAt = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(
    path
      .reduce<Schema[]>((schemas, step) => schemas.flatMap((one) => inside(one, step)), unwrapped(schema))
      .flatMap(namesOf),
  ),
]

type Schema = z.core.$ZodType

const namesOf = (schema: Schema): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

const inside = (schema: Schema, step: PropertyKey): Schema[] => {
  if (schema instanceof z.ZodObject) {
    const member: unknown = Object.hasOwn(schema.shape, step) ? schema.shape[String(step)] : undefined
    return member instanceof z.ZodType ? unwrapped(member) : []
  }
  if (schema instanceof z.ZodArray) return unwrapped(schema.element)
  return schema instanceof z.ZodRecord ? unwrapped(schema.valueType) : []
}

/** The schema without what merely makes it optional, or its alternatives. */
const unwrapped = (schema: Schema): Schema[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrapped(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrapped)
  // What makes another value of it first, or afterwards, knows the same names.
  if (schema instanceof z.ZodPipe) return [...unwrapped(schema.in), ...unwrapped(schema.out)]
  return [schema]
}
