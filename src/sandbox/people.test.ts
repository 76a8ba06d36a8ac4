import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { peopleText } from '../../fixtures/people/make.ts'
import { packageRoot } from './package-root.ts'
import { readPeople } from './people.ts'

test('the committed pool is exactly what its script makes', () => {
  expect(readFileSync(join(packageRoot(), 'fixtures/people/people.json'), 'utf8')).toBe(peopleText())
})

test('the pool has enough of everything, and nothing twice', () => {
  const { firstNames, surnames, streets, areaCodes, comments, descriptions } = readPeople()
  const lists = [firstNames.map(([name]) => name), surnames, streets, areaCodes.map(({ code }) => code), comments]
  const least = [210, 320, 40, 20, 60, 20]
  for (const [i, list] of [...lists, descriptions].entries()) {
    expect(list.length).toBeGreaterThanOrEqual(least[i]!)
    expect(new Set(list).size).toBe(list.length)
  }
})

test('the names hold what breaks careless clients: accents, ñ, apostrophes, double surnames', () => {
  const { firstNames, surnames } = readPeople()
  for (const hard of [/[áéíóú]/, /ñ/, /'/, /\w \w/]) expect(surnames.some((name) => hard.test(name))).toBe(true)
  expect(firstNames.some(([name]) => /[áéíóú]/.test(name))).toBe(true)
  expect(new Set(firstNames.map(([, kind]) => kind))).toEqual(new Set(['f', 'm', 'mixed']))
})

test('texts mention only what a car and its place have', () => {
  const { comments, descriptions } = readPeople()
  const slots = [...comments, ...descriptions].flatMap((text) =>
    [...text.matchAll(/\{(.*?)\}/g)].map(([, slot]) => slot),
  )
  const known = ['Marca', 'Modelo', 'VersionYear', 'Kilometraje', 'Color', 'Precio', 'Ciudad']
  expect([...new Set(slots)].sort()).toEqual(known.sort())
})

test('the pool is read once', () => {
  expect(readPeople()).toBe(readPeople())
})
