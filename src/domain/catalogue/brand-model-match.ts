import { tokenize } from '../../text/fuzzy-text.ts'
import type { Brand, Catalogue, Model, Version } from '../../world/catalogue.ts'
import {
  type CatalogueReferenceForm,
  findById,
  findByUrl,
  isUrlReference,
} from '../../world/catalogue-reference.ts'
import { BRAND_FORMS, type Match, MODEL_FORMS, matchNamed, matchOf } from './named-match.ts'
import { type CarHints, matchVersionText, narrowByHints } from './version-match.ts'

/** Finds the brand that a text names (CAT-08, CAT-12): id, api-url, api-url-path, name or codename. */
export const matchBrand = (catalogue: Catalogue, text: string): Match<Brand> =>
  matchNamed(catalogue.brands, text, BRAND_FORMS)

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
  const afterBrand = matchAfterBrand(catalogue, text, brand)
  const found =
    afterBrand.kind === 'none' ? matchNamed(brand?.models ?? catalogue.models, text, MODEL_FORMS) : afterBrand
  if (found.kind !== 'several' || bodyStyle === undefined) return found
  const having = found.entries.filter((model) => model.Carrocerias.includes(bodyStyle))
  return having.length === 0 ? found : matchOf(having)
}

/**
 * Matches a text that begins with a brand: `VW Gol Trend` is searched as `Gol Trend` among that brand's
 * models.
 */
function matchAfterBrand(catalogue: Catalogue, text: string, given: Brand | undefined): Match<Model> {
  const words = isUrlReference(text) ? [] : tokenize(text)
  const rest = (given === undefined ? catalogue.brands : [given]).flatMap((brand) =>
    [brand.Nombre, ...brand.codenames]
      .map(tokenize)
      .filter((name) => name.length < words.length && name.every((word, at) => word === words[at]))
      .map((name) => ({ brand, taken: name.length })),
  )
  const [longest] = rest.toSorted((a, b) => b.taken - a.taken)
  if (longest === undefined) return { kind: 'none' }
  return matchNamed(longest.brand.models, words.slice(longest.taken).join(' '), NAME_FORMS)
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
  const versions = versionsWithin(catalogue, hints)
  const typed = text.trim()
  const exact = versions.filter(({ Nombre, codenames }) => Nombre === typed || codenames.includes(typed))
  if (exact.length > 0) return matchOf(narrowByHints(exact, hints))
  const identified = findById(catalogue.versions, typed, BRAND_FORMS)
  return identified === null ? matchVersionText(catalogue, typed, hints) : matchOf([identified])
}

const versionsWithin = (catalogue: Catalogue, { brand, model }: CarHints): readonly Version[] =>
  model?.versions ?? brand?.models.flatMap(({ versions }) => versions) ?? catalogue.versions
