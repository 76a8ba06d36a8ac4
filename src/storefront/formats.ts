import type { Money } from '../web-ui/api-types.ts'

/** Numbers and money as people in Argentina write them. */

const whole = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

export const number = (value: number): string => whole.format(value)

/** `3 avisos`, `1 aviso`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`

/** `$ 15.200.000`, `USD 12.500`; undefined when there is no amount. */
export const money = (value: Money | null | undefined): string | undefined =>
  value && value.Importe > 0 ? `${symbolOf(value.Moneda)} ${exact.format(value.Importe)}` : undefined

export const symbolOf = (currency: string): string => (currency === 'ARS' ? '$' : currency)

/** A price that is not said is asked for. */
export const price = (value: Money | null | undefined): string => money(value) ?? 'Consultar'

export const mileage = (km: number | null): string => (km === null ? 'Km sin informar' : `${number(km)} km`)

/** A number as people type it, `15.200.000` or `15200000`; undefined when it is none. */
export const typedNumber = (text: string | undefined): number | undefined => {
  const digits = (text ?? '').replace(/[.\s$]/g, '').replace(/,\d*$/, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** Text without accents and capitals, for comparing. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
