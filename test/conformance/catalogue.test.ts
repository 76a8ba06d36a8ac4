import { expect, it } from 'vitest'
import { miniatureWorld, send } from '../support/miniature-world.ts'

/**
 * CAT-01, CAT-02, CAT-03, CAT-04, CAT-05, CAT-06, CAT-07, CAT-08, CAT-09, CAT-10, CAT-11, CAT-12: the entry
 * point, versions and the best matches.
 */

const world = miniatureWorld()
const get = (target: string, Accept = 'application/json') =>
  send(world, 'GET', target, { headers: { Accept } })
const keysOf = (result: ReturnType<typeof send>) => [
  result.status,
  ...Object.keys(result.json?.Errors ?? {}).sort(),
]
const REF = 'application/vnd.service.ref+json'
const DETAIL = 'application/vnd.service.ex-entry+json'
const catalogue = world.setting.catalogue()
const [brand] = catalogue.brands.filter(({ Nombre }) => Nombre === 'Volkswagen')
const [version] = catalogue.versions
if (!brand || !version) throw new Error('expected Volkswagen and a version in the catalogue')

const BLOCKS = [
  'Agencias',
  'Regiones',
  'Ciudades',
  'Monedas',
  'Propulsiones',
  'Carrocerias',
  'Marcas',
  'Modelos',
  'Versiones',
  'AppNotificaciones',
]

it('CAT-01: the entry point has ten link blocks and a link to itself', () => {
  const { json } = get('/v3')
  expect(Object.keys(json)).toEqual([...BLOCKS, '_links'])
  for (const block of BLOCKS) {
    expect(Object.keys(json[block])).toEqual(['_links'])
    expect(Object.keys(json[block]._links).length).toBeGreaterThan(0)
  }
  expect(json._links.self).toEqual({ href: '/v3' })
})

it('CAT-02: the entry point has an entity tag that stays while nothing about it changes', () => {
  const { ETag } = get('/v3').headers
  expect(ETag).toMatch(/^"[^"]+"$/)
  expect(send(miniatureWorld(), 'GET', '/v3', { app: 'dos' }).headers['ETag']).toBe(ETag)
  expect(send(miniatureWorld({ 'common/href-form': 'absolute' }), 'GET', '/v3').headers['ETag']).not.toBe(
    ETag,
  )
})

const NAMES = ['Marca', 'Modelo', 'Nombre', 'Codename', 'Carroceria', 'Segmento', '_links']

it.each(['application/json', 'application/vnd.service.entry+json', 'text/json', '*/*'])(
  'CAT-04: %s gives the summary of a version',
  (type) => {
    const { json } = get(version.path, type)
    expect(Object.keys(json).sort()).toEqual(
      ['VersionYear', 'Propulsion', 'Transmision', 'Potencia', 'Cilindrada', ...NAMES].sort(),
    )
    expect(json).toMatchObject({
      Marca: 'Volkswagen',
      Modelo: 'Gol Trend',
      Nombre: version.Nombre,
      VersionYear: 2022,
      Propulsion: 'Nafta',
    })
  },
)

it('CAT-05, catalogue/detail-media-type: the ex-entry type gives the detail', () => {
  const { json, headers } = get(version.path, DETAIL)
  expect(headers['Content-Type']).toBe(DETAIL)
  const own = [
    'VersionYear',
    'Origen',
    'Garantia',
    'Foto',
    'Precio',
    'Colores',
    'ActualmenteDisponible',
    'InfoTecnica',
  ]
  expect(Object.keys(json).sort()).toEqual([...own, ...NAMES].sort())
  expect(URL.canParse(json.Foto)).toBe(true)
  expect(json.ActualmenteDisponible).toBeTypeOf('boolean')
  expect(json.Colores.every((colour: unknown) => typeof colour === 'string')).toBe(true)
  expect(json.InfoTecnica.length).toBeGreaterThan(0)
  for (const row of json.InfoTecnica) {
    expect(Object.keys(row).sort()).toEqual(['Datos', 'Seccion', 'Valor'])
    expect(Object.values(row).every((value) => typeof value === 'string')).toBe(true)
  }
})

