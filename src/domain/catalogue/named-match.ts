import { normalizeText, tokenize, typosBetween } from '../../text/fuzzy-text.ts'
import type { Named } from '../../world/catalogue.ts'
import {
  type CatalogueReferenceForm,
  findById,
  findByUrl,
  isUrlReference,
} from '../../world/catalogue-reference.ts'

/** Result of a match: one entry, several equally good entries (best first), or none. */
export type Match<T> =
  | { readonly kind: 'one'; readonly entry: T }
  | { readonly kind: 'several'; readonly entries: readonly T[] }
  | { readonly kind: 'none' }

const NO_MATCH: Match<never> = { kind: 'none' }

/** Wraps entries as a match. */
export function matchOf<T>(entries: readonly T[]): Match<T> {
  const [entry] = entries
  if (entry === undefined) return NO_MATCH
  return entries.length === 1 ? { kind: 'one', entry } : { kind: 'several', entries }
}

/**
 * Forms of brands, fuels, body styles and currencies (COM-11, CAT-12, PUB-09). ISO 4217 codes are codenames.
 */
export const BRAND_FORMS: ReadonlySet<CatalogueReferenceForm> = new Set<CatalogueReferenceForm>([
  'id',
  'api-url',
  'api-url-path',
  'name',
  'codename',
])
export const MODEL_FORMS: ReadonlySet<CatalogueReferenceForm> = new Set<CatalogueReferenceForm>([
  ...BRAND_FORMS,
  'part-of-name',
])
export const REGION_FORMS: ReadonlySet<CatalogueReferenceForm> = new Set<CatalogueReferenceForm>([
  ...BRAND_FORMS,
  'iso',
])
export const CITY_FORMS: ReadonlySet<CatalogueReferenceForm> = new Set<CatalogueReferenceForm>([
  ...BRAND_FORMS,
  'part-of-name',
])

/**
 * Finds the entries that a text names in one of the forms (COM-11, `catalogue/best-match-scoring`): exact
 * forms first, then the same words regardless of accents, case, order or hyphens, then small typos. The first
 * stage with a result decides. A number is a name before it is an id (`catalogue/numeric-names`).
 */
export function matchNamed<T extends Named>(
  entries: readonly T[],
  text: string,
  forms: ReadonlySet<CatalogueReferenceForm>,
): Match<T> {
  if (isUrlReference(text)) {
    const addressed = findByUrl(entries, text, forms)
    return addressed === null ? NO_MATCH : { kind: 'one', entry: addressed }
  }
  const spelled = matchExactly(entries, text, forms)
  if (spelled.kind !== 'none') return spelled
  const identified = findById(entries, text, forms)
  if (identified !== null) return { kind: 'one', entry: identified }
  return matchLoosely(entries, text, forms)
}

/** True when `q` is empty, a codename or part of the name, ignoring accents and case (`catalogue/q`). */
export function matchesQuery(entry: Named, q: string): boolean {
  if (q.trim() === '') return true
  const wanted = normalizeText(q)
  if (wanted === '') return false
  if (normalizeText(entry.Nombre).includes(wanted)) return true
  const joined = wanted.replaceAll(' ', '')
  const { name, codenames } = cachedSpellings(entry)
  return [name, ...codenames].some((spelling) => spelling.joined === joined)
}

function matchExactly<T extends Named>(
  entries: readonly T[],
  text: string,
  forms: ReadonlySet<CatalogueReferenceForm>,
): Match<T> {
  const typed = text.trim()
  if (typed === '') return NO_MATCH
  const named = forms.has('name') ? entries.filter((entry) => entry.Nombre === typed) : []
  if (named.length > 0) return matchOf(named)
  return matchOf(forms.has('codename') ? entries.filter((entry) => entry.codenames.includes(typed)) : [])
}

/** One spelling of an entry: its words, also sorted and joined. */
interface Spelling {
  readonly tokens: readonly string[]
  readonly sorted: string
  readonly joined: string
}

interface Spellings {
  readonly name: Spelling
  readonly codenames: readonly Spelling[]
  readonly isoCodes: readonly Spelling[]
}

/** Spellings by entry. Entries live as long as their catalogue, so each is computed once. */
const spellingsByEntry = new WeakMap<Named, Spellings>()

