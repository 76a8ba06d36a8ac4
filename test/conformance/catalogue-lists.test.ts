import { expect, it } from 'vitest'
import { miniatureWorld, send } from '../support/miniature-world.ts'

/** CAT-11: the lists behind the links of the entry point, and their items. */

const world = miniatureWorld()
const get = (target: string, Accept = 'application/json') =>
  send(world, 'GET', target, { headers: { Accept } })
const keysOf = (result: ReturnType<typeof send>) => [
  result.status,
  ...Object.keys(result.json?.Errors ?? {}).sort(),
]
const namesAt = (target: string): string[] =>
  get(target).json._entries.map(({ Nombre }: { Nombre: string }) => Nombre)

it.each([
  ['/v3/marcas', ['Codenames', 'Modelos', 'Nombre', '_links']],
  ['/v3/modelos?marca=1', ['Carrocerias', 'Codename', 'Marca', 'Nombre', 'Versiones', '_links']],
  ['/v3/regiones', ['Ciudades', 'Iso', 'Nombre', '_links']],
  ['/v3/ciudades?region=AR-B', ['Nombre', 'Region', '_links']],
  ['/v3/monedas', ['Codename', 'Nombre', 'Simbolo', '_links']],
  ['/v3/propulsiones', ['Codename', 'Nombre', '_links']],
  ['/v3/carrocerias', ['Codename', 'Nombre', '_links']],
])(
  'CAT-11, COM-05, catalogue/list-size: %s is a whole collection of entries that link to themselves',
  (target, members) => {
    const { status, json } = get(target)
    expect(status).toBe(200)
    expect(Object.keys(json).sort()).toEqual(['_entries', '_links'])
    expect(json._entries.length).toBeGreaterThan(1)
    for (const entry of json._entries) {
      expect(Object.keys(entry).sort()).toEqual(members)
      expect(get(entry._links.self.href).json).toEqual(entry)
    }
    expect(get(json._links.self.href).json).toEqual(json)
  },
)

it.each([
  '/v3/marcas',
  '/v3/regiones',
  '/v3/monedas',
  '/v3/propulsiones',
  '/v3/carrocerias',
  '/v3/ciudades?region=AR-B',
  '/v3/modelos?marca=1',
  '/v3/versiones?modelo=100',
])('CAT-11, COM-06: %s can be shown as refs', (target) => {
  const full = get(target).json._entries
  const refs = get(target, 'application/vnd.service.ref+json').json._entries
  expect(refs.map(({ href }: { href: string }) => href)).toEqual(
    full.map(({ _links }: { _links: { self: { href: string } } }) => _links.self.href),
  )
})

it.each([
  '/v3/marcas',
  '/v3/modelos',
  '/v3/versiones',
  '/v3/regiones',
  '/v3/ciudades',
  '/v3/monedas',
  '/v3/propulsiones',
  '/v3/carrocerias',
])('CAT-11, common/path-parameters: %s/{id} is 404 plain for what is not an id there', (list) => {
  for (const id of ['0', '-1', '2147483647', '2147483648', 'x', '1.0', '%31%20', '']) {
    const result = get(`${list}/${id}`)
    expect([id, result.status, result.headers['Content-Type']]).toEqual([
      id,
      404,
      'text/plain; charset=utf-8',
    ])
  }
})

it('catalogue/q: codename or part of the name, accents and case ignored', () => {
  expect(namesAt('/v3/marcas?q=VOLKS')).toEqual(['Volkswagen'])
  expect(namesAt('/v3/marcas?q=vw')).toEqual(['Volkswagen'])
  expect(namesAt('/v3/marcas?q=v')).not.toEqual([])
  expect(namesAt('/v3/marcas?q=nada')).toEqual([])
  expect(namesAt('/v3/marcas?q=')).toEqual(namesAt('/v3/marcas'))
  expect(namesAt('/v3/regiones?q=cordoba')).toContain('Córdoba')
  expect(namesAt('/v3/regiones?q=AR-B')).toEqual(['Buenos Aires'])
  expect(namesAt('/v3/regiones?q=ar-b')).toEqual(['Buenos Aires'])
  expect(namesAt('/v3/ciudades?q=la%20plata')).toEqual(['La Plata'])
  expect(namesAt('/v3/modelos?marca=1&q=gol')).toEqual(expect.arrayContaining(['Gol Trend', 'Golf']))
})

it('catalogue/brands, catalogue/models: soloMercadoNuevos leaves entries that are still sold new', () => {
  const all = namesAt('/v3/modelos?marca=1')
  const sold = namesAt('/v3/modelos?marca=1&soloMercadoNuevos=true')
  expect(sold.length).toBeGreaterThan(0)
  expect(sold.length).toBeLessThan(all.length)
  expect(sold).not.toContain('Gol Trend')
  expect(namesAt('/v3/modelos?marca=1&soloMercadoNuevos=false')).toEqual(all)
  expect(namesAt('/v3/marcas?soloMercadoNuevos=true')).toContain('Volkswagen')
  expect(keysOf(get('/v3/marcas?soloMercadoNuevos=2'))).toEqual([400, 'soloMercadoNuevos'])
})

