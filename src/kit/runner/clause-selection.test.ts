import { expect, it } from 'vitest'
import { clause } from './clause.ts'
import { selectClauses } from './clause-selection.ts'

const of = (id: string, ...statements: string[]) =>
  clause({ id, statements, title: id, leaves: 'nothing', needs: [], check: async () => {} })
const all = [
  of('publications-read/one', 'PUB-20'),
  of('publications-edit/two', 'PUB-21', 'PUB-33'),
  of('states/three', 'PUB-33'),
]
const ids = (...addresses: string[]) => selectClauses(all, addresses).map(({ id }) => id)

it('an address is a clause, a section, the first word of sections, or a statement', () => {
  expect(ids()).toHaveLength(3)
  expect(ids('states/three')).toEqual(['states/three'])
  expect(ids('publications-edit')).toEqual(['publications-edit/two'])
  expect(ids('publications/')).toEqual(['publications-read/one', 'publications-edit/two'])
  expect(ids('pub-33')).toEqual(['publications-edit/two', 'states/three'])
})

it('several addresses give each clause once, in the order of the clauses', () => {
  expect(ids('states', 'PUB-33', 'publications-read/one')).toEqual([
    'publications-read/one',
    'publications-edit/two',
    'states/three',
  ])
})

it.each([
  ['states/thre', 'Did you mean states/three?'],
  ['state', 'Did you mean states?'],
  ['publicaciones', 'Did you mean publications?'],
  ['three', 'Did you mean states/three?'],
  ['PUB-05', 'No clause cites PUB-05'],
])('%s is refused with a hint', (address, hint) => {
  expect(() => ids(address)).toThrow(hint)
})
