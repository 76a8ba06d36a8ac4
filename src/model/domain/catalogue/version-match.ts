import { tokenize } from '../../../lib/text/fuzzy-text.ts'
import type { Brand, Catalogue, Model, Version } from '../../world/catalogue.ts'
import { type Columns, carIndexOf, SIMILARITY } from './car-index.ts'
import { type ParsedCarText, parseCarText } from './car-text-parser.ts'
import { type Match, matchOf } from './named-match.ts'

/** Further data of the car. `fuel` and `bodyStyle` are the catalogue's names. */
export interface CarHints extends VersionHints {
  readonly brand?: Brand | undefined
  readonly model?: Model | undefined
}

/** Data that decides between equally good versions. */
export interface VersionHints {
  readonly year?: number | undefined
  readonly transmission?: Version['Transmision'] | undefined
  readonly fuel?: string | undefined
  readonly bodyStyle?: string | undefined
}

/**
 * Finds the version that a text names by its words. Strict, since the result becomes the publication's
 * version (PUB-10).
 */
export function matchVersionText(catalogue: Catalogue, text: string, hints: CarHints): Match<Version> {
  return matchOf(narrowByHints(bestExplainedVersions(catalogue, text, hints), hints))
}

/** Returns the versions of the given brand and model that match every word of the text best. */
function bestExplainedVersions(whole: Catalogue, text: string, hints: CarHints): readonly Version[] {
  const catalogue = catalogueWithin(whole, hints)
  const index = carIndexOf(catalogue)
  const parsed = parseCarText(index, text)
  if (parsed === null || !parsed.isComplete) return []
  let best: readonly Version[] = []
  let most = { inName: 0, isComplete: false }
  for (const [at, version] of catalogue.versions.entries()) {
    const inName = wordsInName(index.columns, parsed, at)
    if (inName === 0 || inName < most.inName) continue
    const isComplete = tokenize(version.Nombre).every((word) => parsed.matchedWords.has(word))
    if (inName === most.inName && most.isComplete && !isComplete) continue
    const isBetter = inName > most.inName || isComplete !== most.isComplete
    best = isBetter ? [version] : [...best, version]
    most = { inName, isComplete }
  }
  return best
}

const narrowedCatalogues = new WeakMap<Brand | Model, Catalogue>()

/** Narrows the catalogue to a known model or brand, whose few versions take a small index. */
function catalogueWithin(catalogue: Catalogue, { brand, model }: CarHints): Catalogue {
  const scope = model ?? brand
  if (scope === undefined) return catalogue
  let narrowed = narrowedCatalogues.get(scope)
  if (narrowed === undefined) {
    const models = model ? [model] : (brand?.models ?? [])
    const versions = models.flatMap((entry) => entry.versions)
    const { fuels, bodyStyles, regions, cities, currencies } = catalogue
    const brands = models.slice(0, 1).map((entry) => entry.brand)
    // Not by spread, which would derive the versions of every model.
    narrowed = { brands, models, versions, fuels, bodyStyles, regions, cities, currencies }
    narrowedCatalogues.set(scope, narrowed)
  }
  return narrowed
}

/** Counts the words of the text in the version's name; 0 when the car does not match some word at all. */
function wordsInName(columns: Columns, { words }: ParsedCarText, at: number): number {
  const model = columns.modelOfVersion[at]!
  const brand = columns.brandOfModel[model]!
  let inName = 0
  for (const { fits } of words) {
    const isInName = fits[columns.names + at]! >= SIMILARITY.twoSlips
    if (isInName) inName++
    const others = Math.max(fits[brand]!, fits[columns.models + model]!, fits[columns.attributes + at]!)
    if (!isInName && others < MIN_FIT) return 0
  }
  return inName
}

/** Accepts a year that is one above the version's, which fits by half, and excludes prefixes of names. */
const MIN_FIT = 0.5

/** Applies each hint in turn; skips a hint that no version meets. */
export function narrowByHints(versions: readonly Version[], hints: VersionHints): readonly Version[] {
  const { transmission, fuel, bodyStyle, year } = hints
  let left = versions
  const keep = (meets: (version: Version) => boolean) => {
    const meeting = left.filter(meets)
    if (meeting.length > 0) left = meeting
  }
  if (transmission !== undefined) keep((version) => version.Transmision === transmission)
  if (fuel !== undefined) keep((version) => version.Propulsion === fuel)
  if (bodyStyle !== undefined) keep((version) => version.Carroceria === bodyStyle)
  if (year !== undefined) left = versionsOfYear(left, year) ?? left
  return left
}

/**
 * Returns the versions of a model year, else of the year before, since a car may be registered a year later
 * (PUB-11), else those without a year. Null when all are of other years.
 */
export function versionsOfYear(versions: readonly Version[], year: number): readonly Version[] | null {
  const found = [year, year - 1, null]
    .map((wanted) => versions.filter(({ VersionYear }) => VersionYear === wanted))
    .find(({ length }) => length > 0)
  return found ?? null
}
