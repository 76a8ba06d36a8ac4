import { phoneticKey, tokenize, typosBetween } from '../../../lib/text/fuzzy-text.ts'
import type { Currency } from '../../world/catalogue.ts'
import { isUrlReference } from '../../world/catalogue-reference.ts'
import { CURRENCY_SYMBOLS, CURRENCY_WORDS } from './match-rules.ts'
import { BRAND_FORMS, type Match, matchNamed, matchOf } from './named-match.ts'

/** Longer texts name no currency. */
const MAX_CURRENCY_LENGTH = 60

/**
 * Finds the currency that a text names (COM-11): id, api-url, api-url-path, name or code, else its symbol
 * (`U$S`), else words of its name in any number (`dólares`). Of several the catalogue's first one is meant
 * (`common/currency-words`).
 */
export function matchCurrency(currencies: readonly Currency[], text: string): Match<Currency> {
  const named = matchNamed(currencies, text, BRAND_FORMS)
  if (named.kind === 'one' || isUrlReference(text) || text.length > MAX_CURRENCY_LENGTH) return named
  const symbol = text.replace(/[\s.]/g, '').toLowerCase()
  const words = tokenize(text).map(singularOf).map(currencyWord)
  const found =
    currencies.find((currency) => symbolsOf(currency).includes(symbol)) ??
    (words.length === 0 ? undefined : currencies.find((currency) => hasWords(currency, words)))
  return found === undefined ? named : matchOf([found])
}

const symbolsOf = ({ Simbolo, codenames: [code = ''] }: Currency): readonly string[] => [
  Simbolo.toLowerCase(),
  ...(Object.hasOwn(CURRENCY_SYMBOLS, code) ? (CURRENCY_SYMBOLS[code] ?? []) : []),
]

const currencyWord = (word: string): string =>
  // A client's word may be `constructor`, which every object has.
  Object.hasOwn(CURRENCY_WORDS, word) ? singularOf(CURRENCY_WORDS[word] ?? word) : word

/** Returns the singular of a Spanish noun: `dolares`, `pesos`. */
const singularOf = (word: string): string => word.replace(/(?<=\p{L}{3}[lrn])es$|(?<=\p{L}{3})s$/u, '')

/**
 * True when each word is one of the currency's name or its code, its sound, a typo of it or its beginning.
 */
const hasWords = ({ Nombre, codenames }: Currency, words: readonly string[]): boolean => {
  const names = tokenize([Nombre, ...codenames].join(' ')).map(singularOf)
  const isNamed = (word: string) =>
    names.some(
      (one) =>
        phoneticKey(one) === phoneticKey(word) ||
        (word.length > 2 && one.startsWith(word)) ||
        typosBetween(word, one) === 1,
    )
  return words.every(isNamed)
}
