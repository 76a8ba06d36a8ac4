/**
 * Returns a function that replaces texts of at least two characters, of those that begin at one place the
 * longest. It is one pass, whose time grows little with their number: a pattern of thousands of
 * alternatives tries each at every place, and beyond a size there is no such pattern.
 */
export const textReplacer = (replacements: ReadonlyMap<string, string>): ((text: string) => string) => {
  const known = [...replacements.keys()].filter((one) => one.length >= 2).sort()
  if (known.length === 0) return (text) => text
  const starts = new Uint8Array(START_HASHES)
  for (const one of known) starts[startHash(one.charCodeAt(0), one.charCodeAt(1))] = 1
  const prefixes = prefixesAmong(known)
  return (text) => {
    let replaced = ''
    let cut = 0
    let code = text.charCodeAt(0)
    for (let at = 0; at + 1 < text.length; at++) {
      const following = text.charCodeAt(at + 1)
      const found =
        starts[startHash(code, following)] === 1 ? longestAt(known, prefixes, text, at) : undefined
      code = following
      if (found === undefined) continue
      replaced += text.slice(cut, at) + (replacements.get(found) ?? '')
      cut = at + found.length
      at = cut - 1
      code = text.charCodeAt(cut)
    }
    return cut === 0 ? text : replaced + text.slice(cut)
  }
}

/** Longer texts are known by pieces, since every place of a text may begin like a known one. */
const MAX_PIECE_LENGTH = 500

/** Splits a text into equal pieces of at most 500 characters. */
export const piecesOf = (text: string): string[] => {
  const count = Math.ceil(text.length / MAX_PIECE_LENGTH)
  const length = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, i) => text.slice(i * length, (i + 1) * length))
}

const START_HASHES = 0x10000

const startHash = (first: number, second: number): number => (first * 257 + second) & (START_HASHES - 1)

/** Returns for each of the sorted texts the place of the longest other one that it begins with; -1: none. */
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
 * Finds the longest of the sorted texts that stands at a place. The last one that is not after what stands there
 * shares more letters with it than all others, so the one that is looked for is this or a prefix of it.
 */
const longestAt = (
  known: readonly string[],
  prefixes: readonly number[],
  text: string,
  at: number,
): string | undefined => {
  let [low, high] = [0, known.length]
  // What both bounds share with the text all between them share too.
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
