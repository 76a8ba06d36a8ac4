import type { Catalogue, Named } from '../../world/catalogue.ts'
import { editsBetween, letterSetOf, lettersApart, slipsAllowed, soundOf, tokensOf } from '../../text/fuzzy-text.ts'
import { FACTS, type Fact } from './version-terms.ts'

/**
 * An inverted index of a catalogue's cars, made when first asked for: from each word to the places that have it. A place is
 * a column: first the brands, then the models, the versions' names, the versions' facts, each in the catalogue's order.
 */
export interface CarIndex {
  readonly terms: ReadonlyMap<string, Term>
  readonly columns: Columns
  /** Words without digits, for misspelled ones to be compared with. */
  readonly bySound: ReadonlyMap<string, readonly string[]>
  readonly byLength: readonly (readonly KnownWord[])[]
}

export interface KnownWord {
  readonly word: string
  readonly letters: number
}

export interface Columns {
  readonly models: number
  readonly names: number
  readonly facts: number
  readonly end: number
  /** By position in the catalogue: the column of a model's brand, the position of a version's model. */
  readonly brandOfModel: Uint32Array
  readonly modelOfVersion: Uint32Array
}

export interface Term {
  /** The words that a glued term stands for (`hrv`: `hr`, `v`), or itself. */
  readonly parts: readonly string[]
  /** Columns that are named so. */
  readonly named: number[]
  /** Facts that are called so, each with its columns. */
  readonly facts: { readonly columns: readonly number[]; readonly fit: number }[]
}

const indexes = new WeakMap<Catalogue, CarIndex>()

export function carIndexOf(catalogue: Catalogue): CarIndex {
  const known = indexes.get(catalogue)
  if (known !== undefined) return known
  const built = buildIndex(catalogue)
  indexes.set(catalogue, built)
  return built
}

/** How alike a misspelled word and a word of the catalogue are; 1 is the same. */
export const LIKENESS = { sound: 0.92, oneSlip: 0.85, twoSlips: 0.75, beginning: 0.5 }

/**
 * Words of the catalogue that an unknown word without digits may have been meant for, by likeness: those that sound the same, else
 * those that a slip or two make of it, else those that it begins (`volks`), which is good enough to search, not to tell
 * that a version is known.
 */
export function likenessesOf(index: CarIndex, typed: string): ReadonlyMap<string, number> {
  if (/\d/.test(typed) || typed.length < 4) return new Map()
  const sounding = index.bySound.get(soundOf(typed))
  if (sounding !== undefined) return new Map(sounding.map((word) => [word, LIKENESS.sound]))
  const alike = new Map<string, number>()
  const letters = letterSetOf(typed)
  for (let length = typed.length - 2; length <= typed.length + 2; length++) {
    const most = slipsAllowed(typed.length, length)
    for (const known of index.byLength[length] ?? []) {
      if (lettersApart(letters, known.letters) > 2 * most) continue
      const slips = editsBetween(typed, known.word, most)
      if (slips !== null) alike.set(known.word, slips === 1 ? LIKENESS.oneSlip : LIKENESS.twoSlips)
    }
  }
  if (alike.size > 0) return alike
  for (const words of index.byLength.slice(typed.length + 1)) {
    for (const { word } of words) if (word.startsWith(typed)) alike.set(word, LIKENESS.beginning)
  }
  return alike
}

function buildIndex(catalogue: Catalogue): CarIndex {
  const terms = new Map<string, Term>()
  const columns = columnsOf(catalogue)
  for (const [at, brand] of catalogue.brands.entries()) addSpellings(terms, brand, at)
  for (const [at, model] of catalogue.models.entries()) addSpellings(terms, model, columns.models + at)
  addVersionNames(terms, catalogue, columns.names)
  for (const fact of FACTS) addFact(terms, catalogue, { fact, from: columns.facts })
  const words = [...terms.keys()].filter((text) => text.length > 3 && !/\d/.test(text))
  return { terms, columns, bySound: groupBySound(words), byLength: groupByLength(words) }
}

function columnsOf({ brands, models, versions }: Catalogue): Columns {
  const brandAt = new Map(brands.map((brand, at) => [brand, at]))
  const modelAt = new Map(models.map((model, at) => [model, at]))
  const names = brands.length + models.length
  return {
    models: brands.length,
    names,
    facts: names + versions.length,
    end: names + 2 * versions.length,
    brandOfModel: Uint32Array.from(models, (model) => brandAt.get(model.brand) ?? 0),
    modelOfVersion: Uint32Array.from(versions, (version) => modelAt.get(version.model) ?? 0),
  }
}

/** Names and codenames of brands and models, word by word and with neighbouring words glued: `hr`, `v`, `hrv`. */
function addSpellings(terms: Map<string, Term>, entry: Named, column: number) {
  const spellings = [entry.Nombre, ...entry.codenames].map(tokensOf)
  for (const term of spellings.flatMap((words) => runsOf(terms, words, 4))) term.named.push(column)
}

/** A version is also named by its first word glued to its model's last: `c200` is a `200` of the `Clase C`. */
function addVersionNames(terms: Map<string, Term>, { models, versions }: Catalogue, from: number) {
  const lastWords = new Map(models.map((model) => [model, tokensOf(model.Nombre).slice(-1)]))
  // One name returns year after year, so it is read once.
  const read = new Map<string, { readonly first: readonly string[]; readonly found: readonly Term[] }>()
  for (const [at, { model, Nombre }] of versions.entries()) {
    let name = read.get(Nombre)
    if (name === undefined) {
      const words = tokensOf(Nombre)
      name = { first: words.slice(0, 1), found: runsOf(terms, words, 2) }
      read.set(Nombre, name)
    }
    for (const term of name.found) term.named.push(from + at)
    termOf(terms, [...(lastWords.get(model) ?? []), ...name.first]).named.push(from + at)
  }
}

function addFact(terms: Map<string, Term>, catalogue: Catalogue, { fact, from }: { fact: Fact; from: number }) {
  const columnsByValue = new Map<string | number, number[]>()
  for (const [at, version] of catalogue.versions.entries()) {
    const value = fact.of(version)
    if (value === null) continue
    let columns = columnsByValue.get(value)
    if (columns === undefined) {
      columns = []
      columnsByValue.set(value, columns)
      for (const word of new Set(fact.words(version, catalogue)))
        termOf(terms, [word]).facts.push({ columns, fit: fact.fit })
    }
    columns.push(from + at)
  }
}

/** The terms of every run of up to `longest` neighbouring words. */
function runsOf(terms: Map<string, Term>, words: readonly string[], longest: number): readonly Term[] {
  const found = new Set<Term>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + longest); to++) {
      found.add(termOf(terms, words.slice(from, to)))
    }
  }
  return [...found]
}

function termOf(terms: Map<string, Term>, parts: readonly string[]): Term {
  const text = parts.length === 1 ? parts[0]! : parts.join('')
  const known = terms.get(text)
  if (known !== undefined) return known
  const term = { parts, named: [], facts: [] }
  terms.set(text, term)
  return term
}

function groupBySound(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const word of words) {
    const sound = soundOf(word)
    const group = groups.get(sound)
    if (group === undefined) groups.set(sound, [word])
    else group.push(word)
  }
  return groups
}

function groupByLength(words: readonly string[]): readonly (readonly KnownWord[])[] {
  const longest = words.reduce((most, word) => Math.max(most, word.length), 0)
  const groups: KnownWord[][] = Array.from({ length: longest + 1 }, () => [])
  for (const word of words) groups[word.length]!.push({ word, letters: letterSetOf(word) })
  return groups
}
