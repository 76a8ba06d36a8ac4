import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PersistentMap } from './persistent-map.ts'

interface Row {
  readonly key: string
  readonly value: number
}

const keyOf = ({ key }: Row): string => key
const row = (key: string, value = 0): Row => ({ key, value })
const sorted = (rows: Iterable<Row>): Row[] => [...rows].sort((a, b) => (a.key < b.key ? -1 : 1))

/** Pairs of words with equal hashes. */
const ALIKE = ['costarring', 'liquid', 'declinate', 'macallums', 'altarage', 'zinke']

const keys = fc.oneof(fc.constantFrom(...ALIKE), fc.string({ maxLength: 3 }), fc.nat(300).map(String))
const rows = fc.array(fc.record({ key: keys, value: fc.nat(9) }), { maxLength: 200 })

it('it has the content of a Map after any insertions', () => {
  fc.assert(
    fc.property(rows, rows, (given, added) => {
      const expected = new Map([...given, ...added].map((each) => [each.key, each]))
      const made = added.reduce((all, each) => all.with(each), PersistentMap.of(keyOf, given))
      expect(sorted(made)).toEqual(sorted(expected.values()))
      for (const [key, each] of expected) expect(made.get(key)).toBe(each)
    }),
  )
})

it('rows that are added at once are added as one by one', () => {
  fc.assert(
    fc.property(rows, rows, (given, added) => {
      const before = PersistentMap.of(keyOf, given)
      const there = sorted(before)
      const one = added.reduce((all, each) => all.with(each), before)
      const all = before.withAll(added)
      expect(sorted(all)).toEqual(sorted(one))
      for (const { key } of added) expect(all.get(key)).toBe(one.get(key))
      expect(sorted(before)).toEqual(there)
    }),
  )
})

it('a previous map stays unchanged after an insertion', () => {
  fc.assert(
    fc.property(rows, fc.record({ key: keys, value: fc.constant(10) }), (given, added) => {
      const before = PersistentMap.of(keyOf, given)
      const there = sorted(before)
      expect(before.with(added).get(added.key)).toBe(added)
      expect(sorted(before)).toEqual(there)
      expect(before.get(added.key)?.value).not.toBe(10)
    }),
  )
})

it('keys with equal hashes stay distinct', () => {
  const all = ALIKE.reduce((made, key, i) => made.with(row(key, i)), PersistentMap.of<Row>(keyOf))
  expect(ALIKE.map((key) => all.get(key)?.value)).toEqual([0, 1, 2, 3, 4, 5])
  expect(PersistentMap.of(keyOf, [row('costarring')]).get('liquid')).toBeUndefined()
  expect([...all.with(row('liquid', 7))]).toHaveLength(6)
})

it('a missing key has no row', () => {
  expect(PersistentMap.of<Row>(keyOf).get('')).toBeUndefined()
  expect(PersistentMap.of(keyOf, [row('a'), row('b')]).get('c')).toBeUndefined()
})
