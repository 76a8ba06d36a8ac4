import { membersOf } from '../../src/lib/unknown-values.ts'
import type { DescribedRequest } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import { type HistoryExchange, isDone, sentObject } from './recorded-exchange.ts'

/** Describes the unusual form of an amount; undefined when it is usual. */
const oddityOf = (amount: unknown): string | undefined => {
  const { Moneda, Importe } = membersOf(amount)
  if (typeof Importe === 'string' && Importe !== '' && Number.isInteger(Number(Importe)))
    return 'a text as Importe'
  if (typeof Moneda === 'string' && /^[a-z]{3}$/.test(Moneda)) return 'a currency in small letters'
  if (Moneda === undefined && typeof Importe === 'number') return 'no Moneda'
  return Importe === undefined && typeof Moneda === 'string' ? 'no Importe' : undefined
}

/**
 * Judges that an amount of unusual form gets the same response for all three amounts of a partial edit
 * (COM-07). Which response is open (`common/types`, `common/valor-members`, `common/currency`).
 */
export class AmountConsistency {
  readonly #first = new Map<string, { readonly isTaken: boolean; readonly exchange: HistoryExchange }>()
  /** Last accepted member and number of a publication, by its address. */
  readonly #taken = new Map<string, string>()

  /** Judges a partial edit of one amount. */
  judge(judgement: Judgement, { base, parameters }: DescribedRequest): void {
    const { exchange } = judgement
    const [[name, amount] = [''], ...others] = Object.entries(sentObject(exchange) ?? {})
    const oddity = oddityOf(amount)
    const isTaken = isDone(exchange)
    if (others.length > 0) return
    const { Importe } = membersOf(amount)
    const value = `${name} ${Number(Importe)}`
    const last = this.#taken.get(exchange.url)
    if (isTaken) this.#taken.set(exchange.url, value)
    // The value itself may be the reason of a refusal (`common/valor-bounds`), unless it is the present one.
    const isForm = last === value || (Importe === undefined && last?.startsWith(`${name} `))
    if (oddity === undefined || !(isTaken || (exchange.status === 400 && isForm))) return
    const key = `${base} ${parameters['adminmail']?.toLowerCase()} ${oddity}`
    const first = this.#first.get(key)
    this.#first.set(key, first ?? { isTaken, exchange })
    judgement.expect(first === undefined || first.isTaken === isTaken, {
      rule: `requests/amounts-are-judged-consistently ${oddity}`,
      because: ['COM-07', 'PUB-28'],
      expected: `${name} with ${oddity} ${first?.isTaken ? 'taken' : 'refused'}, as another amount`,
      got: `status ${exchange.status}`,
      since: first?.exchange,
    })
  }
}
