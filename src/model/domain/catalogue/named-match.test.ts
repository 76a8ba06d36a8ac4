import { expect, it } from 'vitest'
import type { CatalogueRegion, Currency, Named } from '../../world/catalogue.ts'
import type { CatalogueReferenceForm } from '../../world/catalogue-reference.ts'
import {
  BRAND_FORMS,
  CITY_FORMS,
  MODEL_FORMS,
  matchesQuery,
  matchNamed,
  REGION_FORMS,
} from './named-match.ts'

const named = (id: number, Nombre: string, ...codenames: string[]): Named => ({
  id,
  Nombre,
  codenames,
  path: `/v3/x/${id}`,
})

const brands = [
  named(1, 'Mercedes-Benz', 'mercedes-benz', 'mb'),
  named(2, 'Citroën', 'citroen'),
  named(500, 'Fiat', '2'),
]
const regions: CatalogueRegion[] = [
  { ...named(1, 'Buenos Aires', 'bs-as'), Iso: 'AR-B', cities: [] },
  { ...named(2, 'Córdoba', 'cordoba'), Iso: 'AR-X', cities: [] },
]
const cities = [
  named(1, 'Mar del Plata'),
  named(2, 'La Plata'),
  named(3, 'Mar de Ajó'),
  named(4, 'Rosario'),
  named(5, 'Plata'),
]
const currencies: Currency[] = [{ ...named(1, 'Peso argentino', 'ARS'), Simbolo: '$' }]

function found(entries: readonly Named[], text: string, forms: ReadonlySet<CatalogueReferenceForm>): string {
  const match = matchNamed(entries, text, forms)
  if (match.kind === 'one') return match.entry.Nombre
  return match.kind === 'several' ? match.entries.map(({ Nombre }) => Nombre).join(' or ') : 'none'
}

it('the supported forms name one entry', () => {
  const texts = [
    '1',
    'https://a.example/v3/x/1',
    'http://b.example:8080/base/w/w1/v3/x/1',
    '/w/w1/v3/x/1',
    '/v3/x/1',
    'mb',
  ]
  for (const text of texts) expect([text, found(brands, text, BRAND_FORMS)]).toEqual([text, 'Mercedes-Benz'])
})

it('accents, case, hyphens, glue, order and small typos do not matter', () => {
  for (const text of ['MERCEDES BENZ', 'mercedesbenz', 'Benz, Mercedes', 'mercedez benz', 'mercedse-benz']) {
    expect([text, found(brands, text, BRAND_FORMS)]).toEqual([text, 'Mercedes-Benz'])
  }
  expect(found(brands, 'citroen', new Set<CatalogueReferenceForm>(['name']))).toBe('Citroën')
})

it('a form that the field does not support names nothing', () => {
  const name = new Set<CatalogueReferenceForm>(['name'])
  const texts = ['1', '/v3/x/1', 'https://a.example/v3/x/1', 'mb', 'mercedes']
  expect(texts.map((text) => found(brands, text, name))).toEqual(['none', 'none', 'none', 'none', 'none'])
  expect(found(brands, '/v3/x/1', new Set<CatalogueReferenceForm>(['api-url']))).toBe('none')
})

it('an address that leads elsewhere names nothing, whatever words it has', () => {
  const texts = [
    '/v3/modelos/1',
    'https://a.example/v3/x/1?q=2',
    'https://a.example/v3/x/1/',
    '/v3/x/01',
    'https://fiat',
  ]
  expect(texts.map((text) => found(brands, text, BRAND_FORMS))).toEqual(texts.map(() => 'none'))
})

it('a number is a name or codename before it is an id', () => {
  expect(found(brands, '2', BRAND_FORMS)).toBe('Fiat')
  expect(found(brands, '500', BRAND_FORMS)).toBe('Fiat')
})

it('a region answers to its ISO code with and without the country', () => {
  for (const text of ['AR-B', 'ar-b', 'B', 'bs as', 'buenos aires']) {
    expect([text, found(regions, text, REGION_FORMS)]).toEqual([text, 'Buenos Aires'])
  }
  expect(found(regions, 'UY-B', REGION_FORMS)).toBe('none')
})

it('a currency answers to its code in any case', () => {
  expect([found(currencies, 'ARS', BRAND_FORMS), found(currencies, 'ars', BRAND_FORMS)]).toEqual([
    'Peso argentino',
    'Peso argentino',
  ])
})

it('a part of the name is enough where the field says so, the whole name comes first, and equals are not a single match', () => {
  expect(found(cities, 'rosa', CITY_FORMS)).toBe('Rosario')
  expect(found(cities, 'plata', CITY_FORMS)).toBe('Plata')
  expect(found(cities, 'mar', CITY_FORMS)).toBe('Mar del Plata or Mar de Ajó')
  expect(found(cities, 'mar del plata', CITY_FORMS)).toBe('Mar del Plata')
})

it('same sound precedes slips, slips in the whole name precede beginnings of words', () => {
  const models = [
    named(1, 'Corolla', 'corolla'),
    named(2, 'Corolla Cross', 'corolla-cross'),
    named(3, 'Corona', 'corona'),
    named(4, 'Mégane', 'megane'),
    named(5, 'Mégane III', 'megane-iii'),
    named(6, 'Ka', 'ka'),
    named(7, 'Kuga', 'kuga'),
    named(8, 'Serie 3', 'serie-3', '320i'),
  ]
  const read = {
    corola: 'Corolla',
    megan: 'Mégane',
    k: 'Ka',
    320: 'Serie 3',
    kug: 'Kuga',
    'corola cros': 'Corolla Cross',
  }
  expect(Object.keys(read).map((text) => found(models, text, MODEL_FORMS))).toEqual(Object.values(read))
})

it('a name answers to its abbreviated words, one of them whole', () => {
  expect(found(brands, 'M. Benz', BRAND_FORMS)).toBe('Mercedes-Benz')
  expect(found(brands, 'M. B.', BRAND_FORMS)).toBe('Mercedes-Benz')
  expect(found(brands, 'M. Bz.', BRAND_FORMS)).toBe('none')
})

it('an empty or hostile text names nothing', () => {
  for (const text of ['', '  ', '🚗', '.*', '__proto__', 'مرسيدس', 'x'.repeat(10_000), '\u0000', '-']) {
    expect([text, found([...brands, ...regions, ...cities], text, REGION_FORMS)]).toEqual([text, 'none'])
  }
})

it('q is a codename or a part of the name, accents and case ignored', () => {
  const entry = named(1, 'Citroën C4 Cactus', 'c4-cactus')
  expect(
    ['citroën', 'ROEN c4', 'cactus', 'C4-Cactus', 'c4cactus', ''].every((q) => matchesQuery(entry, q)),
  ).toBe(true)
  expect(['c3', '🚗', 'cactus c4', '.*', 'x'.repeat(10_000)].some((q) => matchesQuery(entry, q))).toBe(false)
})
