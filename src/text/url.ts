/**
 * Tells whether a text is a URL, absolute or relative to `base`. `URL.canParse` of Node 20 refuses letters such as
 * ñ once the compiler has optimized its caller.
 */
export const isUrl = (text: string, base?: string): boolean => {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}
