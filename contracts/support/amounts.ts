import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'

/** Amounts that the target accepts: in its currency, and no larger than those that it accepted (COM-07). */

/** An amount as it is sent. */
export interface SentAmount {
  readonly Moneda: string
  readonly Importe: number
}

/** `Importe` of the first create that a run tries; amounts of clauses fit it. */
const FIRST_IMPORTE = 25_000_000

/**
 * Returns an amount in the currency of the sample publication. It is smaller than `importe` if the target
 * accepted the sample only with a smaller price: currencies and bounds of a service are open. Skips when it
 * keeps no amount at all.
 */
export const amountFor = (t: ClauseContext, importe: number): SentAmount => {
  const { session } = t
  // A service may leave out an amount in a currency that it does not know (`common/valor-members`).
  if (session.searches.acceptedPrice === null)
    t.skip('no currency is known in which the service keeps an amount: a Precio in --car FILE names one')
  const { Moneda, Importe } = membersOf(session.searches.acceptedPrice)
  const scale = typeof Importe === 'number' ? Math.min(1, Importe / FIRST_IMPORTE) : 1
  return { Moneda: typeof Moneda === 'string' ? Moneda : 'ARS', Importe: Math.round(importe * scale) }
}

/** Returns an amount in another currency: a listed one, else one that the target may not know. */
export const foreignAmountFor = (t: ClauseContext, importe: number): SentAmount => {
  const { Moneda, Importe } = amountFor(t, importe)
  return { Moneda: t.session.searches.otherCurrency ?? (Moneda === 'USD' ? 'ARS' : 'USD'), Importe }
}
