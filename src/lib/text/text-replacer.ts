/**
 * Returns a function that replaces texts of at least two characters, at each position the longest. It is one
 * pass, whose time grows little with their number: a pattern of thousands of alternatives tries each at every
 * position, and is limited in size.
 */
export const textReplacer = (replacements: ReadonlyMap<string, string>): ((text: string) => string) => {
  const findFrom = textFinder(replacements.keys())
  return (text) => {
    let replaced = ''
    let cut = 0
    for (let found = findFrom(text, 0); found !== undefined; found = findFrom(text, cut)) {
      replaced += text.slice(cut, found.at) + (replacements.get(found.known) ?? '')
      cut = found.at + found.known.length
    }
    return cut === 0 ? text : replaced + text.slice(cut)
  }
}

/** One of the known texts, and its position in another one. */
export interface FoundText {
  readonly known: string
  readonly at: number
}

/**
 * Returns a function that finds the first of some texts of at least two characters in another one, from a
 * position on, and at that position the longest. Its time grows little with their number.
 */
export const textFinder = (
  texts: Iterable<string>,
): ((text: string, from?: number) => FoundText | undefined) => {
  const known = [...texts].filter((one) => one.length >= 2).sort()
  if (known.length === 0) return () => undefined
  const width = known.reduce((least, { length }) => Math.min(least, length), MAX_START)
  const starts = new Uint8Array(START_HASHES)
  for (const one of known) starts[startHash(one, 0, width)] = 1
  const prefixes = prefixesAmong(known)
  const areFew = known.length <= FEW
  return (text, from = 0) => {
    // Most texts hold none: the engine searches for each of a few ten times as fast as one pass finds all.
    // Only once for a text, whose length would be squared otherwise.
    if (areFew && from === 0 && !known.some((one) => text.includes(one))) return undefined
    for (let at = from; at + width <= text.length; at++) {
      if (starts[startHash(text, at, width)] !== 1) continue
      const found = longestAt(known, prefixes, text, at)
      if (found !== undefined) return { known: found, at }
    }
    return undefined
  }
}

const FEW = 32

/** Longer texts are split into pieces, because every position of a text may begin like a known one. */
const MAX_PIECE_LENGTH = 500

/** Splits a text into equal pieces of at most 500 characters. */
export const piecesOf = (text: string): string[] => {
  const count = Math.ceil(text.length / MAX_PIECE_LENGTH)
  const length = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, i) => text.slice(i * length, (i + 1) * length))
}

/** Maximum number of characters that are compared to see that no known text begins at a position. */
const MAX_START = 4
const START_HASHES = 0x40000

const startHash = (text: string, at: number, width: number): number => {
  let hash = 0
  for (let n = at; n < at + width; n++) hash = hash * 257 + text.charCodeAt(n)
  return hash & (START_HASHES - 1)
}

/** Returns for each of the sorted texts the index of the longest other one that it begins with; -1: none. */
const prefixesAmong = (known: readonly string[]): readonly number[] => {
  const prefixes: number[] = []
  known.forEach((one, i) => {
    let before = i - 1
    while (before >= 0 && !one.startsWith(known[before] ?? '')) before = prefixes[before] ?? -1
    prefixes.push(before)
  })
  return prefixes
}

/**
 * Finds the longest of the sorted texts at a position. The last one that is not after the text there shares
 * more letters with it than all others, so the result is this one or a prefix of it.
 */
const longestAt = (
  known: readonly string[],
  prefixes: readonly number[],
  text: string,
  at: number,
): string | undefined => {
  let [low, high] = [0, known.length]
  // All texts between the bounds share the letters that both bounds share with the text.
  let [lowShared, highShared] = [0, 0]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = known[middle] ?? ''
    let shared = Math.min(lowShared, highShared)
    while (shared < one.length && one.charCodeAt(shared) === text.charCodeAt(at + shared)) shared++
    // Beyond the end of the text there is no code, and no text is before it.
    if (shared === one.length || one.charCodeAt(shared) < text.charCodeAt(at + shared)) {
      low = middle + 1
      lowShared = shared
    } else {
      high = middle
      highShared = shared
    }
  }
  let place = low - 1
  while (place >= 0 && (known[place] ?? '').length > lowShared) place = prefixes[place] ?? -1
  return known[place]
}