it.each([
  ['/v3/modelos', 'marca'],
  ['/v3/versiones', 'modelo'],
])('catalogue/models, catalogue/versions: %s needs ?%s=, an int32', (list, name) => {
  for (const query of [
    '',
    `?${name}=`,
    `?${name}=x`,
    `?${name}=2147483648`,
    `?${name}=-2147483649`,
    `?${name}=1.5`,
    `?${name}=+1`,
    '?q=gol',
  ]) {
    expect([query, ...keysOf(get(list + query))]).toEqual([query, 400, name])
  }
  for (const id of ['2147483647', '-2147483648', '0'])
    expect(get(`${list}?${name}=${id}`).json._entries).toEqual([])
})

it('catalogue/versions: q and year narrow the versions of a model', () => {
  const years = (target: string): unknown[] =>
    get(target).json._entries.map(({ VersionYear }: { VersionYear: unknown }) => VersionYear)
  expect(years('/v3/versiones?modelo=100').length).toBeGreaterThan(0)
  expect(new Set(years('/v3/versiones?modelo=100&year=2022'))).toEqual(new Set([2022]))
  expect(years('/v3/versiones?modelo=100&year=1950')).toEqual([])
  expect(keysOf(get('/v3/versiones?modelo=100&year=1907'))).toEqual([400, 'year'])
  expect(keysOf(get('/v3/versiones?modelo=x&year=2051'))).toEqual([400, 'modelo', 'year'])
})

it('catalogue/cities: region, q or both are needed, the region in every form', () => {
  expect(keysOf(get('/v3/ciudades'))).toEqual([400, 'region'])
  expect(keysOf(get('/v3/ciudades?region=&q='))).toEqual([400, 'region'])
  expect(keysOf(get('/v3/ciudades?region=nada'))).toEqual([400, 'region'])
  const inBuenosAires = namesAt('/v3/ciudades?region=AR-B')
  for (const form of ['Buenos+Aires', 'buenos%20aires', 'buenos-aires', 'ar-b'])
    expect(namesAt(`/v3/ciudades?region=${form}`)).toEqual(inBuenosAires)
  const [{ _links: links }] = get('/v3/regiones?q=AR-B').json._entries
  expect(namesAt(`/v3/ciudades?region=${links.self.href}`)).toEqual(inBuenosAires)
  expect(namesAt('/v3/ciudades?region=AR-B&q=plata')).toEqual(['La Plata', 'Mar del Plata'])
})

it('catalogue/regions: a region leads to its cities, and each of them back to it', () => {
  const [region] = get('/v3/regiones?q=AR-X').json._entries
  expect(region).toMatchObject({ Nombre: 'Córdoba', Iso: 'AR-X' })
  const cities = get(region.Ciudades._links.self.href).json._entries
  expect(cities.length).toBeGreaterThan(1)
  for (const city of cities)
    expect([city.Region, city._links.region.href]).toEqual(['Córdoba', region._links.self.href])
})

it('catalogue/cities: the best match of a city, in a region or in all of them', () => {
  const match = (query: string) => get(`/v3/ciudades/bestmatch?${query}`)
  expect(match('region=AR-B&city=La+Plata').json).toMatchObject({
    Nombre: 'La Plata',
    Region: 'Buenos Aires',
  })
  expect(match('city=la%20plata').json.Nombre).toBe('La Plata')
  expect(keysOf(match(''))).toEqual([400, 'city'])
  expect(keysOf(match('region=AR-B'))).toEqual([400, 'city'])
  expect(keysOf(match('region=nada&city=La+Plata'))).toEqual([400, 'region'])
  expect(keysOf(match('region=AR-X&city=La+Plata'))).toEqual([400, 'city'])
  expect(keysOf(match('region=AR-B&city=plata'))).toEqual([400, 'city'])
})

it('common/ref-titles: a city is titled with its region', () => {
  const { json } = get('/v3/ciudades/bestmatch?city=la+plata', 'application/vnd.service.ref+json')
  expect(json.title).toBe('La Plata (Buenos Aires)')
})

it('COM-11: every city is found by its full name, the title of its ref', () => {
  const ref = 'application/vnd.service.ref+json'
  const cities = get('/v3/regiones').json._entries.flatMap(
    (region: { Ciudades: { _links: { self: { href: string } } } }) =>
      get(region.Ciudades._links.self.href, ref).json._entries,
  )
  expect(cities.length).toBeGreaterThan(20)
  for (const { href, title } of cities)
    for (const name of [title, title.replace(' (', ', ').replace(/\)$/, ''), title.toLowerCase()]) {
      const found = get(`/v3/ciudades/bestmatch?city=${encodeURIComponent(name)}`, ref)
      expect(found.json.href, name).toBe(href)
    }
  const elsewhere = '/v3/ciudades/bestmatch?region=AR-X&city=La+Plata+(Buenos+Aires)'
  expect(keysOf(get(elsewhere))).toEqual([400, 'city'])
})

it('catalogue/currencies: a currency is shown with its ISO 4217 code', () => {
  const found = get('/v3/monedas').json._entries.find(
    ({ Codename }: { Codename: string }) => Codename === 'USD',
  )
  expect(found).toMatchObject({ Nombre: 'Dólar estadounidense', Simbolo: 'US$' })
})

it('catalogue/order=by-name: accents and case do not count', () => {
  const sorted = miniatureWorld({ 'catalogue/order': 'by-name' })
  const names: string[] = send(sorted, 'GET', '/v3/regiones').json._entries.map(
    ({ Nombre }: { Nombre: string }) => Nombre,
  )
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'es')))
  expect(names.indexOf('Corrientes')).toBe(names.indexOf('Córdoba') + 1)
})
