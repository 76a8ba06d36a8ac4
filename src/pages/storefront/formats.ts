import type { MoneyData } from '../ui/sandbox/api-types.ts'

/** Numbers and amounts in the format of Argentina. */

const integer = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 0 })
const decimal = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

/** Formats a whole number with thousands separators. */
export const formatInteger = (value: number): string => integer.format(value)

/** Returns the number with its noun: `3 avisos`, `1 aviso`. */
export const pluralizeEs = (value: number, one: string, many = `${one}s`): string =>
  `${formatInteger(value)} ${value === 1 ? one : many}`

/** Returns `$ 15.200.000` or `USD 12.500`; undefined without an amount. */
export const formatAmount = (value: MoneyData | null | undefined): string | undefined =>
  value && value.Importe > 0 ? `${symbolOf(value.Moneda)} ${decimal.format(value.Importe)}` : undefined

/** Returns the symbol of a currency, or its code. */
export const symbolOf = (currency: string): string => (currency === 'ARS' ? '$' : currency)

/** Returns the price, or an invitation to ask for it. */
export const formatPrice = (value: MoneyData | null | undefined): string => formatAmount(value) ?? 'Consultar'

/** Formats a mileage; says so when it is unknown. */
export const formatMileage = (km: number | null): string =>
  km === null ? 'Km sin informar' : `${formatInteger(km)} km`

/** Parses a typed number, `15.200.000` or `15200000`; returns undefined for anything else. */
export const parseTypedNumber = (text: string | undefined): number | undefined => {
  const digits = (text ?? '').replace(/[.\s$]/g, '').replace(/,\d*$/, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}
