import type { BodyType } from '../../api/wire/body-type.ts'
import { ceilings } from '../../api/wire/limits.ts'

/** Values of members by their types, which clauses and explorations send. */

/** Returns a text of a length. */
export const textOfLength = (length: number): string =>
  'Texto de prueba '
    .repeat(length)
    .slice(0, Math.max(0, length - 1))
    .padEnd(length, 'x')

/** Returns the documented bounds of a text, also of one that may be null; undefined for another type. */
export const textBounds = (
  type: BodyType,
): { readonly min: number; readonly max: number | undefined } | undefined => {
  if (type.kind === 'nullable') return textBounds(type.of)
  if (type.kind !== 'text') return undefined
  return { min: type.min ?? 0, max: type.max === ceilings.text ? undefined : type.max }
}

/** Returns values that no option accepts: beyond the bounds of a type, and of another JSON type. */
export const wrongValues = (type: BodyType): readonly unknown[] => {
  switch (type.kind) {
    case 'nullable':
      return wrongValues(type.of)
    case 'text': {
      const { min = 0, max } = textBounds(type) ?? {}
      const lengths = [...(max === undefined ? [] : [max + 1]), ...(min > 0 ? [min - 1] : [])]
      return [...lengths.map(textOfLength), { a: 1 }]
    }
    case 'integer':
      return [type.min - 1, type.max + 1, 'antiguo', { km: 1 }]
    case 'boolean':
      return ['pausada']
    case 'list':
      return [{ a: 'b' }]
    case 'object':
      return [5, ...(type.isComplete ? ['caro', { Moneda: 'ARS', Importe: 'mucho' }] : [])]
    default:
      return []
  }
}
