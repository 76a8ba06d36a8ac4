import type { Catalogue } from '../../world/catalogue.ts'
import type { Money } from '../../world/publication.ts'
import { BRAND_FORMS, matchNamed, matchOf } from '../catalogue/named-match.ts'
import type { ValidationIssues } from '../validation-issues.ts'

const MAX_AMOUNT = 999_999_999_999.99

/**
 * Parses an amount (COM-07): the currency by best-match, stored as its code (`common/currency`), the number
 * within `common/valor-bounds`. Null stays null.
 */
export const parseAmount = (
  issues: ValidationIssues,
  path: string,
  sent: { readonly Moneda: string; readonly Importe: number } | null,
  catalogue: Catalogue,
): Money | null => {
  if (sent === null) return null
  // Most clients send the ISO code, which needs no search.
  const exact = catalogue.currencies.find(({ codenames }) => codenames[0] === sent.Moneda)
  const match = exact ? matchOf([exact]) : matchNamed(catalogue.currencies, sent.Moneda, BRAND_FORMS)
  if (match.kind !== 'one') {
    issues.add(
      `${path}.Moneda`,
      `No se reconoce la moneda «${sent.Moneda}»; se espera un código ISO 4217 como ARS o USD.`,
      'common/valor-members',
      'COM-11',
    )
  }
  const { Importe } = sent
  if (Importe < 0 || Importe > MAX_AMOUNT) {
    issues.add(`${path}.Importe`, `El importe debe estar entre 0 y ${MAX_AMOUNT}.`, 'common/valor-bounds')
  } else if (!hasAtMostTwoDecimals(Importe)) {
    issues.add(`${path}.Importe`, 'El importe admite hasta 2 decimales.', 'common/valor-bounds')
  }
  return match.kind === 'one' ? { Moneda: match.entry.codenames[0]!, Importe } : null
}

// The shortest decimal text shows the decimals exactly; arithmetic on binary fractions does not.
const hasAtMostTwoDecimals = (amount: number): boolean => /^\d+(\.\d{1,2})?$/.test(String(amount))

/** True for equal amounts. */
export const isSameAmount = (a: Money | null, b: Money | null): boolean =>
  a === b || (a !== null && b !== null && a.Moneda === b.Moneda && a.Importe === b.Importe)
