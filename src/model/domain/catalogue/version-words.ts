import { tokenize } from '../../../lib/text/fuzzy-text.ts'
import type { Brand, Catalogue, Model } from '../../world/catalogue.ts'
import { ORDINARY_TRIMS } from './match-rules.ts'
import { spellingsOfEntry } from './name-spellings.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'

const wordsByModel = new WeakMap<Model, ReadonlySet<string>>()

/**
 * Returns the words of the names of a model's versions, also the first one joined to the model's last word:
 * `c250` is a `250` of the `Clase C`.
 */
export function versionWordsOf(model: Model): ReadonlySet<string> {
  const cached = wordsByModel.get(model)
  if (cached !== undefined) return cached
  const [last = ''] = spellingsOfEntry(model).name.tokens.slice(-1)
  const words = new Set<string>()
  for (const name of new Set(model.versions.map(({ Nombre }) => Nombre))) {
    const tokens = tokenize(name)
    for (const word of tokens) words.add(word)
    if (tokens[0] !== undefined) words.add(`${last}${tokens[0]}`)
  }
  wordsByModel.set(model, words)
  return words
}

const attributesByModel = new WeakMap<Model, ReadonlySet<string>>()

/** Returns the words for fuel, gearbox, body style, engine and year of a model's versions. */
export function attributeWordsOf(model: Model, catalogue: Catalogue): ReadonlySet<string> {
  const cached = attributesByModel.get(model)
  if (cached !== undefined) return cached
  const words = new Set(
    SEARCH_ATTRIBUTES.flatMap((attribute) =>
      model.versions.flatMap((version) =>
        attribute.valueOf(version) === null ? [] : attribute.words(version, catalogue),
      ),
    ),
  )
  attributesByModel.set(model, words)
  return words
}

/**
 * Returns the only model of a brand whose versions have the most words of a text, neighbouring words also
 * joined; null when several have.
 */
export function modelByVersionWords(brand: Brand, words: readonly string[]): Model | null {
  const distinctive = words.filter((word) => word.length > 1 && !ORDINARY_TRIMS.has(word))
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`)
  const counts = brand.models.map((model) => ({
    model,
    count: countWords(model, [...distinctive, ...joined]),
  }))
  const most = Math.max(0, ...counts.map(({ count }) => count))
  const best = counts.filter(({ count }) => count === most)
  return most > 0 && best.length === 1 ? (best[0]?.model ?? null) : null
}

const countWords = (model: Model, words: readonly string[]): number => {
  const names = versionWordsOf(model)
  return words.filter((word) => names.has(word) || isNumberOfModel(model, word)).length
}

/**
 * True for `320` or `320d` as a form of `320i`, a codename or a word of a version, and for `c250` of the
 * `Clase C`.
 */
const isNumberOfModel = (model: Model, word: string): boolean => {
  const [, letter = '', number] = /^(\p{L}?)(\d{3})\p{L}?$/u.exec(word) ?? []
  if (number === undefined) return false
  const { name, codenames } = spellingsOfEntry(model)
  if (letter !== '' && name.tokens.length > 1 && name.tokens.at(-1) === letter) return true
  const names = [...codenames.map(({ joined }) => joined), ...versionWordsOf(model)]
  return names.some((one) => one.startsWith(`${letter}${number}`) && /^\D?\d{3}\D$/.test(one))
}
