import { stripVTControlCharacters } from 'node:util'

/** Text for a terminal: colours, widths and columns. */

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 } as const

export type Style = keyof typeof STYLES
export type Paint = (style: Style, text: string) => string

/** Whether a stream shows colours: a terminal does, unless NO_COLOR is set; FORCE_COLOR decides before both. */
export const isColoured = ({ isTTY }: { readonly isTTY?: boolean }): boolean => {
  const forced = process.env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return isTTY === true && !process.env['NO_COLOR']
}

/** Paints as far as standard output shows colours. */
export const painter = (): Paint =>
  isColoured(process.stdout) ? (style, text) => `\u001b[${STYLES[style]}m${text}\u001b[0m` : (_, text) => text

/** What a client or a service sent must neither move the cursor of whoever reads it nor begin a line of its own. */
export const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go.
  text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?')

/** The same for a text that keeps its lines. */
export const lines = (text: string): string[] =>
  text.split(/\r\n|\r|\n/).map((line) => oneLine(line.replaceAll('\t', '  ')))

let segmenter: Intl.Segmenter | undefined

/** Made with the first text that needs it: that alone takes longer than all else a command does. */
const graphemesOf = (text: string) => (segmenter ??= new Intl.Segmenter()).segment(text)

const NARROW = /^[ -~]*$/
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\uff01-\uff60])/u
const NOTHING = /^[\p{Mark}\p{Format}]+$/u

/** Cells of a terminal that the text takes: accents that follow their letter take none, ideographs and emojis two. */
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

/** Rows as aligned columns; the last is as long as it is. */
export const columns = (rows: readonly (readonly string[])[], indent = ''): string => {
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
  return rows
    .map(
      (row) => indent + row.map((cell, i) => (i === row.length - 1 ? cell : padded(cell, widths[i] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
}
