import { editDistance } from '../../../lib/text/edit-distance.ts'
import {
  allowedTypos,
  differingLetters,
  letterBitset,
  phoneticKey,
  tokenize,
} from '../../../lib/text/fuzzy-text.ts'
import type { Catalogue, Named } from '../../world/catalogue.ts'
import { SEARCH_ATTRIBUTES, type SearchAttribute } from './search-attributes.ts'

/**
 * An inverted index of a catalogue's cars, from each word to the columns that contain it. The columns are the
 * brands, the models, the versions' names and the versions' attributes, each in the catalogue's order.
 */
export interface CarIndex {
  readonly terms: ReadonlyMap<string, Term>
  readonly columns: Columns
  /** Words without digits by phonetic key, for misspelled words. */
  readonly bySound: ReadonlyMap<string, readonly string[]>
  readonly byLength: readonly (readonly IndexedWord[])[]
}

/** A word of the index with its letter bitset. */
export interface IndexedWord {
  readonly word: string
  readonly letters: number
}

/** First column of each kind; brands start at 0. */
export interface Columns {
  readonly models: number
  readonly names: number
  readonly attributes: number
  readonly end: number
  /** By position in the catalogue: column of a model's brand, position of a version's model. */
  readonly brandOfModel: Uint32Array
  readonly modelOfVersion: Uint32Array
}

/** A searchable term. */
export interface Term {
  /** The words of a joined term (`hrv`: `hr`, `v`), or the term itself. */
  readonly parts: readonly string[]
  /** Columns with this name. */
  readonly namedColumns: number[]
  /** Attributes with this word, each with its columns. */
  readonly attributes: { readonly columns: readonly number[]; readonly fit: number }[]
}

const indexByCatalogue = new WeakMap<Catalogue, CarIndex>()

/** Returns the index of a catalogue; builds it on first use. */
export function carIndexOf(catalogue: Catalogue): CarIndex {
  const cached = indexByCatalogue.get(catalogue)
  if (cached !== undefined) return cached
  const built = buildIndex(catalogue)
  indexByCatalogue.set(catalogue, built)
  return built
}

/** Similarity of a misspelled word and a word of the catalogue; 1 is the same word. */
export const SIMILARITY = { sound: 0.92, oneSlip: 0.85, twoSlips: 0.75, beginning: 0.5 }

/**
 * Returns catalogue words that an unknown word without digits may stand for, with their similarity: words
 * that sound the same, else words within one or two typos, else words that start with it (`volks`). The last
 * kind is good enough for a search, not for recognising a version.
 */
export function similarWords(index: CarIndex, typed: string): ReadonlyMap<string, number> {
  if (/\d/.test(typed) || typed.length < 4) return new Map()
  const sameSound = index.bySound.get(phoneticKey(typed))
  if (sameSound !== undefined) return new Map(sameSound.map((word) => [word, SIMILARITY.sound]))
  const similar = new Map<string, number>()
  const letters = letterBitset(typed)
  for (let length = typed.length - 2; length <= typed.length + 2; length++) {
    const maxTypos = allowedTypos(typed.length, length)
    for (const cached of index.byLength[length] ?? []) {
      if (differingLetters(letters, cached.letters) > 2 * maxTypos) continue
      const typos = editDistance(typed, cached.word, maxTypos)
      if (typos !== null) similar.set(cached.word, typos === 1 ? SIMILARITY.oneSlip : SIMILARITY.twoSlips)
    }
  }
  if (similar.size > 0) return similar
  for (const words of index.byLength.slice(typed.length + 1)) {
    for (const { word } of words) if (word.startsWith(typed)) similar.set(word, SIMILARITY.beginning)
  }
  return similar
}

