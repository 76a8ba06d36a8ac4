import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { scenarioYaml } from '../yaml-writer.ts'
import { readWrittenYaml } from './written-records.ts'
import { readYaml } from './yaml-reader.ts'

// A scenario file needs no valid members to be written and read.
const written = (rows: readonly unknown[]) =>
  scenarioYaml({ name: 'one', seed: 1, records: { publications: rows, clock: { speed: 1 } } } as never)

const ROWS = [{ ExternalId: 'a-1', Color: 'Rojo: "vivo"', Precio: null }, { ExternalId: 'a-2\u0085\u2028#' }]

it('what was written is read without a reader of YAML as that reads it', () => {
  const text = written(ROWS)
  expect(readWrittenYaml(text)).toEqual(parse(text))
  expect(readYaml(text, 'one.yaml').value).toMatchObject({ name: 'one', records: { publications: ROWS } })
})

it.each([
  ['a comment', (text: string) => text.replace('"a-1"', '"a-1" # ours')],
  ['a member twice', (text: string) => text.replace('"Color"', '"ExternalId"')],
  ['a member in YAML', (text: string) => text.replace('"ExternalId":"a-1"', 'ExternalId: a-1')],
  ['a row of several lines', (text: string) => text.replace('"Color"', '\n      "Color"')],
  ['a member after the records', (text: string) => `${text}title: late\n`],
  ['no records', (text: string) => text.slice(0, text.indexOf('records:'))],
])('a file that was edited is left to the reader of YAML: %s', (_, edited) => {
  expect(readWrittenYaml(edited(written(ROWS)))).toBeUndefined()
})

it('a place in a written file is found', () => {
  const { locate } = readYaml(written(ROWS), 'one.yaml')
  expect(locate(['records', 'publications', 1, 'ExternalId'])).toBe('one.yaml:6:8')
})
