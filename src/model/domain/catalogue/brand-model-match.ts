import { tokenize } from '../../../lib/text/fuzzy-text.ts'
import type { Brand, Catalogue, Model, Version } from '../../world/catalogue.ts'
import {
  type CatalogueReferenceForm,
  findById,
  findByUrl,
  isUrlReference,
} from '../../world/catalogue-reference.ts'
import { readCarText } from './car-text-reader.ts'
import { MATCH_RULES, ORDINARY_WORDS, WORDS_BEFORE_MODEL } from './match-rules.ts'
import { spellingsOfEntry } from './name-spellings.ts'
import { BRAND_FORMS, type Match, MODEL_FORMS, matchNamed, matchOf, matchSurely } from './named-match.ts'
import { type CarHints, matchVersionText, narrowByHints } from './version-match.ts'

/**
 * Finds the brand that a text names (CAT-08, CAT-12): id, api-url, api-url-path, name or codename. Words
 * after a sure name are ignored: `Nissan Argentina`.
 */
export const matchBrand = (catalogue: Catalogue, text: string): Match<Brand> => {
  const found = matchNamed(catalogue.brands, text, BRAND_FORMS)
  if (found.kind !== 'none' || isUrlReference(text)) return found
  const words = tokenize(text)
  for (let length = Math.min(words.length - 1, MATCH_RULES.wordsInName); length > 0; length--) {
    const name = words.slice(0, length).join(' ')
    const brand = matchSurely(catalogue.brands, name, BRAND_NAME_FORMS)
    if (brand.kind !== 'one') continue
    // `mini cooper` is the brand, `mini torta` is not.
    const rest = words.slice(length).join(' ')
    if (!ORDINARY_WORDS.has(name) || matchSurely(brand.entry.models, rest, BRAND_NAME_FORMS).kind === 'one')
      return brand
  }
  return found
}

const BRAND_NAME_FORMS: ReadonlySet<CatalogueReferenceForm> = new Set<CatalogueReferenceForm>([
  'name',
  'codename',
])

/**
 * Hints of a model match. `bodyStyle` is the name of a body style; it decides between equally good models.
 */
export interface ModelHints {
  readonly brand?: Brand | undefined
  readonly bodyStyle?: string | undefined
}

/**
 * Finds the model that a text names (CAT-07, CAT-12): id, api-url, api-url-path, name with or without the
 * brand, part of the name or codename. With a brand it searches only its models; `208` is then first a name
 * (`catalogue/numeric-names`).
 */
export function matchModel(
  catalogue: Catalogue,
  text: string,
  { brand, bodyStyle }: ModelHints = {},
): Match<Model> {
  if (brand === undefined) {
    const identified = findById(catalogue.models, text, MODEL_FORMS)
    if (identified !== null) return matchOf([identified])
  }
  const found = matchModelName(catalogue, text, brand)
  if (found.kind !== 'several' || bodyStyle === undefined) return found
  const having = found.entries.filter((model) => model.Carrocerias.includes(bodyStyle))
  return having.length === 0 ? found : matchOf(having)
}

/**
 * Matches the whole text with or without the brand before it, else a name at its beginning, else a name
 * anywhere in it.
 */
function matchModelName(catalogue: Catalogue, text: string, given: Brand | undefined): Match<Model> {
  const words = isUrlReference(text) ? [] : tokenize(text)
  const { brand, rest } = wordsAfterBrand(catalogue, words, given)
  // `200` may be an id, which comes before the beginning of `2008`; in `Peugeot 200` it is a name.
  const forms = rest.length === words.length ? MODEL_FORMS : NAME_FORMS
  const named = brand && rest.length > 0 ? matchNamed(brand.models, rest.join(' '), forms) : NO_MODEL
  if (named.kind !== 'none') return named
  // Without a brand, a text with slips may be anything.
  const found =
    given === undefined
      ? matchSurely(catalogue.models, text, MODEL_FORMS)
      : matchNamed(given.models, text, MODEL_FORMS)
  if (found.kind !== 'none' || isUrlReference(text)) return found
  const beginning = brand ? matchBeginning(brand, rest) : NO_MODEL
  if (beginning.kind !== 'none') return beginning
  const read = readCarText(catalogue, text, { brand: given }).model
  return read === null ? found : matchOf([read])
}

