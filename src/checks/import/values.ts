import { jsonObjectOf } from '../../lib/unknown-values.ts'

/** Returns a text; null for anything else. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Returns a whole number; null for anything else. */
export const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) ? value : null

/** Returns an amount (COM-07); null for anything else. */
export const amountOf = (value: unknown): { Moneda: string; Importe: number } | null => {
  const { Moneda, Importe } = jsonObjectOf(value) ?? {}
  return typeof Moneda === 'string' && Moneda !== '' && typeof Importe === 'number' && Importe >= 0
    ? { Moneda, Importe }
    : null
}

/** Returns the texts of a list. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

/** Returns the last segment of a path. */
export const lastSegment = (href: string): string =>
  decodeURIComponent(href.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '')
