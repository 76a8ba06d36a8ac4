import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atOnce } from '../collections/steps.ts'
import { JsonExcess, parseJsonSteps } from './json-steps.ts'

const BOUNDS = { values: 10_000_000, members: 200_000, text: 10_000_000 }
const read = (json: string | Uint8Array) => {
  const bytes = typeof json === 'string' ? new TextEncoder().encode(json) : json
  try {
    return { value: atOnce(parseJsonSteps(bytes, BOUNDS)) }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return 'malformed'
    throw error
  }
}
const natively = (json: string) => {
  try {
    return { value: JSON.parse(json) as unknown }
  } catch {
    return 'malformed'
  }
}

const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

const PADDING = 'ñ'.repeat(3_000)
/** JSON large enough to be read in parts, at every depth. */
const large = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(1, null, true, 'text', PADDING, '"]}\\', '__proto__', -0.5e-7),
      fc.array(tie('value'), { maxLength: 8 }),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'ñ"', '0', ']'), tie('value')),
    ),
  }))
  .value.map((value) =>
    JSON.stringify([value, [PADDING, [PADDING, value, PADDING, PADDING], {}, value], { value }]),
  )

it('it reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(large, fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent)
      expect(read(text)).toEqual(natively(text))
    }),
    { seed: 3, numRuns: 100 },
  )
})

it('it refuses what JSON.parse refuses', () => {
  const spoilers = [',', ']', '}', '[', '{', '"', '0', ' ', ':', 'x', '\\', '\u00a0', ',]', '[,']
  fc.assert(
    fc.property(large, fc.nat(), fc.nat(3), fc.constantFrom(...spoilers), (json, at, gone, spoiler) => {
      const place = at % json.length
      const text = json.slice(0, place) + spoiler + json.slice(place + gone)
      // A failure shows the position, not the whole text.
      expect([place, spoiler, gone, same(read(text), natively(text))]).toEqual([place, spoiler, gone, true])
    }),
    { seed: 4, numRuns: 600 },
  )
})

it.each([
  '',
  '1',
  '"text"',
  '[]',
  ' [ ] ',
  '{}',
  `[${' '.repeat(40_000)},1]`,
  `[1,${' '.repeat(40_000)}]`,
  `{"a":1,${' '.repeat(40_000)}}`,
  `[${'1,'.repeat(40_000)}]`,
  `[${'1,'.repeat(40_000)}1]]`,
  `[${'1,'.repeat(40_000)}1]1`,
  `[${'1,'.repeat(40_000)}1`,
  `[${'[1],'.repeat(40_000)}[1]]`,
  `{"a":[${'1,'.repeat(40_000)}1] 2}`,
  `{"a":[${'1,'.repeat(40_000)}1],"a":3}`,
  `{"a" "b":[${'1,'.repeat(40_000)}1]}`,
  `{[${'1,'.repeat(40_000)}1]}`,
  `[2[${'1,'.repeat(40_000)}1]]`,
  `[${'{"a":"\\\\"},'.repeat(9_000)}"\\"]"]`,
])('%.30s is read as by JSON.parse', (json) => {
  expect(read(json)).toEqual(natively(json))
})

it('bytes that are not UTF-8 are refused, and a byte order mark is skipped', () => {
  expect(read(new Uint8Array([0x22, 0xff, 0x22]))).toBe('malformed')
  expect(read(new Uint8Array([0xef, 0xbb, 0xbf, 0x5b, 0x31, 0x5d]))).toEqual({ value: [1] })
})

it.each([
  ['values', `[${'1,'.repeat(301)}1]`],
  ['values', '[{},[[],{}],'.repeat(60)],
  ['members', `{${Array.from({ length: 21 }, (_, i) => `"m${i}":0`).join(',')}}`],
  ['depth', '['.repeat(201)],
  ['text', `["${'a'.repeat(40_000)}"]`],
])('too many %s are refused before they are parsed', (bound, json) => {
  const steps = parseJsonSteps(new TextEncoder().encode(json), { values: 300, members: 20, text: 1_000 })
  expect(() => atOnce(steps)).toThrow(new JsonExcess(bound as JsonExcess['bound']))
})

it('a step takes a small part of a large text', () => {
  const json = new TextEncoder().encode(
    JSON.stringify(Array.from({ length: 50_000 }, (_, i) => ({ i, a: 'text' }))),
  )
  let steps = 0
  const all = parseJsonSteps(json, BOUNDS)
  while (!all.next().done) steps += 1
  expect(steps).toBeGreaterThan(60)
})
