import type { Catalogue } from '../../world/catalogue.ts'
import type { Money } from '../../world/publication.ts'
import { matchCurrency } from '../catalogue/currency-match.ts'
import { matchOf } from '../catalogue/named-match.ts'
import type { ValidationIssues } from '../validation-issues.ts'

const MAX_AMOUNT = 999_999_999_999.99

/**
 * Parses an amount (COM-07): the currency by best-match, stored as its code (`common/currency`), the number
 * within `common/valor-bounds`. Null stays null. A part that is absent has its issue already
 * (`common/valor-members`).
 */
export const parseAmount = (
  issues: ValidationIssues,
  path: string,
  sent: { readonly Moneda?: string; readonly Importe?: number } | null,
  catalogue: Catalogue,
): Money | null => {
  if (sent === null) return null
  const { Moneda, Importe } = sent
  const code = Moneda === undefined ? undefined : parseCurrency(issues, `${path}.Moneda`, Moneda, catalogue)
  if (Importe !== undefined) checkImporte(issues, `${path}.Importe`, Importe)
  return code === undefined || Importe === undefined ? null : { Moneda: code, Importe }
}

const parseCurrency = (
  issues: ValidationIssues,
  path: string,
  text: string,
  catalogue: Catalogue,
): string | undefined => {
  // Most clients send the ISO code, which needs no search.
  const exact = catalogue.currencies.find(({ codenames }) => codenames[0] === text)
  const match = exact ? matchOf([exact]) : matchCurrency(catalogue.currencies, text)
  if (match.kind === 'one') return match.entry.codenames[0]
  issues.add(
    path,
    `No se reconoce la moneda «${text}»; se espera un código ISO 4217 como ARS o USD.`,
    'common/valor-members',
    'COM-11',
  )
  return undefined
}

const checkImporte = (issues: ValidationIssues, path: string, amount: number): void => {
  if (amount < 0 || amount > MAX_AMOUNT) {
    issues.add(path, `El importe debe estar entre 0 y ${MAX_AMOUNT}.`, 'common/valor-bounds')
  } else if (!hasAtMostTwoDecimals(amount)) {
    issues.add(path, 'El importe admite hasta 2 decimales.', 'common/valor-bounds')
  }
}

// The shortest decimal text shows the decimals exactly; arithmetic on binary fractions does not.
const hasAtMostTwoDecimals = (amount: number): boolean => /^\d+(\.\d{1,2})?$/.test(String(amount))

/** True for equal amounts. */
export const isSameAmount = (a: Money | null, b: Money | null): boolean =>
  a === b || (a !== null && b !== null && a.Moneda === b.Moneda && a.Importe === b.Importe)