it('CAT-05, catalogue/detail-types: a version that is still sold new has a price, others have none', () => {
  const sold = catalogue.versions.find(({ ActualmenteDisponible }) => ActualmenteDisponible)
  const { json } = get(sold?.path ?? '', DETAIL)
  expect(json.ActualmenteDisponible).toBe(true)
  expect(json.Precio).toEqual({ Moneda: expect.stringMatching(/^[A-Z]{3}$/), Importe: expect.any(Number) })
  expect(get(version.path, DETAIL).json).toMatchObject({ ActualmenteDisponible: false, Precio: null })
})

it('CAT-06: the ref of a version names brand, model, version and year, and is titled by them', () => {
  expect(get(version.path, REF).json).toEqual({
    Marca: 'Volkswagen',
    Modelo: 'Gol Trend',
    Version: version.Nombre,
    VersionYear: 2022,
    href: version.path,
    title: `Volkswagen Gol Trend ${version.Nombre} 2022`,
  })
})

it('CAT-03: an unknown version is 404 plain, also for a reader of details', () => {
  for (const type of ['application/json', DETAIL, REF]) {
    const result = get('/v3/versiones/1', type)
    expect([result.status, result.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(result.text.length).toBeGreaterThan(0)
    expect(result.json).toBeUndefined()
  }
})

it('CAT-09: a brand and a model have the members of their tables, and their blocks lead to the models and versions', () => {
  const one = get(brand.path).json
  expect(Object.keys(one).sort()).toEqual(['Codenames', 'Modelos', 'Nombre', '_links'])
  expect(one).toMatchObject({ Nombre: 'Volkswagen', Codenames: expect.arrayContaining(['vw']) })
  const [model] = get(one.Modelos._links.self.href).json._entries
  expect(Object.keys(model).sort()).toEqual(
    ['Carrocerias', 'Codename', 'Marca', 'Modelo', 'Nombre', 'Versiones', '_links'].filter(
      (name) => name !== 'Modelo',
    ),
  )
  expect(model).toMatchObject({
    Marca: 'Volkswagen',
    Nombre: 'Gol Trend',
    Codename: 'gol-trend',
    Carrocerias: ['Hatchback', 'Sedán'],
  })
  const versions = get(model.Versiones._links.self.href).json._entries
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.every(({ Modelo }: { Modelo: string }) => Modelo === 'Gol Trend')).toBe(true)
  expect(get(brand.path, REF).json).toEqual({ href: brand.path, title: 'Volkswagen' })
})

it.each([
  'Volkswagen',
  'volkswagen',
  'vw',
  'VW',
  '%20vw%20',
  String(brand.id),
  brand.path,
  `https://api.example${brand.path}`,
  `http://other.example/w/x${brand.path}`,
  'volkswagem',
])('CAT-08, CAT-12: the brand %s is Volkswagen', (make) => {
  expect(get(`/v3/marcas/bestmatch?make=${make}`).json).toMatchObject({ Nombre: 'Volkswagen' })
})

it.each([
  '',
  '?make=',
  '?make=%20',
  '?make=Atl%C3%A1ntida',
  '?make=999999',
  '?make=/v3/marcas/999999',
  '?make=/v3/modelos/100',
  '?Make=vw',
])('CAT-08, catalogue/no-match: /v3/marcas/bestmatch%s is 400 on make', (query) => {
  expect(keysOf(get(`/v3/marcas/bestmatch${query}`))).toEqual([400, 'make'])
})

it('CAT-08: of several makes the first counts', () => {
  expect(get('/v3/marcas/bestmatch?make=ford&make=vw').json.Nombre).toBe('Ford')
})

it.each([
  ['make=vw&model=gol', 'Gol Trend'],
  ['make=Volkswagen&model=Gol+Trend', 'Gol Trend'],
  ['make=Volkswagen&model=gol-trend', 'Gol Trend'],
  ['make=vw&model=trend', 'Gol Trend'],
  ['make=vw&model=VW%20Gol%20Trend', 'Gol Trend'],
  ['make=vw&model=100', 'Gol Trend'],
  ['make=vw&model=/v3/modelos/100', 'Gol Trend'],
  ['make=vw&model=gol&bodystyle=Sed%C3%A1n', 'Gol Trend'],
  ['make=vw&model=gol&bodystyle=sedan', 'Gol Trend'],
  ['make=peugeot&model=208', '208'],
  ['make=fiat&model=500', '500'],
])('CAT-07, CAT-12, catalogue/numeric-names: %s is %s', (query, name) => {
  expect(get(`/v3/modelos/bestmatch?${query}`).json).toMatchObject({ Nombre: name })
})

it.each([
  ['', ['make', 'model']],
  ['make=vw', ['model']],
  ['model=gol', ['make']],
  ['make=nada&model=gol', ['make']],
  ['make=vw&model=nada', ['model']],
  ['make=ford&model=/v3/modelos/100', ['model']],
  ['make=vw&model=gol&bodystyle=nada', ['bodystyle']],
  ['make=vw&model=gol&bodystyle=Pick-up', ['bodystyle']],
])('CAT-07, catalogue/bodystyle-no-match: ?%s is 400 on %j', (query, keys) => {
  expect(keysOf(get(`/v3/modelos/bestmatch?${query}`))).toEqual([400, ...keys])
})

it('catalogue/no-match=404: without a match the best matches are 404 plain, a missing parameter stays 400', () => {
  const strict = miniatureWorld({ 'catalogue/no-match': '404' })
  for (const target of [
    '/v3/marcas/bestmatch?make=nada',
    '/v3/modelos/bestmatch?make=vw&model=nada',
    '/v3/ciudades/bestmatch?city=nada',
    '/v3/versiones/bestmatch?make=vw&model=nada',
  ]) {
    const result = send(strict, 'GET', target)
    expect([target, result.status, result.headers['Content-Type']]).toEqual([
      target,
      404,
      'text/plain; charset=utf-8',
    ])
  }
  expect(send(strict, 'GET', '/v3/marcas/bestmatch').status).toBe(400)
})

it('CAT-07: the ref of a matched model leads to it', () => {
  const { json } = get('/v3/modelos/bestmatch?make=vw&model=gol', REF)
  expect(get(json.href).json).toMatchObject({ Nombre: 'Gol Trend' })
})

it('CAT-10, catalogue/versions-bestmatch: technical data leave one version, echoed with what was asked', () => {
  const { status, json } = get(
    '/v3/versiones/bestmatch?make=vw&model=gol&trim=Pack+I&year=2022&transmissionType=M&fuelType=nafta&bodystyle=Hatchback',
  )
  expect(status).toBe(200)
  expect(Object.keys(json).sort()).toEqual([
    'Candidates',
    'FuelType',
    'Make',
    'Match',
    'Model',
    'TransmisionType',
    'Trim',
    '_links',
  ])
  expect(json).toMatchObject({
    Make: 'Volkswagen',
    Model: 'Gol Trend',
    Trim: 'Pack I',
    FuelType: 'nafta',
    TransmisionType: 'M',
  })
  expect(json.Match).toEqual(get(version.path).json)
  expect(send(world, 'GET', json._links.self.href).json.Match).toEqual(json.Match)
})

it('CAT-10: with too little data there is no match, and the response lists the candidates', () => {
  const { json } = get('/v3/versiones/bestmatch?make=vw&model=gol')
  expect(json.Match).toBeNull()
  expect(json.Candidates.length).toBeGreaterThan(1)
  expect(json).toMatchObject({ Trim: null, FuelType: null, TransmisionType: null })
})

it.each([
  ['', ['make', 'model']],
  ['make=vw&model=gol&year=1907', ['year']],
  ['make=vw&model=gol&year=2051', ['year']],
  ['make=vw&model=gol&year=x', ['year']],
  ['make=vw&model=gol&bodystyle=nada', ['bodystyle']],
  ['make=vw&model=gol&fuelType=nada', ['fuelType']],
  ['make=vw&model=gol&transmissionType=nada', ['transmissionType']],
  ['year=1', ['make', 'model', 'year']],
])('CAT-10: ?%s is 400 on %j', (query, keys) => {
  expect(keysOf(get(`/v3/versiones/bestmatch?${query}`))).toEqual([400, ...keys])
})

it.each(['1908', '2050'])('CAT-10: the year %s may be asked for', (year) => {
  expect(get(`/v3/versiones/bestmatch?make=vw&model=gol&year=${year}`).status).toBe(200)
})
