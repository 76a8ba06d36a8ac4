import { expect, test } from 'vitest'
import { BoundedBody } from './bounded-body.ts'

test('pieces are kept in order, beyond the first room too', () => {
  const body = new BoundedBody(100_000)
  const pieces = Array.from({ length: 300 }, (_, i) => new Uint8Array(i).fill(i % 251))
  for (const piece of pieces) expect(body.add(piece)).toBe(true)
  expect(Buffer.from(body.view).equals(Buffer.concat(pieces))).toBe(true)
})

test('what arrives up to the bound fits and nothing beyond it', () => {
  const body = new BoundedBody(5)
  expect(body.add(Uint8Array.of(1, 2, 3))).toBe(true)
  expect(body.add(Uint8Array.of(4, 5))).toBe(true)
  expect(body.add(Uint8Array.of())).toBe(true)
  expect(body.add(Uint8Array.of(6))).toBe(false)
  expect([...body.view]).toEqual([1, 2, 3, 4, 5])
})

test('of a piece that does not fit the start is kept', () => {
  const body = new BoundedBody(2)
  expect(body.add(Uint8Array.of(1, 2, 3))).toBe(false)
  expect([...body.view]).toEqual([1, 2])
})
