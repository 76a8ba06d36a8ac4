/** Codes of styles (ECMA-48, 8.3.117). */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36, grey: 90 } as const

/** Styles of texts in a terminal. */
export type Style = keyof typeof CODES

/** Returns the text in a style, or unchanged where colours are not shown. */
export type Paint = (style: Style, text: string) => string

/** Returns every text unchanged. */
export const unpainted: Paint = (_, text) => text

/** Returns what styles texts, or leaves them unchanged without colours. */
export const painterFor = (isColoured: boolean): Paint =>
  isColoured ? (style, text) => `\u001b[${CODES[style]}m${text}\u001b[0m` : unpainted

/** Replaces control characters but line ends and tabs: received text must not control a terminal. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '?')
