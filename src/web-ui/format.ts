import type { MoneyData } from './api-types.ts'

/** Numbers and amounts in English pages. */

const integer = new Intl.NumberFormat('en')

/** Formats a number with thousands separators. */
export const formatNumber = (value: number): string => integer.format(value)

/** Returns the number with its noun: `3 worlds`, `1 world`. */
export const pluralize = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`

/** Formats an amount with its currency; a dash without an amount. */
export const formatMoney = (value: MoneyData | null | undefined): string =>
  value ? `${value.Moneda} ${formatNumber(value.Importe)}` : '–'
