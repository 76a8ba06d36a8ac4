import { expect, it } from 'vitest'
import { isUrl } from './url.ts'

it.each([
  ['http://a.example/', undefined, true],
  ['/relative', undefined, false],
  ['/relative', 'http://a.example', true],
  ['http://', undefined, false],
  ['', undefined, false],
])('isUrl(%j, %j) is %s', (text, base, expected) => {
  expect(isUrl(text, base)).toBe(expected)
})

it('a URL with letters outside ASCII stays one, however often it is judged', () => {
  let refused = 0
  for (let i = 0; i < 20_000; i++) if (!isUrl('http://a.example/niño.jpg')) refused++
  expect(refused).toBe(0)
})
