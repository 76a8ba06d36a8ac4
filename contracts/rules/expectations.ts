import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson, comparable } from '../support/publication-forms.ts'

/** Members as the service shows them. */
export type Members = Readonly<Record<string, unknown>>

/** Allowed values of a member in a response: exactly one, or those that pass a test. */
export interface Expectation {
  /** `shown`: all members of the response. */
  holds(value: unknown, shown: Members): boolean
  /** The nearest allowed value, as a text for reports. */
  readonly label: string
  /** Statements and assumptions behind it. */
  readonly because: readonly string[]
}

/** Expects the value that was shown before. */
export const asShown = (member: string, value: unknown, because: readonly string[]): Expectation => {
  const wanted = comparable(member, value)
  return { holds: (shown) => comparable(member, shown) === wanted, label: `${wanted} as before`, because }
}

/** Expects anything. */
export const anything: Expectation = { holds: () => true, label: 'anything', because: [] }

/** Expects one of several. */
export const either = (...all: readonly Expectation[]): Expectation => ({
  holds: (value, shown) => all.some((one) => one.holds(value, shown)),
  label: [...new Set(all.map(({ label }) => label))].join(', or '),
  because: [...new Set(all.flatMap(({ because }) => because))],
})

/** Returns whether a value is absent, null or an empty text or list (`publications/optional-absent`). */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Expects no value. */
export const nothing = (because: readonly string[]): Expectation => ({
  holds: isBlank,
  label: 'null',
  because,
})

/** Expects any value but none. */
export const something = (because: readonly string[]): Expectation => ({
  holds: (value) => !isBlank(value),
  label: 'not null',
  because,
})

/** The description does not define line ends and outer spaces. */
const settled = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** Expects a text as sent. */
export const textAs = (sent: string, because: readonly string[]): Expectation => ({
  holds: (value) =>
    isBlank(sent) ? isBlank(value) : typeof value === 'string' && settled(value) === settled(sent),
  label: JSON.stringify(sent),
  because,
})

/** Expects a text as sent, in any letter case. */
export const wordAs = (sent: string, because: readonly string[]): Expectation => ({
  holds: (value) =>
    isBlank(sent)
      ? isBlank(value)
      : String(value ?? '')
          .trim()
          .toLowerCase() === sent.trim().toLowerCase(),
  label: JSON.stringify(sent),
  because,
})

/** Expects the first characters of a text, counted in either unit (`common/length-unit`). */
export const textCutAt = (sent: string, length: number, because: readonly string[]): Expectation => {
  const cuts = [sent, sent.trim()].flatMap((text) => [
    text.slice(0, length),
    [...text].slice(0, length).join(''),
  ])
  return {
    holds: (value) => typeof value === 'string' && cuts.some((cut) => settled(cut) === settled(value)),
    label: JSON.stringify(cuts[0]),
    because,
  }
}

/** Expects a number as sent. */
export const numberAs = (sent: unknown, because: readonly string[]): Expectation => ({
  holds: (value) => Number(value) === Number(sent),
  label: String(sent),
  because,
})

/** The service's names for the currencies that were sent. */
export class CurrencyNames {
  readonly #names = new Map<string, string>()

  /** Returns whether the service is known to accept a currency. */
  knows(sent: unknown): boolean {
    return typeof sent === 'string' && this.#names.has(sent.toLowerCase())
  }

  /** Returns whether a shown currency may be the one that was sent, and binds it at first sight. */
  fits(sent: string, shown: unknown): boolean {
    const key = sent.toLowerCase()
    const word = String(shown ?? '')
    const known = this.#names.get(key)
    if (known !== undefined) return known === word
    // Codes of two currencies are never the same one.
    const isOther = [...this.#names].some(([other, name]) => isCode(other) && isCode(key) && name === word)
    if (isOther || word === '') return false
    if (isCode(key)) this.#names.set(key, word)
    return true
  }
}

const isCode = (text: string): boolean => /^[a-z]{3}$/.test(text)

/**
 * Expects an amount as sent; fractions may be rounded (`common/valor-bounds`), and an amount in a currency
 * that was never accepted may be left out (`common/valor-members`).
 */
export const amountAs = (sent: Members, names: CurrencyNames, because: readonly string[]): Expectation => ({
  holds: (value) => {
    if (isBlank(value) && !names.knows(sent['Moneda'])) return true
    const { Moneda, Importe } = membersOf(value)
    const asked = Number(sent['Importe'])
    const isWhole = Number.isInteger(asked)
    const isNumber =
      typeof Importe === 'number' && (isWhole ? Importe === asked : Math.abs(Importe - asked) <= 1)
    return isNumber && (typeof sent['Moneda'] !== 'string' || names.fits(sent['Moneda'], Moneda))
  },
  label: canonicalJson(sent),
  because: [...because, 'COM-07'],
})
