import { expect, it } from 'vitest'
import type { Assumption } from './assumption.ts'
import { defaultWord, optionWords } from './options.ts'
import { assumptions } from './profile.ts'

const all: readonly Assumption[] = assumptions

it('ids are unique and of the form section/words', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { id } of all) expect(id).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/)
})

it('every assumption has a default that takes no value', () => {
  for (const entry of all) expect(entry.options[defaultWord(entry)]?.value, entry.id).toBeUndefined()
})

it('the default is marked exactly where a status among the words loses the order of writing', () => {
  for (const entry of all) {
    const words = Object.keys(entry.options)
    const ordered = words.length === 1 || !words.some((word) => /^\d+$/.test(word))
    const marks = words.filter((word) => 'default' in (entry.options[word] ?? {}))
    expect(marks, entry.id).toHaveLength(ordered ? 0 : 1)
  }
})

it('option words are lower case, short and free of the signs that separate values', () => {
  for (const entry of all) {
    for (const word of optionWords(entry)) expect(word).toMatch(/^[a-z0-9]+([.-][a-z0-9]+)*$/)
  }
})

it('questions ask, options and reasons are whole sentences', () => {
  for (const { id, question, options, why } of all) {
    expect(question, id).toMatch(/\?$/)
    expect(why, id).toMatch(/^\S.*\.$/)
    for (const { means } of Object.values(options)) expect(means, id).toMatch(/^\S.*\.$/)
  }
})

it('every assumption touches statements, each once and by an id of the form ABC-00', () => {
  for (const { id, statements } of all) {
    expect(statements.length, id).toBeGreaterThan(0)
    expect(new Set(statements).size, id).toBe(statements.length)
    for (const statement of statements) expect(statement).toMatch(/^(COM|CAT|PUB|INQ|AGE|EVT|ERR)-\d\d$/)
  }
})

it('the example of a value fits the value', () => {
  for (const { id, options } of all) {
    for (const { value } of Object.values(options)) {
      if (value?.kind === 'integer')
        expect(value.example >= value.min && value.example <= value.max, id).toBe(true)
      if (value?.kind === 'word') expect(value.example).toMatch(new RegExp(`^(?:${value.pattern})$`, 'u'))
      if (value?.kind !== 'words') continue
      expect(value.example.length, id).toBe(value.count ?? value.example.length)
      for (const word of value.example) expect(word).toMatch(new RegExp(`^(?:${value.pattern})$`, 'u'))
    }
  }
})

it('an assumption that cannot be switched says why, and no other', () => {
  const odd = all.filter(({ switchable, why }) => switchable === / Fixed: [a-z].*\.$/.test(why))
  expect(odd.map(({ id }) => id)).toEqual([])
})
