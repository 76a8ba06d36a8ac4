import type { Assumption, OptionValue } from './assumption.ts'

/**
 * Returns the option words of an assumption, the default first. Objects list numeric keys before all others,
 * so where a status is among the words, `default: true` marks the default.
 */
export const optionWords = (entry: Assumption): readonly string[] => {
  const words = Object.keys(entry.options)
  const marked = words.filter((word) => 'default' in (entry.options[word] ?? {}))
  return marked.length === 0 ? words : [...new Set([...marked, ...words])]
}

/** Returns the word of the default option. */
export const defaultWord = (entry: Assumption): string => {
  const [first] = optionWords(entry)
  if (first === undefined) throw new Error(`${entry.id} has no options`)
  return first
}

/** Lists the options as a user writes them, such as `off` and `per-minute:<an integer from 1 to 60>`. */
export const optionForms = (entry: Assumption): string =>
  optionWords(entry)
    .map((word) => {
      const value = entry.options[word]?.value
      return value === undefined ? word : `${word}:<${valueForm(value)}>`
    })
    .join(', ')

/** Describes the valid values of an option. */
export const valueForm = (value: OptionValue): string => {
  switch (value.kind) {
    case 'integer':
      return `an integer from ${value.min} to ${value.max}`
    case 'word':
      return `a word that matches ${value.pattern}`
    case 'words':
      return `${value.count ?? 'one or more'} different words that match ${value.pattern}, joined by commas`
  }
}