const NO_MODEL = matchOf<Model>([])

/**
 * Removes the brand from the beginning of a text: `VW Gol Trend` is searched as `Gol Trend` among that
 * brand's models. Without a brand in the text, `brand` is the given one.
 */
function wordsAfterBrand(catalogue: Catalogue, words: readonly string[], given: Brand | undefined) {
  const [longest] = (given === undefined ? catalogue.brands : [given])
    .map((brand) => ({ brand, taken: wordsOfBrand(brand, words) }))
    .toSorted((a, b) => b.taken - a.taken)
  if (longest === undefined || longest.taken === 0) return { brand: given, rest: words }
  return { brand: longest.brand, rest: words.slice(longest.taken) }
}

/** Counts the words at the beginning of a text that name the brand and are not all of it. */
const wordsOfBrand = (brand: Brand, words: readonly string[]): number => {
  const { name, codenames } = spellingsOfEntry(brand)
  const lengths = [name, ...codenames]
    .filter(({ tokens }) => tokens.length < words.length && tokens.every((word, at) => word === words[at]))
    .map(({ tokens }) => tokens.length)
  return Math.max(0, ...lengths)
}

/**
 * Matches the longest beginning of the words that is the whole name of a model; words after it are ignored.
 * Else `R12` is a `12` of Renault.
 */
function matchBeginning({ Nombre, models }: Brand, words: readonly string[]): Match<Model> {
  const from = words.findIndex((word) => !WORDS_BEFORE_MODEL.has(word))
  if (from < 0) return NO_MODEL
  for (let to = Math.min(words.length, from + MATCH_RULES.wordsInName); to > from; to--) {
    const match = matchNamed(models, words.slice(from, to).join(' '), BRAND_NAME_FORMS)
    if (match.kind === 'one') return match
  }
  const [, initial, number = ''] = /^(\p{L})(\d+)$/u.exec(words[from] ?? '') ?? []
  return initial === tokenize(Nombre)[0]?.[0] ? matchSurely(models, number, BRAND_NAME_FORMS) : NO_MODEL
}

const NAME_FORMS: ReadonlySet<CatalogueReferenceForm> = new Set<CatalogueReferenceForm>([
  'name',
  'codename',
  'part-of-name',
])

/**
 * Finds the version that a text names (PUB-10, `publications/version-match`). A URL decides alone, so that
 * the caller can refuse a version of another model (`publications/version-elsewhere`). An exact name or
 * codename within the given model or brand precedes an id. Any other text must match with every word, typos
 * allowed, and at least one word must match the version's name; the hints decide between equally good
 * versions.
 */
export function matchVersion(catalogue: Catalogue, text: string, hints: CarHints = {}): Match<Version> {
  if (isUrlReference(text)) {
    const addressed = findByUrl(catalogue.versions, text, BRAND_FORMS)
    return matchOf(addressed === null ? [] : [addressed])
  }
  const typed = text.trim()
  const exact = matchExactVersion(catalogue, typed, hints)
  if (exact.kind !== 'none') return exact
  // The versions of all models are derived only for a text that can be an id.
  const identified = /^\d+$/.test(typed) ? findById(catalogue.versions, typed, BRAND_FORMS) : null
  return identified === null ? matchVersionText(catalogue, typed, hints) : matchOf([identified])
}

/** Finds the version with exactly this name or codename; the hints decide between several. */
export function matchExactVersion(catalogue: Catalogue, text: string, hints: CarHints): Match<Version> {
  const typed = text.trim()
  const exact = versionsWithin(catalogue, hints).filter(
    ({ Nombre, codenames }) => Nombre === typed || codenames.includes(typed),
  )
  return matchOf(narrowByHints(exact, hints))
}

const versionsWithin = (catalogue: Catalogue, { brand, model }: CarHints): readonly Version[] =>
  model?.versions ?? brand?.models.flatMap(({ versions }) => versions) ?? catalogue.versions
