import { expect, it } from 'vitest'
import { type AssumptionId, assumptions } from '../../src/assumptions/profile.ts'
import { program } from './sources.ts'

const outside = program().filter(({ path }) => !path.startsWith('src/assumptions/'))

/** Ids that the program asks the profile for: `chosen(profile, 'id')`, `option(deciding, 'id')`, `chosenValue(profile, 'id')`. */
const READ = /\b(?:chosen|chosenValue|option)\(\s*[^()'`]*(?:\([^()]*\)[^()'`]*)?'([a-z]+\/[a-z-]+)'/g
const read = new Set(outside.flatMap(({ text }) => [...text.matchAll(READ)].map(([, id]) => id)))

it('every switchable assumption is read where the service decides', () => {
  const unread = assumptions.filter(({ id, switchable }) => switchable && !read.has(id)).map(({ id }) => id)
  expect(unread).toEqual([])
})

it('nothing is read that is no switch: the other assumptions have one option in the service', () => {
  const fixed = new Set<string>(assumptions.filter(({ switchable }) => !switchable).map(({ id }) => id))
  expect([...read].filter((id) => fixed.has(id ?? ''))).toEqual([])
})

/** Assumptions that no line of the program stands for, and why. */
const SILENT: Readonly<Partial<Record<AssumptionId, string>>> = {
  'publications/photos-count': 'no bound is checked, so there is nothing to write',
  'publications/amounts': 'no relation is checked, so there is nothing to write',
  'events/other-topic-lists': 'there is no other list, so there is nothing to write',
}

const text = outside.map((source) => source.text).join('\n')
const isMentioned = (id: string): boolean => new RegExp(`\\b${id}(?![a-z-])`).test(text)

it('every assumption is named where the program obeys it', () => {
  const silent = assumptions.map(({ id }) => id).filter((id) => !isMentioned(id))
  expect(silent.filter((id) => !(id in SILENT))).toEqual([])
})

it('no assumption is excused that the program names', () => {
  expect(Object.keys(SILENT).filter(isMentioned)).toEqual([])
})
