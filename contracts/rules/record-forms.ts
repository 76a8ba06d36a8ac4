import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import type { DescribedRequest } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import type { HistoryExchange } from './recorded-exchange.ts'

/** Documents that change only when a client edits them and whose members depend on no filter. */
const STEADY =
  /^(entry|inquiries\.read|operators\.read|agencies\.read|versions|brands|models|notifications|webhooks)\b/

/** Members of a ref that the full form has, by their names there (CAT-06, AGE-06). */
const FULL_NAMES: Readonly<Record<string, string>> = { Version: 'Nombre' }

/** A record is the same in every media type, until something is written (COM-10). */
export class RecordForms {
  /** The first read of each address. */
  readonly #first = new Map<string, HistoryExchange>()

  /** Forgets everything: something was written. */
  forget(): void {
    this.#first.clear()
  }

  /** Judges a read by the first one of the same address. */
  judge(judgement: Judgement, { operation }: DescribedRequest): void {
    const { exchange } = judgement
    if (!STEADY.test(operation.id) || !/json/.test(exchange.headers['accept'] ?? '')) return
    const first = this.#first.get(exchange.url)
    if (!first) this.#first.set(exchange.url, exchange)
    else if (judgement.exercise('documents/forms-show-one-record')) {
      const difference = differenceOf(first, exchange)
      const because = ['COM-10', ...operation.statements.slice(0, 1)]
      if (difference)
        judgement.report({ rule: 'documents/forms-show-one-record', because, ...difference, since: first })
    }
  }
}

/** Returns the text of a member as it is compared: addresses without their query, which may be signed. */
const shown = (value: unknown): string =>
  canonicalJson(
    JSON.parse(JSON.stringify(value ?? null), (name, inner: unknown) =>
      name === '_links'
        ? undefined
        : typeof inner === 'string' && /^https?:/.test(inner)
          ? inner.split('?', 1)[0]
          : inner,
    ),
  )

/**
 * Returns the first member that two forms of a record show differently; what one of them lacks is not
 * compared.
 */
const differenceOf = (first: HistoryExchange, second: HistoryExchange) => {
  const [one, other] = [membersOf(first.json), membersOf(second.json)]
  const isRef = 'title' in other && 'href' in other
  for (const [name, value] of Object.entries(other)) {
    const fullName = isRef ? (FULL_NAMES[name] ?? name) : name
    if (name === '_links' || !(fullName in one) || shown(one[fullName]) === shown(value)) continue
    return { expected: `${name} ${shown(one[fullName])}, as ${first.headers['accept']} shows`, got: value }
  }
  return undefined
}
