import { normalizeText } from '../../../lib/text/fuzzy-text.ts'
import type { Named } from '../../world/catalogue.ts'
import {
  type CatalogueReferenceForm,
  findById,
  findByUrl,
  isUrlReference,
} from '../../world/catalogue-reference.ts'
import { NAME_READINGS, SURE_READINGS } from './name-readings.ts'
import { spellingOf, spellingsOfEntry } from './name-spellings.ts'

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
 * forms first, then `NAME_READINGS` regardless of accents, case and hyphens. The first reading with a result
 * decides. A number is a name before it is an id (`catalogue/numeric-names`).
 */
export const matchNamed = <T extends Named>(
  entries: readonly T[],
  text: string,
  forms: ReadonlySet<CatalogueReferenceForm>,
): Match<T> => matchBy(NAME_READINGS, entries, { text, forms })

/** Finds the entries that a text names without slips and beginnings of words, as `matchNamed` otherwise. */
export const matchSurely = <T extends Named>(
  entries: readonly T[],
  text: string,
  forms: ReadonlySet<CatalogueReferenceForm>,
): Match<T> => matchBy(SURE_READINGS, entries, { text, forms })

interface TypedName {
  readonly text: string
  readonly forms: ReadonlySet<CatalogueReferenceForm>
}

function matchBy<T extends Named>(
  readings: typeof NAME_READINGS,
  entries: readonly T[],
  { text, forms }: TypedName,
): Match<T> {
  if (isUrlReference(text)) {
    const addressed = findByUrl(entries, text, forms)
    return addressed === null ? NO_MATCH : { kind: 'one', entry: addressed }
  }
  const spelled = matchExactly(entries, text, forms)
  if (spelled.kind !== 'none') return spelled
  const identified = findById(entries, text, forms)
  if (identified !== null) return { kind: 'one', entry: identified }
  return matchLoosely(readings, entries, { text, forms })
}

/** True when `q` is empty, a codename or part of the name, ignoring accents and case (`catalogue/q`). */
export function matchesQuery(entry: Named, q: string): boolean {
  if (q.trim() === '') return true
  const wanted = normalizeText(q)
  if (wanted === '') return false
  if (normalizeText(entry.Nombre).includes(wanted)) return true
  const joined = wanted.replaceAll(' ', '')
  const { name, codenames } = spellingsOfEntry(entry)
  return [name, ...codenames].some((spelling) => spelling.joined === joined)
}

/** Returns the name of an entry as lists are sorted by it, without accents and case (`catalogue/order`). */
export const sortingNameOf = ({ Nombre }: Named): string => normalizeText(Nombre)

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

/** Finds the entries of the first reading that some entry has; within it the closest ones. */
function matchLoosely<T extends Named>(
  readings: typeof NAME_READINGS,
  entries: readonly T[],
  { text, forms }: TypedName,
): Match<T> {
  const typed = spellingOf(text)
  if (typed.tokens.length === 0) return NO_MATCH
  for (const distanceTo of readings) {
    const found = closestEntries(entries, (entry) => distanceTo(typed, entry, forms))
    if (found.kind !== 'none') return found
  }
  return NO_MATCH
}

function closestEntries<T>(entries: readonly T[], distanceTo: (entry: T) => number | null): Match<T> {
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
