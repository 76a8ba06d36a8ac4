import { phoneticKey, tokenize } from '../../../lib/text/fuzzy-text.ts'
import type { Named } from '../../world/catalogue.ts'
import type { CatalogueReferenceForm } from '../../world/catalogue-reference.ts'
import { nicknamesOf } from './match-rules.ts'

/** One spelling of an entry: its words, also sorted and joined. */
export interface Spelling {
  readonly tokens: readonly string[]
  readonly sorted: string
  readonly joined: string
}

/** The spellings of an entry by the form in which a request may use them. */
export interface EntrySpellings {
  readonly name: Spelling
  /** Codenames, then nicknames. */
  readonly codenames: readonly Spelling[]
  readonly isoCodes: readonly Spelling[]
}

/** Spellings by entry. Entries live as long as their catalogue, so each is computed once. */
const spellingsByEntry = new WeakMap<Named, EntrySpellings>()

/** Returns the spellings of an entry; computes them on first use. */
export function spellingsOfEntry(entry: Named): EntrySpellings {
  const cached = spellingsByEntry.get(entry)
  if (cached !== undefined) return cached
  const read = {
    name: spellingOf(entry.Nombre),
    codenames: [...entry.codenames, ...nicknamesOf(entry)].map(spellingOf),
    isoCodes: isoCodesOf(entry).map(spellingOf),
  }
  spellingsByEntry.set(entry, read)
  return read
}

/** Returns the spellings of an entry in the given forms. */
export function spellingsInForms(
  entry: Named,
  forms: ReadonlySet<CatalogueReferenceForm>,
): readonly Spelling[] {
  const { name, codenames, isoCodes } = spellingsOfEntry(entry)
  return [
    ...(forms.has('name') ? [name] : []),
    ...(forms.has('codename') ? codenames : []),
    ...(forms.has('iso') ? isoCodes : []),
  ]
}

/** Splits a text into the words of a spelling. A point before three digits groups thousands: `2.008`. */
export function spellingOf(text: string): Spelling {
  const tokens = tokenize(text).map((token) => token.replace(/\.(?=\d{3}$)/, ''))
  return { tokens, sorted: tokens.toSorted().join(' '), joined: tokens.join('') }
}

const soundBySpelling = new WeakMap<Spelling, string>()

/** Returns the sound of a spelling, its words joined. */
export function soundOf(spelling: Spelling): string {
  let sound = soundBySpelling.get(spelling)
  if (sound === undefined) {
    sound = phoneticKey(spelling.joined)
    soundBySpelling.set(spelling, sound)
  }
  return sound
}

/** Returns `AR-B` and `B`, the code within the country. */
function isoCodesOf(entry: Named): readonly string[] {
  if (!('Iso' in entry) || typeof entry.Iso !== 'string') return []
  return [entry.Iso, entry.Iso.slice(entry.Iso.indexOf('-') + 1)]
}
