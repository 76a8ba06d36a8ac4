import { expect, it } from 'vitest'
import { contentHash } from './content-hash.ts'
import { createPrng, mixSeed } from './prng.ts'

const draws = (seed: number, count: number) => {
  const { next } = createPrng(seed)
  return Array.from({ length: count }, next)
}

it('equal seeds give equal draws, independent of other generators', () => {
  const alone = draws(7, 50)
  const first = createPrng(7)
  const other = createPrng(8)
  const mingled = Array.from({ length: 50 }, () => {
    other.next()
    return first.next()
  })
  expect(mingled).toEqual(alone)
})

it('the first draws of a seed never change, because saved worlds depend on them', () => {
  expect(draws(1, 3).map((draw) => draw.toFixed(6))).toEqual(['0.799020', '0.831519', '0.494043'])
})

it('neighbouring, negative, fractional and large seeds all give different draws', () => {
  const seeds = [0, 1, 2, -1, 1.5, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1]
  expect(new Set(seeds.map((seed) => draws(seed, 1)[0])).size).toBe(seeds.length)
  expect(draws(-0, 1)).toEqual(draws(0, 1))
})

it('draws are roughly uniform in [0, 1)', () => {
  const buckets = new Array<number>(20).fill(0)
  for (const draw of draws(11, 40_000)) buckets[Math.floor(draw * 20)]! += 1
  expect(buckets).toHaveLength(20)
  for (const count of buckets) expect(Math.abs(count - 2000)).toBeLessThan(200)
})

it('the first draws of successive seeds are uniform as well', () => {
  const tenths = new Array<number>(10).fill(0)
  for (let seed = 0; seed < 20_000; seed++) tenths[Math.floor(draws(seed, 1)[0]! * 10)]! += 1
  for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200)
})

it('int reaches both ends and nothing beyond', () => {
  const { int } = createPrng(3)
  const seen = new Set(Array.from({ length: 500 }, () => int(-2, 2)))
  expect([...seen].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2])
  expect(() => int(2, 1)).toThrow(RangeError)
})

it('weighted follows the weights and never returns a value of weight 0', () => {
  const { weighted } = createPrng(5)
  const counts = { often: 0, seldom: 0, never: 0 }
  for (let i = 0; i < 10_000; i++) {
    counts[
      weighted([
        ['often', 9],
        ['seldom', 1],
        ['never', 0],
      ] as const)
    ] += 1
  }
  expect(counts.never).toBe(0)
  expect(Math.abs(counts.seldom - 1000)).toBeLessThan(150)
})

it('pick and weighted throw when there is nothing to choose from', () => {
  expect(() => createPrng(1).pick([])).toThrow(RangeError)
  expect(() => createPrng(1).weighted([['a', 0]])).toThrow(RangeError)
})

it('pick takes every element about equally often', () => {
  const { pick } = createPrng(9)
  const counts = new Map<string, number>()
  for (let i = 0; i < 9_000; i++) {
    const taken = pick(['a', 'b', 'c'])
    counts.set(taken, (counts.get(taken) ?? 0) + 1)
  }
  for (const letter of ['a', 'b', 'c']) expect(Math.abs(counts.get(letter)! - 3000)).toBeLessThan(250)
})

it('mixSeed is an unsigned 32-bit integer that depends on order, kind and grouping of its parts', () => {
  const hashes = [
    mixSeed(1, 2, 3),
    mixSeed(1, 3, 2),
    mixSeed(1, '2', 3),
    mixSeed(1, 23),
    mixSeed(1, '23'),
    mixSeed(1),
    mixSeed(1, ''),
    mixSeed(1, 0),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
  for (const hash of hashes) expect(hash).toBe(hash >>> 0)
  expect(mixSeed(1, 'inquiry', 2)).toBe(mixSeed(1, 'inquiry', 2))
})

it('mixSeed of a running number fills its range evenly', () => {
  const sixteenths = new Array<number>(16).fill(0)
  for (let i = 0; i < 32_000; i++) sixteenths[mixSeed(42, 'lead', i) >>> 28]! += 1
  for (const count of sixteenths) expect(Math.abs(count - 2000)).toBeLessThan(220)
})

it('a change of any single character changes the content hash', () => {
  const text = '{"Nombre":"Ñandú","Precio":{"Moneda":"ARS","Importe":18500000}}'
  const texts = new Set([text])
  for (let i = 0; i < text.length; i++) {
    for (const other of ['0', 'ñ', '']) texts.add(text.slice(0, i) + other + text.slice(i + 1))
  }
  expect(texts.size).toBeGreaterThan(150)
  expect(new Set([...texts].map(contentHash)).size).toBe(texts.size)
})

it('content hashes are 14 base-36 digits and do not collide over 50,000 similar texts', () => {
  const hashes = new Set<string>()
  for (let i = 0; i < 50_000; i++) hashes.add(contentHash(`{"Id":${i}}`))
  expect(hashes.size).toBe(50_000)
  for (const hash of [contentHash(''), contentHash('a'), contentHash('x'.repeat(5000))]) {
    expect(hash).toMatch(/^[0-9a-z]{14}$/)
  }
})
