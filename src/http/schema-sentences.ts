import type * as z from 'zod'

/**
 * Returns a Spanish sentence for an issue of the wire schema: what was expected, with the bounds of the
 * description. `isInteger` tells that the schema takes integers only, which zod names numbers.
 */
export const schemaIssueSentence = (issue: z.core.$ZodIssue, isInteger = false): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Este dato es obligatorio.'
        : `Se espera ${TYPES[isInteger ? 'int' : issue.expected] ?? issue.expected}.`
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `Se esperan ${issue.exact ? 'exactamente' : 'al menos'} ${issue.minimum} ${UNITS[issue.origin]}.`
        : `Debe ser mayor o igual que ${issue.minimum}.`
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `Se esperan ${issue.exact ? 'exactamente' : 'hasta'} ${issue.maximum} ${UNITS[issue.origin]}.`
        : `Debe ser menor o igual que ${issue.maximum}.`
    case 'invalid_format':
      return 'El formato no es el esperado.'
    default:
      return 'El valor no es válido.'
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'un texto',
  int: 'un número entero',
  number: 'un número',
  boolean: 'true o false',
  array: 'una lista',
  object: 'un objeto',
}

const UNITS: Readonly<Record<string, string>> = { string: 'caracteres', array: 'elementos' }

/**
 * Flattens the issue of a nullable member, which zod reports per alternative, to the issues of the first
 * alternative.
 */
export const flattenSchemaIssue = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] => {
  const alternative = issue.code === 'invalid_union' ? issue.errors[0] : undefined
  if (!alternative) return [issue]
  return alternative.flatMap((inner) =>
    flattenSchemaIssue({ ...inner, path: [...issue.path, ...inner.path] }),
  )
}
