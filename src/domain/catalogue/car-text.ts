import { type CarIndex, likenessesOf } from './car-index.ts'
import { tokensOf } from '../../text/fuzzy-text.ts'

/** A text as the index understands it: for each of its words, how well each column of the index explains it (0 to 1). */
export interface Reading {
  readonly words: readonly ReadWord[]
  /** Every word of the catalogue that the text was found to say, typos mended. */
  readonly said: ReadonlySet<string>
  /** False when the text was too long to be read to its end. */
  readonly isWhole: boolean
}

/** A word or, where two were written as one, half of it. */
export interface ReadWord {
  /** By column of the index. */
  readonly fits: Float32Array
  /** Whether it also says a fact (`1.6`, `at`), so that it tells less where it stands in a name. */
  readonly isFact: boolean
}

/** Nobody names a car in more words; the rest of a longer text is not read. */
const MOST_WORDS = 24
/** `s 10`, `land rover`, `c r v`: as many neighbouring words may be one word written apart. */
const MOST_GLUED = 3

/** Names write `5P` for what people call `5 puertas`. */
const DOORS = /(?<!\d)([2-5]) ?(?:puertas|ptas|pts)(?!\p{L})/giu

/** Null for a text without words. */
export function readCarText(index: CarIndex, text: string): Reading | null {
  const tokens = tokensOf(text.replace(DOORS, '$1p'))
  const typed = tokens.slice(0, MOST_WORDS).flatMap((token) => understood(index, token))
  if (typed.length === 0) return null
  const words = typed.map(({ token }) => ({
    fits: new Float32Array(index.columns.end),
    isFact: (index.terms.get(token)?.facts.length ?? 0) > 0,
  }))
  const said = new Set<string>()
  for (const [from, { token, alike }] of typed.entries()) {
    for (let to = from + 1; to <= Math.min(typed.length, from + MOST_GLUED); to++) {
      const run =
        to === from + 1
          ? token
          : typed
              .slice(from, to)
              .map((word) => word.token)
              .join('')
      note(index, run, { words: words.slice(from, to), said, likeness: 1 })
    }
    for (const [word, likeness] of alike) note(index, word, { words: [words[from]!], said, likeness })
  }
  return { words, said, isWhole: tokens.length <= MOST_WORDS }
}

interface Typed {
  readonly token: string
  /** Words that it may have been meant for, when it is none itself. */
  readonly alike: ReadonlyMap<string, number>
}

const NONE_ALIKE: ReadonlyMap<string, number> = new Map()

/** A word that is neither known nor like a known one may be two that were written as one: `golgti`. */
function understood(index: CarIndex, token: string): readonly Typed[] {
  if (index.terms.has(token)) return [{ token, alike: NONE_ALIKE }]
  const alike = likenessesOf(index, token)
  if (alike.size === 0) {
    for (let at = token.length - 2; at >= 2; at--) {
      const halves = [token.slice(0, at), token.slice(at)]
      if (halves.every((half) => index.terms.has(half)))
        return halves.map((half) => ({ token: half, alike: NONE_ALIKE }))
    }
  }
  return [{ token, alike }]
}

interface Found {
  readonly words: readonly ReadWord[]
  readonly said: Set<string>
  readonly likeness: number
}

function note(index: CarIndex, text: string, { words, said, likeness }: Found) {
  const term = index.terms.get(text)
  if (term === undefined) return
  for (const part of [text, ...term.parts]) said.add(part)
  for (const { fits } of words) {
    raise(fits, term.named, likeness)
    for (const { columns, fit } of term.facts) raise(fits, columns, fit * likeness)
  }
}

function raise(fits: Float32Array, columns: readonly number[], fit: number) {
  for (const column of columns) if (fits[column]! < fit) fits[column] = fit
}
