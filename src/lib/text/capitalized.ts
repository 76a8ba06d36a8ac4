/** Returns a text whose first letter is a capital. */
export const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a text with a capital after each hyphen, slash or space, as names of headers are written. */
export const withCapitals = (text: string): string =>
  text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
