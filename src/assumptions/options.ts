import type { Assumption, OptionValue } from './assumption.ts'

/**
 * The option words of an assumption, the default first. An object lists keys that look like numbers before all others, so
 * where a status is among the words the order of writing is lost, and the default carries the mark `default: true` instead.
 */
export const optionWords = (entry: Assumption): readonly string[] => {
  const words = Object.keys(entry.options)
  const marked = words.filter((word) => 'default' in (entry.options[word] ?? {}))
  return marked.length === 0 ? words : [...new Set([...marked, ...words])]
}

/** The word of the option that holds until another is chosen. */
export const defaultWord = (entry: Assumption): string => {
  const [first] = optionWords(entry)
  if (first === undefined) throw new Error(`${entry.id} has no options`)
  return first
}

/** Every option as a person would write it, such as `off` and `per-minute:<an integer from 1 to 60>`. */
export const optionForms = (entry: Assumption): string =>
  optionWords(entry)
    .map((word) => {
      const value = entry.options[word]?.value
      return value === undefined ? word : `${word}:<${valueForm(value)}>`
    })
    .join(', ')

/** What a value has to be, in words. */
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
