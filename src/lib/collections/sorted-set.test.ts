import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SortedSet } from './sorted-set.ts'

const ascending = (a: number, b: number) => a - b

/** The model: a sorted array without duplicates. */
const plain = (numbers: Iterable<number>) => [...new Set(numbers)].sort(ascending)

const steps = fc.array(fc.record({ add: fc.boolean(), value: fc.integer({ min: 0, max: 400 }) }), {
  maxLength: 600,
})

it('after any operations it equals a sorted array, in all its views', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 300 }), steps, (start, walk) => {
      let tree = SortedSet.from(ascending, start)
      const model = new Set(start)
      for (const { add, value } of walk) {
        tree = add ? tree.with(value) : tree.without(value)
        if (add) model.add(value)
        else model.delete(value)
      }
      const list = plain(model)
      expect([...tree]).toEqual(list)
      expect(tree.size).toBe(list.length)
      for (const probe of [0, 17, 200, 401]) {
        expect(tree.rank((item) => item < probe)).toBe(list.filter((item) => item < probe).length)
        expect(tree.find((item) => item - probe)).toBe(list.find((item) => item === probe))
      }
      expect(tree.slice(3, 90)).toEqual(list.slice(3, 90))
    }),
    { seed: 11, numRuns: 60 },
  )
})

it('a previous set stays unchanged after an operation', () => {
  const before = SortedSet.from(
    ascending,
    Array.from({ length: 5_000 }, (_, i) => i),
  )
  let after = before
  for (let i = 0; i < 5_000; i += 3) after = after.without(i)
  expect(before.size).toBe(5_000)
  expect(before.slice(0, 3)).toEqual([0, 1, 2])
  expect(after.slice(0, 3)).toEqual([1, 2, 4])
})

it('adding an equal item replaces the previous one', () => {
  const order = (a: { k: number }, b: { k: number }) => a.k - b.k
  const tree = SortedSet.from(order, [
    { k: 1, v: 'a' },
    { k: 2, v: 'b' },
  ]).with({ k: 2, v: 'c' })
  expect([...tree]).toEqual([
    { k: 1, v: 'a' },
    { k: 2, v: 'c' },
  ])
})

it('a set built by appending is as shallow as one built at once', () => {
  let grown = SortedSet.empty(ascending)
  for (let i = 0; i < 20_000; i++) grown = grown.with(i)
  expect(grown.size).toBe(20_000)
  expect(grown.slice(12_345, 12_347)).toEqual([12_345, 12_346])
})
