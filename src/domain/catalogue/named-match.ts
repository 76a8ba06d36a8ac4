import { normalizeText, tokenize, typosBetween } from '../../text/fuzzy-text.ts'
import type { Named } from '../../world/catalogue.ts'
import { type CatalogueReferenceForm, findById, findByUrl, isUrlReference } from '../../world/catalogue-reference.ts'

/** What a text names: one entry, several that it names equally well (best first), or none. */
export type Match<T> =
  | { readonly kind: 'one'; readonly entry: T }
  | { readonly kind: 'several'; readonly entries: readonly T[] }
  | { readonly kind: 'none' }

const NO_MATCH: Match<never> = { kind: 'none' }

export function matchOf<T>(entries: readonly T[]): Match<T> {
  const [entry] = entries
  if (entry === undefined) return NO_MATCH
  return entries.length === 1 ? { kind: 'one', entry } : { kind: 'several', entries }
}

/** Forms by field, as the description's tables give them (COM-11, CAT-12, PUB-09). Currencies' ISO 4217 codes are codenames. */
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
export const FUEL_FORMS = BRAND_FORMS
export const BODY_STYLE_FORMS = BRAND_FORMS
export const CURRENCY_FORMS = BRAND_FORMS
export const REGION_FORMS: ReadonlySet<CatalogueReferenceForm> = new Set<CatalogueReferenceForm>([
  ...BRAND_FORMS,
  'iso',
])
export const CITY_FORMS: ReadonlySet<CatalogueReferenceForm> = new Set<CatalogueReferenceForm>([
  ...BRAND_FORMS,
  'part-of-name',
])

/**
 * The entries that a text names in one of the forms (COM-11, assumption catalogue/best-match-scoring): exact forms first,
 * then the same words whatever their accents, case, order or hyphens, then small typos. The first way that finds
 * something decides. A number is a name before it is an id (catalogue/numeric-names).
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

/** Codename or part of the name, accents and case ignored: the `q` of the lists (catalogue/q). An empty `q` leaves all. */
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

/** One way to write an entry: its words, sorted and glued too. */
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

/** Entries live as long as their catalogue, so each is read once. */
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

/** `AR-B` is also known as `B` within its country. */
function isoCodesOf(entry: Named): readonly string[] {
  if (!('Iso' in entry) || typeof entry.Iso !== 'string') return []
  return [entry.Iso, entry.Iso.slice(entry.Iso.indexOf('-') + 1)]
}

/** How near an entry is to what was typed: the lower the nearer, null when it is something else. */
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

/** Nearest first: the same letters, the same words, some of the words, beginnings of some of them. */
function wordDistance(entry: Named, typed: Spelling, forms: ReadonlySet<CatalogueReferenceForm>): number | null {
  const spellings = spellingsOf(entry, forms)
  if (spellings.some((spelling) => spelling.joined === typed.joined)) return 0
  if (spellings.some((spelling) => spelling.sorted === typed.sorted)) return 1
  if (!forms.has('part-of-name')) return null
  const words = cachedSpellings(entry).name.tokens
  if (typed.tokens.every((token) => words.includes(token))) return 2
  return typed.tokens.every((token) => words.some((word) => word.startsWith(token))) ? 3 : null
}

/** A typo in part of the name is further away than any in the whole of it. */
const PARTIAL_NAME_DISTANCE = 10

function typoDistance(entry: Named, typed: Spelling, forms: ReadonlySet<CatalogueReferenceForm>): number | null {
  const whole = spellingsOf(entry, forms)
    .map((spelling) => typosBetween(typed.joined, spelling.joined) ?? typosInAllWords(typed.tokens, spelling.tokens))
    .filter((typos) => typos !== null)
  if (whole.length > 0) return Math.min(...whole)
  const typos = forms.has('part-of-name') ? typosInWords(typed.tokens, cachedSpellings(entry).name.tokens) : null
  return typos === null ? null : PARTIAL_NAME_DISTANCE + typos
}

const typosInAllWords = (typed: readonly string[], words: readonly string[]): number | null =>
  typed.length === words.length ? typosInWords(typed, words) : null

/** Slips that turn each typed word into a word of its own, or null when some word is like none that is left. */
function typosInWords(typed: readonly string[], words: readonly string[]): number | null {
  const left = [...words]
  let sum = 0
  for (const token of typed) {
    let closest: { readonly at: number; readonly slips: number } | null = null
    for (const [at, word] of left.entries()) {
      const typos = typosBetween(token, word)
      if (typos !== null && typos < (closest?.slips ?? Number.POSITIVE_INFINITY)) closest = { at, slips: typos }
    }
    if (closest === null) return null
    left.splice(closest.at, 1)
    sum += closest.slips
  }
  return sum
}
