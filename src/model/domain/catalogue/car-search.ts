import { tokenize } from '../../../lib/text/fuzzy-text.ts'
import type { Brand, Catalogue, Model, Named, Version } from '../../world/catalogue.ts'
import { type Columns, carIndexOf } from './car-index.ts'
import { type ParsedCarText, type ParsedWord, parseCarText } from './car-text-parser.ts'

/** Best match of a free text. A member is null when several entries match equally well. */
export interface CarSearchResult {
  readonly brand: Brand | null
  readonly model: Model | null
  readonly version: Version | null
  /** Matching versions, best first, at most 20. */
  readonly candidates: readonly Version[]
}

const NO_RESULT: CarSearchResult = { brand: null, model: null, version: null, candidates: [] }
const MAX_SEARCH_CANDIDATES = 20

/** Score of a word by what it matches: a name weighs more than an attribute that hundreds of cars share. */
const WEIGHTS = { brand: 4.2, model: 4, name: 2.5, attributeInName: 1.2, attribute: 1 }
/**
 * Extra score of a version's word that also matches its model: `320i` names the Serie 3 and one of its
 * versions.
 */
const REPEATED_NAME_BONUS = 0.1
/**
 * Penalty when half of a model's name or more is missing. It exceeds the score of a version's word:
 * `sandero privilege` is a Sandero, even if only the Sandero Stepway had a Privilege.
 */
const PARTIAL_MODEL_PENALTY = 3
const PARTIAL_BRAND_PENALTY = 0.5
/** Names precede codenames, by less than any other difference. */
const CODENAME_PENALTY = 0.02
/** Scores are sums of 32-bit floats, so sums within this difference are equal. */
const SCORE_TOLERANCE = 1e-4

/**
 * Finds the car that a free text names (PUB-10, `catalogue/best-match-scoring`), scoring each word by its
 * best match.
 */
export function searchCars(catalogue: Catalogue, text: string): CarSearchResult {
  const index = carIndexOf(catalogue)
  const parsed = parseCarText(index, text)
  if (parsed === null) return NO_RESULT
  const scores = computeScores(catalogue, index.columns, parsed)
  const models = topScored(catalogue.models, scores.models, scores.best)
  const versions = topScored(catalogue.versions, scores.versions, scores.best)
  const [model] = models
  if (model === undefined) return NO_RESULT
  const isCarNamed = namesCar(catalogue, index.columns, parsed, model)
  return {
    brand: models.every(({ brand }) => brand === model.brand) ? model.brand : null,
    model: isCarNamed && models.length === 1 ? model : null,
    version: isCarNamed ? singleVersion(versions, parsed) : null,
    candidates: rankCandidates(catalogue, parsed, scores),
  }
}

/** Returns the single best version; of several, the one whose whole name is in the text. */
function singleVersion(versions: readonly Version[], { matchedWords }: ParsedCarText): Version | null {
  const named =
    versions.length === 1
      ? versions
      : versions.filter(({ Nombre }) => tokenize(Nombre).every((word) => matchedWords.has(word)))
  return named.length === 1 ? named[0]! : null
}

const topScored = <T>(entries: readonly T[], scores: Float32Array, best: number): readonly T[] =>
  best > 0 ? entries.filter((_, at) => scores[at]! > best - SCORE_TOLERANCE) : []

interface Scores {
  readonly best: number
  /**
   * By position in the catalogue. A model scores at least as much as its best version; 0 when no name
   * matches.
   */
  readonly models: Float32Array
  readonly versions: Float32Array
}

function computeScores(catalogue: Catalogue, columns: Columns, parsed: ParsedCarText): Scores {
  const models = new Float32Array(catalogue.models.length)
  const versions = new Float32Array(catalogue.versions.length)
  const isNamed = new Uint8Array(versions.length)
  for (const word of parsed.words) addWordScore(columns, word, { models, versions, isNamed })
  const penalty = Float32Array.from(catalogue.models, (model) => partialNamePenalty(model, parsed))
  for (let at = 0; at < models.length; at++) models[at] = Math.max(0, models[at]! - penalty[at]!)
  for (let at = 0; at < versions.length; at++) {
    const model = columns.modelOfVersion[at]!
    versions[at] = isNamed[at] === 1 ? versions[at]! - penalty[model]! : 0
    if (versions[at]! > models[model]!) models[model] = versions[at]!
  }
  return { best: models.reduce((most, score) => Math.max(most, score), 0), models, versions }
}

