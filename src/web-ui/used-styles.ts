/** Words that may be class names. */
const WORDS = /[\w-]+/g
/** Beginnings of class names to which a script adds a word, e.g. `opblock-` in `opblock-${method}`. */
const BEGINNINGS = /(?<![\w-])[\w-]*[-_](?=["'`]|\$\{)/g
const RULE = /(?<![^{}@])([^{}@]+)(\{[^{}]*\})/g
const CLASS = /\.([a-z_](?:[\w-]|\\.)*)/gi
const EMPTY_BLOCK = /@[^{}@]*\{\s*\}/g

/**
 * Returns a style sheet without the rules of classes that a script can give no element: neither is the class a
 * word of the script, nor does it begin as a text of the script ends.
 */
export const usedStyles = (css: string, script: string): string => {
  const words = new Set(script.match(WORDS))
  const beginnings = new Set(script.match(BEGINNINGS))
  const isUsed = (name: string): boolean =>
    words.has(name) ||
    [...name.matchAll(/[-_]/g)].some(({ index }) => beginnings.has(name.slice(0, index + 1)))
  const hasElement = (selector: string): boolean =>
    [...selector.matchAll(CLASS)].every(([, name = '']) => isUsed(name.replaceAll('\\', '')))
  return css
    .replaceAll(RULE, (rule, selectors: string, block: string) => {
      // Of several selectors in a pseudo-class one is enough.
      if (selectors.includes('(')) return rule
      const used = selectors.split(',').filter(hasElement)
      return used.length === 0 ? '' : used.join(',') + block
    })
    .replaceAll(EMPTY_BLOCK, '')
}
