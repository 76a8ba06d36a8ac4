import type { Money } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { matchCurrency } from '../catalogue/currency-match.ts'
import { matchOf } from '../catalogue/named-match.ts'
import { isActiveOption } from '../decision-context.ts'
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
  context: { readonly world: World },
): Money | null => {
  if (sent === null) return null
  const { Moneda, Importe } = sent
  const code = Moneda === undefined ? undefined : parseCurrency(issues, `${path}.Moneda`, Moneda, context)
  const isBounded = isActiveOption(context, 'common/valor-bounds', 'bounded')
  if (Importe !== undefined && isBounded) checkImporte(issues, `${path}.Importe`, Importe)
  return code === undefined || Importe === undefined ? null : { Moneda: code, Importe }
}

const parseCurrency = (
  issues: ValidationIssues,
  path: string,
  text: string,
  { world }: { readonly world: World },
): string | undefined => {
  const { currencies } = world.setting.catalogue()
  // Most clients send the ISO code, which needs no search.
  const exact = currencies.find(({ codenames }) => codenames[0] === text)
  const match = exact ? matchOf([exact]) : matchCurrency(currencies, text)
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
const hasAtMostTwoDecimals = (amount: number): boolean =>
  Number.isInteger(amount) || /^\d+(\.\d{1,2})?$/.test(String(amount))

/** The amounts of a publication. */
export type Amounts = Readonly<Record<'Precio' | 'Adelanto' | 'Cuota', Money | null>>

/** Adds issues for amounts that do not fit each other, where `publications/amounts` says so. */
export const checkAmounts = (
  issues: ValidationIssues,
  context: { readonly world: World },
  { Precio, Adelanto, Cuota }: Amounts,
): void => {
  if (issues.hasIssues || !isActiveOption(context, 'publications/amounts', '400')) return
  const refuse = (member: string, sentence: string) => issues.add(member, sentence, 'publications/amounts')
  if (Adelanto && Precio && Adelanto.Moneda !== Precio.Moneda)
    refuse('Adelanto', 'Se espera la moneda del precio.')
  else if (Adelanto && Precio && Adelanto.Importe > Precio.Importe)
    refuse('Adelanto', 'No puede superar el precio.')
  const base = Precio ?? Adelanto
  if (Cuota && !base) refuse('Cuota', 'Se espera también el precio o el adelanto.')
  else if (Cuota && base && Cuota.Moneda !== base.Moneda)
    refuse('Cuota', `Se espera la moneda del ${Precio ? 'precio' : 'adelanto'}.`)
}