interface ScoreSums {
  readonly models: Float32Array
  readonly versions: Float32Array
  readonly isNamed: Uint8Array
}

/**
 * Adds the score of one word to each model and version: the best of its matches with names and attributes.
 */
function addWordScore(
  { brandOfModel, modelOfVersion, ...columns }: Columns,
  { fits, isAttribute }: ParsedWord,
  sums: ScoreSums,
) {
  const nameWeight = isAttribute ? WEIGHTS.attributeInName : WEIGHTS.name
  const ofModel = new Float32Array(sums.models.length)
  for (let at = 0; at < ofModel.length; at++) {
    ofModel[at] = Math.max(
      fits[brandOfModel[at]!]! * WEIGHTS.brand,
      fits[columns.models + at]! * WEIGHTS.model,
    )
    sums.models[at]! += ofModel[at]!
  }
  for (let at = 0; at < sums.versions.length; at++) {
    const inName = fits[columns.names + at]! * nameWeight
    const byName = Math.max(ofModel[modelOfVersion[at]!]!, inName)
    if (byName > 0) sums.isNamed[at] = 1
    const bonus = inName > 0 && byName > inName ? REPEATED_NAME_BONUS : 0
    sums.versions[at]! += Math.max(byName, fits[columns.attributes + at]! * WEIGHTS.attribute) + bonus
  }
}

/** True when the text names the model or one of its versions, not only the brand. */
function namesCar(catalogue: Catalogue, columns: Columns, { words }: ParsedCarText, model: Model): boolean {
  const at = catalogue.models.indexOf(model)
  if (words.some(({ fits }) => fits[columns.models + at]! > 0)) return true
  const isVersionSaid = (fits: Float32Array) =>
    columns.modelOfVersion.some((own, version) => own === at && fits[columns.names + version]! > 0)
  return words.some(({ fits }) => isVersionSaid(fits))
}

/** Returns the penalty of a model for missing words of its name and its brand's name. */
const partialNamePenalty = (model: Model, { matchedWords }: ParsedCarText): number =>
  PARTIAL_BRAND_PENALTY * missingWordShare(model.brand, matchedWords) +
  PARTIAL_MODEL_PENALTY * Math.min(1, 2 * missingWordShare(model, matchedWords))

/** Returns the share of missing words of the best spelling; 0 when no word of the entry matches. */
function missingWordShare(entry: Named, matchedWords: ReadonlySet<string>): number {
  let least = 1
  for (const [at, spelling] of spellingsOf(entry).entries()) {
    let penalty = 0
    for (const word of spelling) if (!matchedWords.has(word)) penalty++
    if (penalty < spelling.length)
      least = Math.min(least, penalty / spelling.length + (at === 0 ? 0 : CODENAME_PENALTY))
  }
  return least === 1 ? 0 : least
}

const spellingsByEntry = new WeakMap<Named, readonly (readonly string[])[]>()

function spellingsOf(entry: Named): readonly (readonly string[])[] {
  let known = spellingsByEntry.get(entry)
  if (known === undefined) {
    known = [entry.Nombre, ...entry.codenames].map(tokenize)
    spellingsByEntry.set(entry, known)
  }
  return known
}

/** Ranks versions by score, then by completeness of the name, then by availability. */
function rankCandidates(
  catalogue: Catalogue,
  { matchedWords }: ParsedCarText,
  scores: Scores,
): readonly Version[] {
  const named: { readonly version: Version; readonly score: number }[] = []
  for (const [at, score] of scores.versions.entries()) {
    if (score > 0) named.push({ version: catalogue.versions[at]!, score })
  }
  named.sort((a, b) => b.score - a.score)
  const least = (named[MAX_SEARCH_CANDIDATES - 1]?.score ?? 0) - SCORE_TOLERANCE
  return named
    .filter(({ score }) => score >= least)
    .map((found) => ({ ...found, unsaid: missingWordShare(found.version, matchedWords) }))
    .toSorted((a, b) =>
      Math.abs(b.score - a.score) > SCORE_TOLERANCE
        ? b.score - a.score
        : a.unsaid - b.unsaid || byAvailability(a.version, b.version),
    )
    .slice(0, MAX_SEARCH_CANDIDATES)
    .map(({ version }) => version)
}

/** Sorts versions that are sold new first, then by newest year, then by lowest id. */
export const byAvailability = (a: Version, b: Version): number =>
  Number(b.ActualmenteDisponible) - Number(a.ActualmenteDisponible) ||
  (b.VersionYear ?? 0) - (a.VersionYear ?? 0) ||
  a.id - b.id
