import { editDistance } from '../../../lib/text/edit-distance.ts'
import { differingLetters, letterBitset, phoneticKey } from '../../../lib/text/fuzzy-text.ts'
import type { Brand, Catalogue, Model } from '../../world/catalogue.ts'
import { MATCH_RULES, ORDINARY_WORDS } from './match-rules.ts'
import { type Spelling, spellingsOfEntry } from './name-spellings.ts'

/** A run of words in a text that may be the name of a brand or a model. */
export interface NameMention {
  readonly entry: Brand | Model
  readonly brand: Brand
  readonly kind: 'exact' | 'sound' | 'slip'
  /** The words of the text, joined. */
  readonly typed: string
  /** Positions of the first word and of the word after the last. */
  readonly from: number
  readonly to: number
  /** True when the words are unlikely to mean anything else. */
  readonly isSure: boolean
}

/**
 * Finds the names of brands and models in a text. A name inside a longer name that is said exactly is left
 * out.
 */
export function nameMentions(
  catalogue: Catalogue,
  words: readonly string[],
  ordinaryWordsName: boolean,
): readonly NameMention[] {
  const index = nameIndexOf(catalogue)
  const found: NameMention[] = []
  for (let from = 0; from < words.length; from++) {
    const last = Math.min(words.length, from + MATCH_RULES.wordsInName)
    for (let to = from + 1; to <= last; to++) {
      const typed = words.slice(from, to).join('')
      const { kind, uses } = usesOf(index, typed, words.slice(from, to))
      const isOrdinary = ORDINARY_WORDS.has(typed) && !ordinaryWordsName
      const place = { kind, typed, from, to, isSure: !isOrdinary && isTellingName(kind, typed) }
      for (const { entry, brand } of uses) found.push({ entry, brand, ...place })
    }
  }
  const longer = (one: NameMention) =>
    found.some(
      ({ kind, from, to }) =>
        kind === 'exact' && from <= one.from && to >= one.to && to - from > one.to - one.from,
    )
  return found.filter((one) => !longer(one))
}

/** A spelling in the index, with its entry. */
interface NameUse {
  readonly entry: Brand | Model
  readonly brand: Brand
}

interface NameIndex {
  readonly byLetters: ReadonlyMap<string, readonly NameUse[]>
  /** Spellings without digits, grouped by length; their sounds are computed when a text needs them. */
  readonly byLength: readonly (readonly IndexedName[])[]
  bySound(): ReadonlyMap<string, readonly NameUse[]>
}

interface IndexedName {
  readonly joined: string
  readonly letters: number
  readonly use: NameUse
}

interface FoundUses {
  readonly kind: NameMention['kind']
  readonly uses: readonly NameUse[]
}

/** Returns the entries whose name has the same letters, else the same sound, else one slip. */
function usesOf(index: NameIndex, typed: string, words: readonly string[]): FoundUses {
  const exact = index.byLetters.get(typed)
  if (exact !== undefined) return { kind: 'exact', uses: exact }
  const isFuzzy =
    typed.length >= MATCH_RULES.leastLettersInText &&
    !/\d/.test(typed) &&
    words.every((word) => words.length === 1 || word.length >= MATCH_RULES.leastLettersInText)
  if (!isFuzzy) return { kind: 'slip', uses: [] }
  const sounding = index.bySound().get(phoneticKey(typed))
  if (sounding !== undefined) return { kind: 'sound', uses: sounding }
  return { kind: 'slip', uses: usesWithinOneSlip(index, typed) }
}

function usesWithinOneSlip({ byLength }: NameIndex, typed: string): readonly NameUse[] {
  const letters = letterBitset(typed)
  const max = MATCH_RULES.slipsInText
  const found: NameUse[] = []
  for (let length = typed.length - max; length <= typed.length + max; length++) {
    for (const name of byLength[length] ?? []) {
      if (differingLetters(letters, name.letters) > 2 * max) continue
      if (editDistance(typed, name.joined, max) !== null) found.push(name.use)
    }
  }
  return found
}

/** True for a name that is long enough, has a letter and no slip. */
const isTellingName = (kind: NameMention['kind'], typed: string): boolean =>
  kind !== 'slip' && (/\d/.test(typed) ? /\p{L}/u.test(typed) : typed.length > 2 || isConsonants(typed))

/** True for `vw`, which no ordinary word is. */
const isConsonants = (typed: string): boolean => typed.length === 2 && !/[aeiou]/.test(typed)

const indexByCatalogue = new WeakMap<Catalogue, NameIndex>()

/** Returns the index of the brands' and models' names; builds it on first use. */
function nameIndexOf(catalogue: Catalogue): NameIndex {
  const cached = indexByCatalogue.get(catalogue)
  if (cached !== undefined) return cached
  const built = buildNameIndex(catalogue)
  indexByCatalogue.set(catalogue, built)
  return built
}

function buildNameIndex({ brands, models }: Catalogue): NameIndex {
  const byLetters = new Map<string, NameUse[]>()
  const byLength: IndexedName[][] = []
  const uses: NameUse[] = [
    ...brands.map((brand) => ({ entry: brand, brand })),
    ...models.map((model) => ({ entry: model, brand: model.brand })),
  ]
  for (const use of uses) {
    for (const joined of new Set(spellingsOf(use.entry).map((spelling) => spelling.joined))) {
      addTo(byLetters, joined, use)
      if (joined.length < MATCH_RULES.leastLettersInText || /\d/.test(joined)) continue
      const ofLength = (byLength[joined.length] ??= [])
      ofLength.push({ joined, letters: letterBitset(joined), use })
    }
  }
  let bySound: Map<string, NameUse[]> | undefined
  return {
    byLetters,
    byLength,
    bySound: () => {
      if (bySound === undefined) {
        bySound = new Map()
        for (const { joined, use } of byLength.flatMap((names) => names ?? []))
          addTo(bySound, phoneticKey(joined), use)
      }
      return bySound
    },
  }
}

const spellingsOf = (entry: Brand | Model): readonly Spelling[] => {
  const { name, codenames } = spellingsOfEntry(entry)
  return [name, ...codenames]
}

function addTo(uses: Map<string, NameUse[]>, key: string, use: NameUse) {
  const known = uses.get(key)
  if (known === undefined) uses.set(key, [use])
  else if (!known.some(({ entry }) => entry === use.entry)) known.push(use)
}
