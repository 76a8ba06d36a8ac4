import { closestWords, suggestionEnding } from './did-you-mean.ts'

/** True for an object of members: no list, date or other kind of object. */
export const isPlainObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]'

/**
 * Describes what is wrong with an object of options: not an object, or an unknown member. A misspelt option
 * would leave its default in force, and a test would prove something else.
 */
export const optionsProblem = (options: unknown, known: readonly string[]): string | undefined => {
  if (!isPlainObject(options))
    return `options: expected an object of ${known.join(', ')}, got ${quotedValue(options)}`
  const unknown = Object.keys(options).find((member) => !known.includes(member))
  if (unknown === undefined) return undefined
  const hint = suggestionEnding(closestWords(unknown, known, 1))
  return `${unknown}: no such option; expected ${known.join(', ')}${hint}`
}

/** Returns a value as a message shows it: a text in quotes, an object as JSON. */
export const quotedValue = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const json = typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : String(value)
  return json.length > 60 ? `${json.slice(0, 57)}...` : json
}
