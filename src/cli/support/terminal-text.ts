import { stripVTControlCharacters } from 'node:util'
import { type Paint, painterFor, unpainted } from '../../lib/text/terminal-style.ts'

/**
 * Returns whether a stream shows colours: a terminal does, unless NO_COLOR is set; FORCE_COLOR overrides
 * both.
 */
export const isColoured = ({ isTTY }: { readonly isTTY?: boolean }): boolean => {
  const forced = process.env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return isTTY === true && !process.env['NO_COLOR']
}

/** Returns a painter for standard output. */
export const painter = (): Paint => painterFor(isColoured(process.stdout))

/**
 * Replaces control characters and line breaks, so that received text can neither move the cursor nor start a
 * line.
 */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are replaced.
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?')

const oneLineOfTabs = (line: string): string => oneLine(line.replaceAll('\t', '  '))

/** Replaces control characters in a text of several lines. */
export const withoutControls = (text: string): string => text.split('\n').map(oneLineOfTabs).join('\n')

/** Writes a report that is made with a painter; without colours its lines hold no control characters. */
export const writePainted = (stream: NodeJS.WriteStream, render: (paint: Paint) => string): void => {
  if (isColoured(stream)) stream.write(render(painter()))
  else stream.write(withoutControls(render(unpainted)))
}

/** Splits a received text into lines that are safe to print. */
export const lines = (text: string): string[] => text.split(/\r\n|\r|\n/).map(oneLineOfTabs)

const MAX_ERROR_LINES = 60
const MAX_ERROR_LENGTH = 1_200
/** Kept of the end of a long line, which says what was expected. */
const END_LENGTH = 200

/** Splits the text of an error as `lines` does, and shortens what a hostile file makes long. */
export const boundedLines = (text: string): string[] => {
  const all = text.split(/\r\n|\r|\n/)
  const shown = all.slice(0, MAX_ERROR_LINES).map((line) => oneLineOfTabs(shortened(line)))
  return all.length > shown.length ? [...shown, `... and ${all.length - shown.length} lines more`] : shown
}

const shortened = (line: string): string =>
  line.length <= MAX_ERROR_LENGTH
    ? line
    : `${line.slice(0, MAX_ERROR_LENGTH - END_LENGTH)} ... (${line.length} characters) ... ${line.slice(-END_LENGTH)}`

let segmenter: Intl.Segmenter | undefined

/** Made on first use: making it takes longer than the rest of a command. */
const graphemesOf = (text: string) => (segmenter ??= new Intl.Segmenter()).segment(text)

const NARROW = /^[ -~]*$/
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\uff01-\uff60])/u
const NOTHING = /^[\p{Mark}\p{Format}]+$/u

/** Returns the terminal cells of a text: combining accents take none, ideographs and emojis two. */
export const widthOf = (text: string): number => {
  const bare = stripVTControlCharacters(text)
  if (NARROW.test(bare)) return bare.length
  let width = 0
  for (const { segment } of graphemesOf(bare)) width += WIDE.test(segment) ? 2 : NOTHING.test(segment) ? 0 : 1
  return width
}

/** Pads on the right, or on the left, to a width in cells. */
export const padded = (text: string, width: number, side: 'left' | 'right' = 'right'): string => {
  const room = ' '.repeat(Math.max(0, width - widthOf(text)))
  return side === 'right' ? text + room : room + text
}

/** Formats rows as aligned columns; the last one is not padded. */
export const columns = (rows: readonly (readonly string[])[], indent = ''): string => {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
  return rows
    .map(
      (row) =>
        indent +
        row.map((cell, i) => (i === row.length - 1 ? cell : padded(cell, widths[i] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Lists counts of records: `agencies: 1, publications: 0`. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ')
