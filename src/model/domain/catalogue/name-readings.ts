import { editDistance } from '../../../lib/text/edit-distance.ts'
import { typosBetween } from '../../../lib/text/fuzzy-text.ts'
import type { Named } from '../../world/catalogue.ts'
import type { CatalogueReferenceForm } from '../../world/catalogue-reference.ts'
import { MATCH_RULES } from './match-rules.ts'
import { type Spelling, soundOf, spellingsInForms, spellingsOfEntry } from './name-spellings.ts'

/**
 * Returns how far an entry is from a typed text in one way of reading it; null when it is no such reading.
 */
type NameReading = (
  typed: Spelling,
  entry: Named,
  forms: ReadonlySet<CatalogueReferenceForm>,
) => number | null

/** Reads the typed text as one whole spelling of the entry. */
const asWhole =
  (distance: (typed: Spelling, spelling: Spelling) => number | null): NameReading =>
  (typed, entry, forms) => {
    let least: number | null = null
    for (const spelling of spellingsInForms(entry, forms)) {
      const found = distance(typed, spelling)
      if (found !== null && (least === null || found < least)) least = found
    }
    return least
  }

/** Reads the typed text as a part of the entry's name, where the field takes one. */
const asPart =
  (distance: (typed: Spelling, name: Spelling) => number | null): NameReading =>
  (typed, entry, forms) =>
    forms.has('part-of-name') ? distance(typed, spellingsOfEntry(entry).name) : null

const zeroIf = (isMet: boolean): number | null => (isMet ? 0 : null)

const isSameSound = (typed: Spelling, spelling: Spelling): boolean =>
  typed.joined.length >= MATCH_RULES.leastLettersOfSound && soundOf(typed) === soundOf(spelling)

/**
 * Counts the slips between whole spellings: of letters, else one slip of sounds, which ranks after it. Of
 * equal slips another first sound is less likely: `daster` is a Duster, not a Master.
 */
function slipsOfWhole(typed: Spelling, spelling: Spelling): number | null {
  const slips = typosBetween(typed.joined, spelling.joined) ?? typosInAllWords(typed.tokens, spelling.tokens)
  if (slips !== null)
    return soundOf(typed)[0] === soundOf(spelling)[0] ? slips : slips + MATCH_RULES.otherFirstSound
  const [a, b] = [typed.joined, spelling.joined]
  if (Math.min(a.length, b.length) < MATCH_RULES.leastLettersOfSoundSlip || /\d/.test(a + b)) return null
  return editDistance(soundOf(typed), soundOf(spelling), 1) === null ? null : MATCH_RULES.soundSlip
}

/** True when only the last letter of the spelling is missing: `k` for `Ka`, `fia` for `Fiat`. */
const lacksLastLetter = (typed: Spelling, { joined }: Spelling): boolean =>
  joined.length === typed.joined.length + 1 && joined.startsWith(typed.joined) && /\p{L}$/u.test(joined)

/** True when each word is the name's word in its place or its beginning, one of them whole: `M. Benz`. */
const abbreviates = ({ tokens }: Spelling, name: Spelling): boolean =>
  tokens.length > 1 &&
  tokens.length === name.tokens.length &&
  tokens.every((token, at) => name.tokens[at]?.startsWith(token)) &&
  tokens.some((token, at) => name.tokens[at] === token)

const hasWords = ({ tokens }: Spelling, name: Spelling): boolean =>
  tokens.every((token) => name.tokens.includes(token))

const beginsWords = ({ tokens }: Spelling, name: Spelling): boolean =>
  tokens.every((token) => name.tokens.some((word) => word.startsWith(token)))

/** Reads the typed text as the beginning of a codename with a digit: `320` for `320i`. */
const beginsCodename: NameReading = (typed, entry, forms) =>
  zeroIf(
    forms.has('part-of-name') &&
      typed.joined.length >= MATCH_RULES.leastBeginningOfCodename &&
      spellingsOfEntry(entry).codenames.some(({ joined }) => joined.startsWith(typed.joined)),
  )

/** Counts the characters of a name that a last letter or a beginning leaves out. */
const restOf = (typed: Spelling, name: Spelling): number => name.joined.length - typed.joined.length

/**
 * The ways to read a typed text as a name, surest first (`catalogue/best-match-scoring`): same letters, same
 * words, words of the name, same sound, a missing last letter, abbreviated words, slips in the whole name,
 * beginnings of words, beginnings of codenames, slips in words of the name.
 */
export const NAME_READINGS: readonly NameReading[] = [
  asWhole((typed, spelling) => zeroIf(typed.joined === spelling.joined)),
  asWhole((typed, spelling) => zeroIf(typed.sorted === spelling.sorted)),
  asPart((typed, name) => zeroIf(hasWords(typed, name))),
  asWhole((typed, spelling) => zeroIf(isSameSound(typed, spelling))),
  (typed, entry, forms) =>
    typed.joined.length < (forms.has('part-of-name') ? 1 : MATCH_RULES.leastLettersWithoutLast)
      ? null
      : asWhole((one, spelling) => zeroIf(lacksLastLetter(one, spelling)))(typed, entry, forms),
  asWhole((typed, spelling) => (abbreviates(typed, spelling) ? restOf(typed, spelling) : null)),
  asWhole(slipsOfWhole),
  asPart((typed, name) => zeroIf(beginsWords(typed, name))),
  beginsCodename,
  asPart((typed, name) => typosInWords(typed.tokens, name.tokens)),
]

/** The readings without slips and incomplete words: same letters, words, words of the name, sound. */
export const SURE_READINGS: readonly NameReading[] = NAME_READINGS.slice(0, 4)

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
