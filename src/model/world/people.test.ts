import { expect, it } from 'vitest'
import { generatePerson, leadComment, listingDescription, type PeoplePool } from './people.ts'

const pool: PeoplePool = {
  firstNames: [
    ['María de los Ángeles', 'f'],
    ['Íñigo', 'm'],
    ['Ariel', 'mixed'],
  ],
  surnames: ["D'Angelo", 'Muñoz', 'López de la Cruz', 'Agüero'],
  streets: ['Av. Colón', 'Güemes'],
  areaCodes: [
    { code: '11', Iso: 'AR-C', Provincia: 'Ciudad Autónoma de Buenos Aires', Ciudad: 'Buenos Aires' },
    { code: '351', Iso: 'AR-X', Provincia: 'Córdoba', Ciudad: 'Córdoba' },
    { code: '2966', Iso: 'AR-Z', Provincia: 'Santa Cruz', Ciudad: 'Río Gallegos' },
  ],
  comments: [
    '¿Sigue disponible?',
    '¿El {Modelo} {VersionYear}?',
    'Soy de {Ciudad}.',
    '¿Son {Kilometraje} km?',
  ],
  descriptions: ['Uno.', 'Dos.', 'Tres.', 'Cuatro.', 'Con {Kilometraje} km.', 'Color {Color}.'],
}

const people = Array.from({ length: 400 }, (_, seed) => generatePerson(pool, seed))
const seeds = Array.from({ length: 200 }, (_, seed) => seed)

it('equal seeds give equal people, and different seeds different ones', () => {
  expect(generatePerson(pool, 7)).toEqual(generatePerson(pool, 7))
  expect(new Set(people.map((one) => JSON.stringify(one))).size).toBe(people.length)
})

it('mail addresses are short, plain ASCII and at reserved domains', () => {
  for (const { Email } of people) {
    expect(Email).toMatch(/^[a-z]+(\.[a-z]+)*\d+@(example\.com|example\.org|correo\.example)$/)
    expect(Email.length).toBeLessThanOrEqual(50)
  }
  expect(people.some(({ Email }) => Email.startsWith('maria.de.los.angeles.dangelo'))).toBe(true)
  expect(people.some(({ Email }) => Email.startsWith('inigo.munoz'))).toBe(true)
})

it('telephones have ten digits of a fictional Argentine number', () => {
  for (const { Telefono } of people) {
    expect(Telefono).toMatch(/^\+54 9 (11 5555|351 555|2966 55)-0\d{3}$/)
    expect(Telefono.replace(/^\+54 9/, '').replace(/\D/g, '')).toHaveLength(10)
  }
  expect(new Set(people.map(({ Telefono }) => Telefono.slice(0, 9))).size).toBe(3)
})

it('document numbers are eight digits that are never issued', () => {
  for (const { DocIdentidad } of people) expect(DocIdentidad).toMatch(/^7\d{7}$/)
})

it('some person uses every comment', () => {
  expect(new Set(people.map(({ comment }) => comment))).toEqual(new Set([0, 1, 2, 3]))
})

it('a lead writes the comment of its person, with the slots filled', () => {
  const slots = { Modelo: 'Corolla', VersionYear: 2019, Ciudad: 'Ñorquincó', Kilometraje: 85_300 }
  const texts = ['¿Sigue disponible?', '¿El Corolla 2019?', 'Soy de Ñorquincó.', '¿Son 85.300 km?']
  for (const seed of seeds)
    expect(leadComment(pool, seed, slots)).toBe(texts[generatePerson(pool, seed).comment])
})

it('a comment whose slot is absent, null or empty gives way to the next', () => {
  const written = seeds.map((seed) =>
    leadComment(pool, seed, { Modelo: 'Corolla', VersionYear: null, Ciudad: '' }),
  )
  expect(new Set(written)).toEqual(new Set(['¿Sigue disponible?']))
})

it('a description has two to four different sentences in their order, and no open slot', () => {
  const counts = new Set<number>()
  for (const seed of seeds) {
    const text = listingDescription(pool, seed, { Kilometraje: 120_000 })
    const sentences = text.split(/(?<=\.)(?: |$)/).filter((part) => part !== '')
    expect(text).not.toMatch(/[{}]|Color/)
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(text).toBe(listingDescription(pool, seed, { Kilometraje: 120_000 }))
    counts.add(sentences.length)
  }
  expect([...counts].sort()).toEqual([2, 3, 4])
  const all = seeds.map((seed) => listingDescription(pool, seed, { Kilometraje: 120_000 })).join(' ')
  expect(all).toContain('Con 120.000 km.')
})

it('a pool without a fitting text gives an empty one', () => {
  const mute = { ...pool, comments: ['{Modelo}'], descriptions: ['{Modelo}'] }
  expect([leadComment(mute, 1, {}), listingDescription(mute, 1, {})]).toEqual(['', ''])
})
