import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { parseObject } from './json-body.ts'

it('a body is one JSON object, else a sentence says what came', () => {
  const parsed = (text: string) => parseObject(Buffer.from(text))
  expect(parsed('{"Marca":"vw"}')).toEqual({ Marca: 'vw' })
  expect(parsed('')).toMatch('vacío')
  expect(parsed('[1]')).toMatch('Se espera un objeto')
  expect(parsed('{"Marca":')).toMatch('no es JSON válido')
  expect(parseObject(Uint8Array.of(0x7b, 0xff, 0x7d))).toMatch('UTF-8')
  expect(parsed(`{${Array.from({ length: 16_385 }, (_, i) => `"${i}" :":"`).join()}}`)).toMatch(
    '16384 miembros',
  )
  expect(parsed(`{"Marca":"${':'.repeat(100_000)}\\""}`)).toHaveProperty('Marca')
  expect(parseObject(gzipSync('{}'))).toMatch('comprimido con gzip')
})

it.each([
  ['{"a": }', '«}» en la línea 1, columna 7'],
  ['{\n  "a": 1,\n  "b": NaN\n}', '«NaN» en la línea 3, columna 8'],
  ['{"a": 1', 'termina antes de tiempo, en la línea 1, columna 8'],
])('errors/malformed-json: %j is refused with its place', (text, place) => {
  expect(parseObject(Buffer.from(text))).toContain(place)
})
