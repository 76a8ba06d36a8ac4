import { tokenize } from '../../text/fuzzy-text.ts'
import { type CarIndex, similarWords } from './car-index.ts'

/** A text as the index understands it: for each of its words, how well each column of the index explains it (0 to 1). */
export interface ParsedCarText {
  readonly words: readonly ParsedWord[]
  /** Every word of the catalogue that the text was found to say, typos mended. */
  readonly matchedWords: ReadonlySet<string>
  /** False when the text was too long to be read to its end. */
  readonly isComplete: boolean
}

/** A word or, where two were written as one, half of it. */
export interface ParsedWord {
  /** By column of the index. */
  readonly fits: Float32Array
  /** Whether it also says a fact (`1.6`, `at`), so that it tells less where it stands in a name. */
  readonly isAttribute: boolean
}

/** Nobody names a car in more words; the rest of a longer text is not read. */
const MAX_WORDS = 24
/** `s 10`, `land rover`, `c r v`: as many neighbouring words may be one word written apart. */
const MAX_JOINED_WORDS = 3

/** Names write `5P` for what people call `5 puertas`. */
const DOOR_COUNT = /(?<!\d)([2-5]) ?(?:puertas|ptas|pts)(?!\p{L})/giu

/** Null for a text without words. */
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
  /** Words that it may have been meant for, when it is none itself. */
  readonly similar: ReadonlyMap<string, number>
}

const NO_SIMILAR_WORDS: ReadonlyMap<string, number> = new Map()

/** A word that is neither known nor like a known one may be two that were written as one: `golgti`. */
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
