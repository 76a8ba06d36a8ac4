import type { Assumption, OptionValue } from './assumption.ts'
import { defaultWord, optionForms, optionWords, valueForm } from './options.ts'

/** A parsed value of an option. */
export type ChoiceValue = number | string | readonly string[]

/** A chosen option of an assumption, with its value when it takes one. */
export interface OptionChoice {
  readonly word: string
  readonly value?: ChoiceValue
}

/** Returned instead of a result: a sentence with what was expected. */
export interface OptionProblem {
  readonly problem: string
}

/**
 * Parses `word`, `word:value`, or a bare value when only one option takes a value. Numbers, booleans and null
 * are parsed as text, an array of strings as the value of an option that takes words.
 */
export const readOption = (entry: Assumption, given: unknown): OptionChoice | OptionProblem => {
  if (Array.isArray(given)) return readList(entry, given)
  if (given !== null && !['string', 'number', 'boolean'].includes(typeof given))
    return unknownOption(entry, given)
  const text = String(given).trim()
  const option = findOption(entry, text)
  if (option !== undefined)
    return option.value === undefined ? { word: text } : { word: text, value: option.value.example }
  const isWord = typeof given === 'string' || singleValuedOption(entry)?.takes.kind === 'integer'
  return readPrefixed(entry, text) ?? (isWord ? readBare(entry, text) : unknownOption(entry, given))
}

/** Formats a choice as the text that `readOption` parses. */
export const formatOption = ({ word, value }: OptionChoice): string =>
  value === undefined ? word : `${word}:${Array.isArray(value) ? value.join(',') : value}`

const findOption = (entry: Assumption, word: string) =>
  Object.hasOwn(entry.options, word) ? entry.options[word] : undefined

const readPrefixed = (entry: Assumption, text: string): OptionChoice | OptionProblem | undefined => {
  const [word = '', ...rest] = text.split(':')
  const option = findOption(entry, word.trim())
  if (option === undefined || rest.length === 0) return undefined
  if (option.value === undefined)
    return { problem: `${entry.id}: ${word} takes no value; write ${word} alone` }
  const value = readValue(option.value, rest.join(':').trim())
  if (value !== undefined) return { word: word.trim(), value }
  return {
    problem: `${entry.id}: ${word} takes ${valueForm(option.value)}, got ${JSON.stringify(rest.join(':'))}`,
  }
}

const readBare = (entry: Assumption, text: string): OptionChoice | OptionProblem => {
  const only = singleValuedOption(entry)
  const value = only === undefined ? undefined : readValue(only.takes, text)
  return only === undefined || value === undefined ? unknownOption(entry, text) : { word: only.word, value }
}

const readList = (entry: Assumption, given: readonly unknown[]): OptionChoice | OptionProblem => {
  const only = singleValuedOption(entry)
  const words = given.filter((item) => typeof item === 'string')
  if (only?.takes.kind !== 'words' || words.length !== given.length) return unknownOption(entry, given)
  const value = parseWords(only.takes, words)
  return value === undefined ? unknownOption(entry, given) : { word: only.word, value }
}

/** Returns the option that takes a value, when there is exactly one. */
const singleValuedOption = (entry: Assumption): { word: string; takes: OptionValue } | undefined => {
  const valued = optionWords(entry).flatMap((word) => {
    const takes = entry.options[word]?.value
    return takes === undefined ? [] : [{ word, takes }]
  })
  return valued.length === 1 ? valued[0] : undefined
}

const readValue = (takes: OptionValue, text: string): ChoiceValue | undefined => {
  switch (takes.kind) {
    case 'integer': {
      const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
      return number >= takes.min && number <= takes.max ? number : undefined
    }
    case 'word':
      return matches(takes.pattern, text) ? text : undefined
    case 'words':
      return parseWords(takes, text.split(','))
  }
}

/** Checks a list of words. They must differ regardless of case, because clients may ignore it. */
const parseWords = (takes: OptionValue & { kind: 'words' }, given: readonly string[]) => {
  const words = given.map((word) => word.trim())
  const different = new Set(words.map((word) => word.toLowerCase())).size === words.length
  const enough = takes.count === undefined ? words.length > 0 : words.length === takes.count
  return different && enough && words.every((word) => matches(takes.pattern, word))
    ? Object.freeze(words)
    : undefined
}

const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'u').test(text)

const unknownOption = (entry: Assumption, given: unknown): OptionProblem => {
  const scope = entry.switchable ? '' : `; the sandbox always does ${defaultWord(entry)}`
  return { problem: `${entry.id}: expected one of ${optionForms(entry)}, got ${quoteGiven(given)}${scope}` }
}

const quoteGiven = (given: unknown): string =>
  typeof given === 'string' || Array.isArray(given)
    ? JSON.stringify(given)
    : given === null || ['number', 'boolean'].includes(typeof given)
      ? String(given)
      : `a value of type ${typeof given}`
