import { membersOf } from '../../src/lib/unknown-values.ts'
import type { Judgement } from './judgement.ts'
import type { HistoryExchange } from './recorded-exchange.ts'

/** A text must not be shown once as it is and once escaped for HTML (COM-14). */

const ESCAPED = /&(amp|lt|gt|quot|#39|#x27|#34);/i
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  '#34': '"',
}
const MAX_LENGTH = 200

/** Texts of a service with characters that HTML escapes. */
export class EscapedTexts {
  readonly #judged = new WeakSet<object>()
  readonly #plain = new Map<string, HistoryExchange>()
  readonly #escaped = new Map<string, { readonly text: string; readonly exchange: HistoryExchange }>()

  /** Judges the texts of a response. */
  judge(judgement: Judgement): void {
    const { exchange } = judgement
    const { json } = exchange
    if (typeof json !== 'object' || json === null || this.#judged.has(json)) return
    this.#judged.add(json)
    // A quotation mark inside a text is escaped in JSON.
    if (!/[&<>']|\\["u]/.test(exchange.text)) return
    for (const text of textsIn(json)) {
      const plain = ESCAPED.test(text) ? unescaped(text) : text
      if (plain === text) this.#plain.set(text, exchange)
      else this.#escaped.set(plain, { text, exchange })
      const [escaped, other] = [this.#escaped.get(plain), this.#plain.get(plain)]
      if (other) judgement.exercise('documents/a-text-is-not-escaped')
      if (!escaped || !other) continue
      judgement.report({
        rule: 'documents/a-text-is-not-escaped',
        because: ['COM-14', 'COM-01'],
        expected: plain,
        got: escaped.text,
        since: exchange === other ? escaped.exchange : other,
      })
    }
  }
}

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27|#34);/gi, (_, name: string) => SIGNS[name.toLowerCase()] ?? '')

/** Returns the short texts in a value with characters that HTML escapes, without addresses. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string')
    return value.length <= MAX_LENGTH && /[&<>"']/.test(value) && !/^https?:/.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return Object.entries(membersOf(value)).flatMap(([name, inner]) =>
    name === '_links' ? [] : textsIn(inner),
  )
}