function cachedSpellings(entry: Named): Spellings {
  const cached = spellingsByEntry.get(entry)
  if (cached !== undefined) return cached
  const read = {
    name: spellingOf(entry.Nombre),
    codenames: entry.codenames.map(spellingOf),
    isoCodes: isoCodesOf(entry).map(spellingOf),
  }
  spellingsByEntry.set(entry, read)
  return read
}

function spellingsOf(entry: Named, forms: ReadonlySet<CatalogueReferenceForm>): readonly Spelling[] {
  const { name, codenames, isoCodes } = cachedSpellings(entry)
  return [
    ...(forms.has('name') ? [name] : []),
    ...(forms.has('codename') ? codenames : []),
    ...(forms.has('iso') ? isoCodes : []),
  ]
}

function spellingOf(text: string): Spelling {
  const tokens = tokenize(text)
  return { tokens, sorted: tokens.toSorted().join(' '), joined: tokens.join('') }
}

/** Returns `AR-B` and `B`, the code within the country. */
function isoCodesOf(entry: Named): readonly string[] {
  if (!('Iso' in entry) || typeof entry.Iso !== 'string') return []
  return [entry.Iso, entry.Iso.slice(entry.Iso.indexOf('-') + 1)]
}

/** Returns the distance of an entry from the typed text; null when it does not match. */
type DistanceTo<T> = (entry: T) => number | null

function matchLoosely<T extends Named>(
  entries: readonly T[],
  text: string,
  forms: ReadonlySet<CatalogueReferenceForm>,
): Match<T> {
  const typed = spellingOf(text)
  if (typed.tokens.length === 0) return NO_MATCH
  const same = closestEntries(entries, (entry) => wordDistance(entry, typed, forms))
  return same.kind === 'none' ? closestEntries(entries, (entry) => typoDistance(entry, typed, forms)) : same
}

function closestEntries<T>(entries: readonly T[], distanceTo: DistanceTo<T>): Match<T> {
  let least = Number.POSITIVE_INFINITY
  let found: T[] = []
  for (const entry of entries) {
    const distance = distanceTo(entry)
    if (distance === null || distance > least) continue
    if (distance < least) found = []
    least = distance
    found.push(entry)
  }
  return matchOf(found)
}

/** Distances: 0 same letters, 1 same words, 2 some of the words, 3 prefixes of some words. */
function wordDistance(
  entry: Named,
  typed: Spelling,
  forms: ReadonlySet<CatalogueReferenceForm>,
): number | null {
  const spellings = spellingsOf(entry, forms)
  if (spellings.some((spelling) => spelling.joined === typed.joined)) return 0
  if (spellings.some((spelling) => spelling.sorted === typed.sorted)) return 1
  if (!forms.has('part-of-name')) return null
  const words = cachedSpellings(entry).name.tokens
  if (typed.tokens.every((token) => words.includes(token))) return 2
  return typed.tokens.every((token) => words.some((word) => word.startsWith(token))) ? 3 : null
}

/** Typos in part of the name rank after all typos in the whole name. */
const PARTIAL_NAME_DISTANCE = 10

function typoDistance(
  entry: Named,
  typed: Spelling,
  forms: ReadonlySet<CatalogueReferenceForm>,
): number | null {
  const whole = spellingsOf(entry, forms)
    .map(
      (spelling) =>
        typosBetween(typed.joined, spelling.joined) ?? typosInAllWords(typed.tokens, spelling.tokens),
    )
    .filter((typos) => typos !== null)
  if (whole.length > 0) return Math.min(...whole)
  const typos = forms.has('part-of-name')
    ? typosInWords(typed.tokens, cachedSpellings(entry).name.tokens)
    : null
  return typos === null ? null : PARTIAL_NAME_DISTANCE + typos
}

const typosInAllWords = (typed: readonly string[], words: readonly string[]): number | null =>
  typed.length === words.length ? typosInWords(typed, words) : null

/**
 * Counts the typos that map each typed word to a different word; null when a word has no similar one left.
 */
function typosInWords(typed: readonly string[], words: readonly string[]): number | null {
  const left = [...words]
  let sum = 0
  for (const token of typed) {
    let closest: { readonly at: number; readonly slips: number } | null = null
    for (const [at, word] of left.entries()) {
      const typos = typosBetween(token, word)
      if (typos !== null && typos < (closest?.slips ?? Number.POSITIVE_INFINITY))
        closest = { at, slips: typos }
    }
    if (closest === null) return null
    left.splice(closest.at, 1)
    sum += closest.slips
  }
  return sum
}