function buildIndex(catalogue: Catalogue): CarIndex {
  const terms = new Map<string, Term>()
  const columns = columnsOf(catalogue)
  for (const [at, brand] of catalogue.brands.entries()) addSpellings(terms, brand, at)
  for (const [at, model] of catalogue.models.entries()) addSpellings(terms, model, columns.models + at)
  addVersionNames(terms, catalogue, columns.names)
  for (const attribute of SEARCH_ATTRIBUTES)
    addAttribute(terms, catalogue, { attribute, from: columns.attributes })
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
    attributes: names + versions.length,
    end: names + 2 * versions.length,
    brandOfModel: Uint32Array.from(models, (model) => brandAt.get(model.brand) ?? 0),
    modelOfVersion: Uint32Array.from(versions, (version) => modelAt.get(version.model) ?? 0),
  }
}

/**
 * Adds names and codenames of brands and models, word by word and with neighbouring words joined: `hr`, `v`,
 * `hrv`.
 */
function addSpellings(terms: Map<string, Term>, entry: Named, column: number) {
  const spellings = [entry.Nombre, ...entry.codenames].map(tokenize)
  for (const term of spellings.flatMap((words) => termsOfRuns(terms, words, 4)))
    term.namedColumns.push(column)
}

/**
 * Adds version names, also with the first word joined to the model's last: `c200` is a `200` of the
 * `Clase C`.
 */
function addVersionNames(terms: Map<string, Term>, { models, versions }: Catalogue, from: number) {
  const lastWords = new Map(models.map((model) => [model, tokenize(model.Nombre).slice(-1)]))
  // The same name occurs in many years, so its terms are cached.
  const read = new Map<string, { readonly first: readonly string[]; readonly found: readonly Term[] }>()
  for (const [at, { model, Nombre }] of versions.entries()) {
    let name = read.get(Nombre)
    if (name === undefined) {
      const words = tokenize(Nombre)
      name = { first: words.slice(0, 1), found: termsOfRuns(terms, words, 2) }
      read.set(Nombre, name)
    }
    for (const term of name.found) term.namedColumns.push(from + at)
    getOrAddTerm(terms, [...(lastWords.get(model) ?? []), ...name.first]).namedColumns.push(from + at)
  }
}

function addAttribute(
  terms: Map<string, Term>,
  catalogue: Catalogue,
  { attribute, from }: { attribute: SearchAttribute; from: number },
) {
  const columnsByValue = new Map<string | number, number[]>()
  for (const [at, version] of catalogue.versions.entries()) {
    const value = attribute.valueOf(version)
    if (value === null) continue
    let columns = columnsByValue.get(value)
    if (columns === undefined) {
      columns = []
      columnsByValue.set(value, columns)
      for (const word of new Set(attribute.words(version, catalogue)))
        getOrAddTerm(terms, [word]).attributes.push({ columns, fit: attribute.fit })
    }
    columns.push(from + at)
  }
}

/** Returns the terms of every run of up to `longest` neighbouring words. */
function termsOfRuns(terms: Map<string, Term>, words: readonly string[], longest: number): readonly Term[] {
  const found = new Set<Term>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + longest); to++) {
      found.add(getOrAddTerm(terms, words.slice(from, to)))
    }
  }
  return [...found]
}

function getOrAddTerm(terms: Map<string, Term>, parts: readonly string[]): Term {
  const text = parts.length === 1 ? parts[0]! : parts.join('')
  const cached = terms.get(text)
  if (cached !== undefined) return cached
  const term = { parts, namedColumns: [], attributes: [] }
  terms.set(text, term)
  return term
}

function groupBySound(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const word of words) {
    const sound = phoneticKey(word)
    const group = groups.get(sound)
    if (group === undefined) groups.set(sound, [word])
    else group.push(word)
  }
  return groups
}

function groupByLength(words: readonly string[]): readonly (readonly IndexedWord[])[] {
  const longest = words.reduce((maxTypos, word) => Math.max(maxTypos, word.length), 0)
  const groups: IndexedWord[][] = Array.from({ length: longest + 1 }, () => [])
  for (const word of words) groups[word.length]!.push({ word, letters: letterBitset(word) })
  return groups
}
