import { tokenize } from '../../../lib/text/fuzzy-text.ts'
import { type CarIndex, similarWords } from './car-index.ts'

/** A text matched against the index: for each word, how well each column matches it (0 to 1). */
export interface ParsedCarText {
  readonly words: readonly ParsedWord[]
  /** Words of the catalogue that the text contains, with typos corrected. */
  readonly matchedWords: ReadonlySet<string>
  /** False when the text was too long and its end was ignored. */
  readonly isComplete: boolean
}

/** A word, or one half of two words that were written as one. */
export interface ParsedWord {
  /** How well each column of the index matches the word. */
  readonly fits: Float32Array
  /** True when the word also stands for an attribute (`1.6`, `at`), so that it counts less in a name. */
  readonly isAttribute: boolean
}

/** The rest of a longer text is ignored. */
const MAX_WORDS = 24
/** Maximum number of neighbouring words that may form one word: `s 10`, `land rover`, `c r v`. */
const MAX_JOINED_WORDS = 3

/** Catalogue names contain `5P` where people write `5 puertas`. */
const DOOR_COUNT = /(?<!\d)([2-5]) ?(?:puertas|ptas|pts)(?!\p{L})/giu

/** Matches a text against the index; null for a text without words. */
export function parseCarText(index: CarIndex, text: string): ParsedCarText | null {
  const tokens = tokenize(text.replace(DOOR_COUNT, '$1p'))
  const interpreted = tokens.slice(0, MAX_WORDS).flatMap((token) => interpretToken(index, token))
  if (interpreted.length === 0) return null
  const words = interpreted.map(({ token }) => ({
    fits: new Float32Array(index.columns.end),
    isAttribute: (index.terms.get(token)?.attributes.length ?? 0) > 0,
  }))
  const matchedWords = new Set<string>()
  for (const [from, { token, similar }] of interpreted.entries()) {
    for (let to = from + 1; to <= Math.min(interpreted.length, from + MAX_JOINED_WORDS); to++) {
      const run =
        to === from + 1
          ? token
          : interpreted
              .slice(from, to)
              .map((word) => word.token)
              .join('')
      applyTerm(index, run, { words: words.slice(from, to), matchedWords, similarity: 1 })
    }
    for (const [word, similarity] of similar)
      applyTerm(index, word, { words: [words[from]!], matchedWords, similarity })
  }
  return { words, matchedWords, isComplete: tokens.length <= MAX_WORDS }
}

interface TypedToken {
  readonly token: string
  /** Catalogue words that an unknown token may stand for, with their similarity. */
  readonly similar: ReadonlyMap<string, number>
}

const NO_SIMILAR_WORDS: ReadonlyMap<string, number> = new Map()

/** Looks up a token, its similar words, or two words that were written as one: `golgti`. */
function interpretToken(index: CarIndex, token: string): readonly TypedToken[] {
  if (index.terms.has(token)) return [{ token, similar: NO_SIMILAR_WORDS }]
  const similar = similarWords(index, token)
  if (similar.size === 0) {
    for (let at = token.length - 2; at >= 2; at--) {
      const halves = [token.slice(0, at), token.slice(at)]
      if (halves.every((half) => index.terms.has(half)))
        return halves.map((half) => ({ token: half, similar: NO_SIMILAR_WORDS }))
    }
  }
  return [{ token, similar }]
}

interface TermMatch {
  readonly words: readonly ParsedWord[]
  readonly matchedWords: Set<string>
  readonly similarity: number
}

function applyTerm(index: CarIndex, text: string, { words, matchedWords, similarity }: TermMatch) {
  const term = index.terms.get(text)
  if (term === undefined) return
  for (const part of [text, ...term.parts]) matchedWords.add(part)
  for (const { fits } of words) {
    raiseFit(fits, term.namedColumns, similarity)
    for (const { columns, fit } of term.attributes) raiseFit(fits, columns, fit * similarity)
  }
}

function raiseFit(fits: Float32Array, columns: readonly number[], fit: number) {
  for (const column of columns) if (fits[column]! < fit) fits[column] = fit
}
