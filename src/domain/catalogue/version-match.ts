import { tokenize } from '../../text/fuzzy-text.ts'
import type { Brand, Catalogue, Model, Version } from '../../world/catalogue.ts'
import { type Columns, carIndexOf, SIMILARITY } from './car-index.ts'
import { type ParsedCarText, parseCarText } from './car-text-parser.ts'
import { type Match, matchOf } from './named-match.ts'

/** What else a request says of the car. `fuel` and `bodyStyle` are names as the catalogue has them. */
export interface CarHints extends VersionHints {
  readonly brand?: Brand | undefined
  readonly model?: Model | undefined
}

export interface VersionHints {
  readonly year?: number | undefined
  readonly transmission?: Version['Transmision'] | undefined
  readonly fuel?: string | undefined
  readonly bodyStyle?: string | undefined
}

/** The version that a text tells by its words. Strict, since what it finds becomes the publication's known version (PUB-10). */
export function matchVersionText(catalogue: Catalogue, text: string, hints: CarHints): Match<Version> {
  return matchOf(narrowByHints(bestExplainedVersions(catalogue, text, hints), hints))
}

/** Versions of the given brand and model that explain every word of the text, and equally well. */
function bestExplainedVersions(catalogue: Catalogue, text: string, { brand, model }: CarHints): readonly Version[] {
  const index = carIndexOf(catalogue)
  const parsed = parseCarText(index, text)
  if (parsed === null || !parsed.isComplete) return []
  let best: readonly Version[] = []
  let most = { inName: 0, isComplete: false }
  for (const [at, version] of catalogue.versions.entries()) {
    if ((model ?? version.model) !== version.model || (brand ?? version.model.brand) !== version.model.brand) continue
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

/** How many words of the text are in the version's name; 0 when any word of the text is not explained by the car at all. */
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

/** A year that is one above the version's, fits by half; a mere beginning of a name must not pass as its typo. */
const MIN_FIT = 0.5

/** The versions that the hints leave, each hint in turn; one that none of the versions meets is passed over. */
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
 * The versions of that model year, else of the year before it, since a car may be registered the year after (PUB-11), else those
 * that are sold without a year; null when all are of other years.
 */
export function versionsOfYear(versions: readonly Version[], year: number): readonly Version[] | null {
  const found = [year, year - 1, null]
    .map((wanted) => versions.filter(({ VersionYear }) => VersionYear === wanted))
    .find(({ length }) => length > 0)
  return found ?? null
}
