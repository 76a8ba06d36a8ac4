import { tokenize } from '../../../lib/text/fuzzy-text.ts'
import type { Brand, Catalogue, Model } from '../../world/catalogue.ts'
import { type NameMention, nameMentions } from './car-mentions.ts'
import { MATCH_RULES, ORDINARY_TRIMS } from './match-rules.ts'
import { attributeWordsOf, modelByVersionWords, versionWordsOf } from './version-words.ts'

/** The brand and model that a free text names; null when it names none or several. */
export interface CarReading {
  readonly brand: Brand | null
  readonly model: Model | null
}

/** Known data besides a free text. */
export interface TextContext {
  /** The brand that the request names in another member. */
  readonly brand?: Brand | undefined
  /** True when a word of ordinary language may name a model on its own (`catalogue/ordinary-words`). */
  readonly ordinaryWordsName?: boolean
}

const NOTHING: CarReading = { brand: null, model: null }

/**
 * Reads the brand and the model that a free text names (PUB-10, `catalogue/best-match-scoring`,
 * `catalogue/ordinary-words`). A model counts when its whole name is said, or sounds the same, or differs by
 * one slip next to its brand or a word of its versions. Other words of the text may mean anything.
 */
export function readCarText(catalogue: Catalogue, text: string, context: TextContext = {}): CarReading {
  const words = tokenize(text).slice(0, MATCH_RULES.wordsInText)
  if (words.length === 0) return NOTHING
  const { brand: given, ordinaryWordsName = false } = context
  const mentions = nameMentions(catalogue, words, ordinaryWordsName)
  const saidBrands = mentions.filter(({ entry, isSure }) => !('brand' in entry) && isSure)
  if (given && saidBrands.length > 0 && !saidBrands.some(({ brand }) => brand === given)) return NOTHING
  const brands = new Set(given ? [given] : saidBrands.map(({ brand }) => brand))
  const reading: TextReading = { catalogue, words, mentions, brands }
  const models = certainModels(reading)
  const [first] = models
  if (first !== undefined) {
    const ofOneBrand = models.every(({ brand }) => brand === first.brand)
    return { brand: ofOneBrand ? first.brand : null, model: ofOneBrand ? first : null }
  }
  const [brand] = brands
  if (brand === undefined || brands.size > 1) return NOTHING
  return { brand, model: modelByVersionWords(brand, words) }
}

interface TextReading {
  readonly catalogue: Catalogue
  readonly words: readonly string[]
  readonly mentions: readonly NameMention[]
  /** Brands that are beyond doubt. */
  readonly brands: ReadonlySet<Brand>
}

/** Returns the models that the text names with the best evidence, in the text's order. */
function certainModels(reading: TextReading): readonly Model[] {
  const certain: { readonly model: Model; readonly rank: number }[] = []
  for (const mention of reading.mentions) {
    const { entry } = mention
    if (!('brand' in entry) || (reading.brands.size > 0 && !reading.brands.has(entry.brand))) continue
    const rank = rankOf(mention, entry, reading)
    if (rank !== null) certain.push({ model: entry, rank })
  }
  const best = Math.max(...certain.map(({ rank }) => rank))
  return certain.filter(({ rank }) => rank === best).map(({ model }) => model)
}

const RANKS = { exact: 200, sound: 100, slip: 0 } as const
const NUMBER_PENALTY = 50
const YEAR_PENALTY = 30

/** Returns how well the text supports a model; null when it does not name it. */
function rankOf(mention: NameMention, model: Model, reading: TextReading): number | null {
  const isNumber = /^\d+$/.test(mention.typed)
  const others = otherWords(mention, model, reading)
  const versionWords = versionWordsOf(model)
  const supporting = others.filter((word) => versionWords.has(word) && !ORDINARY_TRIMS.has(word))
  const isAccompanied = supporting.some((word) => word.length > 1) || isBrandSaid(mention, model, reading)
  if (!isAccompanied) {
    if (mention.kind === 'slip') return null
    if (!mention.isSure && !isExplained(others, model, reading)) return null
  }
  const penalty = (isNumber ? NUMBER_PENALTY : 0) + (/^(19|20)\d\d$/.test(mention.typed) ? YEAR_PENALTY : 0)
  return RANKS[mention.kind] - penalty + supporting.length
}

/** True when the brand is given or said anywhere outside the mention, even misspelled. */
const isBrandSaid = (mention: NameMention, model: Model, { mentions, brands }: TextReading): boolean =>
  brands.has(model.brand) ||
  mentions.some((one) => one.entry === model.brand && (one.to <= mention.from || one.from >= mention.to))

/** Returns the words of the text that are neither the mention nor its brand. */
const otherWords = (
  mention: NameMention,
  model: Model,
  { words, mentions }: TextReading,
): readonly string[] => {
  const sameCar = mentions.filter((one) => one === mention || one.entry === model.brand)
  return words.filter((_, at) => !sameCar.some(({ from, to }) => at >= from && at < to))
}

/** True when there are other words, and each belongs to a version of the model: `fiesta 1.6 nafta`. */
const isExplained = (others: readonly string[], model: Model, { catalogue }: TextReading): boolean => {
  if (others.length === 0) return false
  const words = versionWordsOf(model)
  const attributes = attributeWordsOf(model, catalogue)
  return others.every((word) => words.has(word) || attributes.has(word))
}
