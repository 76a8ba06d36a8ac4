import { type Label, pageLanguage, t } from '../language/texts.ts'
import type { MoneyData } from '../sandbox/api-types.ts'

/** Numbers and amounts in the language of the page. */

const INTEGERS = { en: new Intl.NumberFormat('en'), es: new Intl.NumberFormat('es-AR') }

/** Formats a number with thousands separators. */
export const formatNumber = (value: number): string => INTEGERS[pageLanguage()].format(value)

/** Labels of a noun in singular and plural. */
type Noun = Label & `${string}|${string}`

/** Returns the number with its noun: `3 worlds`, `1 world`. */
export const pluralize = (value: number, noun: Noun): string =>
  `${formatNumber(value)} ${nounFor(value, noun)}`

/** Returns the form of a noun that belongs to the number. */
export const nounFor = (value: number, noun: Noun): string => t(noun).split('|')[value === 1 ? 0 : 1] ?? ''

/** Returns the time of day of an instant, in UTC, as `HH:MM:SS` in the zone of another date-time. */
export const zonedTime = (utc: string, { zoneOf }: { readonly zoneOf: string }): string => {
  const offsetMs = Date.parse(`${zoneOf.slice(0, 19)}Z`) - Date.parse(zoneOf)
  return new Date(Date.parse(utc) + offsetMs).toISOString().slice(11, 19)
}

/** Formats an amount with its currency; a dash without an amount. */
export const formatMoney = (value: MoneyData | null | undefined): string =>
  value ? `${value.Moneda} ${formatNumber(value.Importe)}` : '–'
