import type { Assumption, OptionValue } from './assumption.ts'
import { defaultWord, optionForms, optionWords, valueForm } from './options.ts'

/** What the value of an option is, once read. */
export type Value = number | string | readonly string[]

/** One option of an assumption, with its value when it takes one. */
export interface Choice {
  readonly word: string
  readonly value?: Value
}

/** A sentence that says what was expected, in the place of a result. */
export interface Misfit {
  readonly problem: string
}

/**
 * Reads `word`, `word:value`, or the bare value of the only option that takes one. Numbers, booleans and null are read as
 * the text that spells them, an array of strings as the value of an option that takes words.
 */
export const readOption = (entry: Assumption, given: unknown): Choice | Misfit => {
  if (Array.isArray(given)) return readList(entry, given)
  if (given !== null && !['string', 'number', 'boolean'].includes(typeof given)) return unknownOption(entry, given)
  const text = String(given).trim()
  const option = optionOf(entry, text)
  if (option !== undefined)
    return option.value === undefined ? { word: text } : { word: text, value: option.value.example }
  return readPrefixed(entry, text) ?? readBare(entry, text)
}

/** The text that `readOption` reads back as the same choice. */
export const printOption = ({ word, value }: Choice): string =>
  value === undefined ? word : `${word}:${Array.isArray(value) ? value.join(',') : value}`

const optionOf = (entry: Assumption, word: string) =>
  Object.hasOwn(entry.options, word) ? entry.options[word] : undefined

const readPrefixed = (entry: Assumption, text: string): Choice | Misfit | undefined => {
  const [word = '', ...rest] = text.split(':')
  const option = optionOf(entry, word.trim())
  if (option === undefined || rest.length === 0) return undefined
  if (option.value === undefined) return { problem: `${entry.id}: ${word} takes no value; write ${word} alone` }
  const value = readValue(option.value, rest.join(':').trim())
  if (value !== undefined) return { word: word.trim(), value }
  return { problem: `${entry.id}: ${word} takes ${valueForm(option.value)}, got ${JSON.stringify(rest.join(':'))}` }
}

const readBare = (entry: Assumption, text: string): Choice | Misfit => {
  const only = onlyValued(entry)
  const value = only === undefined ? undefined : readValue(only.takes, text)
  return only === undefined || value === undefined ? unknownOption(entry, text) : { word: only.word, value }
}

const readList = (entry: Assumption, given: readonly unknown[]): Choice | Misfit => {
  const only = onlyValued(entry)
  const words = given.filter((item) => typeof item === 'string')
  if (only?.takes.kind !== 'words' || words.length !== given.length) return unknownOption(entry, given)
  const value = checkedWords(only.takes, words)
  return value === undefined ? unknownOption(entry, given) : { word: only.word, value }
}

/** The one option that takes a value, when there is exactly one. */
const onlyValued = (entry: Assumption): { word: string; takes: OptionValue } | undefined => {
  const valued = optionWords(entry).flatMap((word) => {
    const takes = entry.options[word]?.value
    return takes === undefined ? [] : [{ word, takes }]
  })
  return valued.length === 1 ? valued[0] : undefined
}

const readValue = (takes: OptionValue, text: string): Value | undefined => {
  switch (takes.kind) {
    case 'integer': {
      const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
      return number >= takes.min && number <= takes.max ? number : undefined
    }
    case 'word':
      return matches(takes.pattern, text) ? text : undefined
    case 'words':
      return checkedWords(takes, text.split(','))
  }
}

/** Words of a list have to differ in any case, because clients may compare them without it. */
const checkedWords = (takes: OptionValue & { kind: 'words' }, given: readonly string[]) => {
  const words = given.map((word) => word.trim())
  const different = new Set(words.map((word) => word.toLowerCase())).size === words.length
  const enough = takes.count === undefined ? words.length > 0 : words.length === takes.count
  return different && enough && words.every((word) => matches(takes.pattern, word)) ? Object.freeze(words) : undefined
}

const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'u').test(text)

const unknownOption = (entry: Assumption, given: unknown): Misfit => {
  const scope = entry.switchable ? '' : `; the sandbox always does ${defaultWord(entry)}`
  return { problem: `${entry.id}: expected one of ${optionForms(entry)}, got ${spelled(given)}${scope}` }
}

const spelled = (given: unknown): string =>
  typeof given === 'string' || Array.isArray(given) ? JSON.stringify(given) : `a value of type ${typeof given}`
