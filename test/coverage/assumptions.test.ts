import { expect, it } from 'vitest'
import { type AssumptionId, assumptions } from '../../src/api/assumptions/profile.ts'
import { program } from './sources.ts'

// Neither where assumptions are written nor where they are translated.
const outside = program().filter(({ path }) => !/^src\/(?:api\/assumptions|pages\/ui\/spanish)\//.test(path))

/** Ids that the program reads: `isChosen(profile, 'id', ...)`, `byActiveOption(context, 'id', ...)`. */
const READER = String.raw`\b(?:chosen|chosenValue|isChosen|byOption|isActiveOption|byActiveOption)`
const READ = new RegExp(
  READER + String.raw`\(\s*[^()'\x60]*(?:\([^()]*\)[^()'\x60]*)?'([a-z]+/[a-z-]+)'`,
  'g',
)
const read = new Set(outside.flatMap(({ text }) => [...text.matchAll(READ)].map(([, id]) => id)))

it('the program reads every switchable assumption', () => {
  const unread = assumptions.filter(({ id, switchable }) => switchable && !read.has(id)).map(({ id }) => id)
  expect(unread).toEqual([])
})

it('the program reads only switchable assumptions, since the others have one option in the sandbox', () => {
  const fixed = new Set<string>(assumptions.filter(({ switchable }) => !switchable).map(({ id }) => id))
  expect([...read].filter((id) => fixed.has(id ?? ''))).toEqual([])
})

/** Assumptions that need no code, with the reason. */
const WITHOUT_CODE: Readonly<Partial<Record<AssumptionId, string>>> = {
  'events/other-topic-lists': 'there is no other list, so there is nothing to write',
}

const text = outside.map((source) => source.text).join('\n')
const isCited = (id: string): boolean => new RegExp(`\\b${id}(?![a-z-])`).test(text)

it('the program cites every assumption that needs code', () => {
  const uncited = assumptions.map(({ id }) => id).filter((id) => !isCited(id))
  expect(uncited.filter((id) => !(id in WITHOUT_CODE))).toEqual([])
})

it('the program cites no assumption that is listed as needing no code', () => {
  expect(Object.keys(WITHOUT_CODE).filter(isCited)).toEqual([])
})
