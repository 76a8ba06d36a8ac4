import { expect, it } from 'vitest'
import type { ResourceForm } from '../../src/api/wire/media-types.ts'
import * as responseSchemas from '../../src/api/wire/response-schemas.ts'
import { operations } from '../../src/model/resources/index.ts'
import { golListing, MAIL, miniatureWorld, NOW, send } from '../support/miniature-world.ts'
import { inquiryOn, withInquiries, worldWithPublications } from './inquiry-worlds.ts'

/** COM-01, COM-07, COM-08, COM-11, COM-14: rules for all bodies. */

const stocked = () => {
  const world = worldWithPublications()
  const inquired = withInquiries(world, [
    inquiryOn(world, 1, 'Gol-A', NOW),
    inquiryOn(world, 2, 'catalogo', NOW),
  ])
  const branched = send(inquired, 'POST', `/v3/sucursales/${MAIL}`, {
    body: { Laborable: { Desde: '08:00', Hasta: null } },
  }).world
  return send(branched, 'POST', '/v3/appnotificaciones/publicacion-estado', {
    body: { Callback: 'https://app.example/' },
  }).world
}

const TARGETS = [
  '/v3',
  '/v3/agencias',
  `/v3/agencias/${MAIL}`,
  `/v3/agencias/${MAIL}/productos`,
  `/v3/operadores/${MAIL}`,
  `/v3/operadores?operador=${MAIL}`,
  `/v3/notificaciones/${MAIL}`,
  `/v3/sucursales/${MAIL}`,
  `/v3/sucursales/${MAIL}/1`,
  `/v3/visitas/${MAIL}`,
  `/v3/consultas/${MAIL}`,
  `/v3/consultas?operador=${MAIL}`,
  `/v3/consultas/${MAIL}/1000002`,
  `/v3/publicaciones/${MAIL}`,
  `/v3/publicaciones/${MAIL}/gol-a`,
  '/v3/appnotificaciones',
  '/v3/appnotificaciones/publicacion-estado',
  '/v3/marcas',
  '/v3/marcas/1',
  '/v3/marcas/bestmatch?make=vw',
  '/v3/modelos?marca=1',
  '/v3/modelos/100',
  '/v3/modelos/bestmatch?make=vw&model=gol',
  '/v3/versiones?modelo=100',
  '/v3/versiones/10001',
  '/v3/versiones/bestmatch?make=vw&model=gol',
  '/v3/regiones',
  '/v3/regiones/1',
  '/v3/ciudades?region=AR-B',
  '/v3/ciudades/15',
  '/v3/ciudades/bestmatch?city=la+plata',
  '/v3/monedas',
  '/v3/monedas/1',
  '/v3/propulsiones',
  '/v3/propulsiones/1',
  '/v3/carrocerias',
  '/v3/carrocerias/1',
]

const TYPES: Readonly<Record<ResourceForm, string>> = {
  full: 'application/json',
  ref: 'application/vnd.service.ref+json',
  detail: 'application/vnd.service.ex-entry+json',
}
const FORMS = ['full', 'ref', 'detail'] as const

it.each(TARGETS)(
  'COM-14: every form of %s has the members and types of its schema, and no others',
  (target) => {
    const operation = operations.match(target.split('?')[0] ?? '')?.template.byMethod.get('GET')
    if (!operation) throw new Error(`no operation reads ${target}`)
    const wrap = {
      list: responseSchemas.collection,
      page: responseSchemas.page,
      period: responseSchemas.periodPage,
    }
    for (const form of FORMS) {
      const name = operation.representation.schemas[form]
      const schema = name && responseSchemas[name]
      const result = send(stocked(), 'GET', target, { headers: { Accept: TYPES[form] } })
      expect([form, result.status]).toEqual([form, schema ? 200 : 406])
      if (!schema) continue
      const whole = operation.resultKind === 'entry' ? schema : wrap[operation.resultKind](schema)
      // The schema drops members that it does not name.
      expect(whole.parse(result.json)).toEqual(result.json)
    }
  },
)

it('every read of the table is among the targets of this file', () => {
  const met = new Set(
    TARGETS.map((target) => operations.match(target.split('?')[0] ?? '')?.template.byMethod.get('GET')?.id),
  )
  expect(
    operations.all.filter(({ method, id }) => method === 'GET' && !met.has(id)).map(({ id }) => id),
  ).toEqual([])
})

it('COM-01: every path of the table starts with /v3', () => {
  expect(operations.all.filter(({ path }) => path !== '/v3' && !path.startsWith('/v3/'))).toEqual([])
})

const amend = (Precio: unknown) =>
  send(worldWithPublications(), 'PATCH', `/v3/publicaciones/${MAIL}/gol-a`, { body: { Precio } })

it.each([
  [
    { Moneda: 'USD', Importe: 0 },
    { Moneda: 'USD', Importe: 0 },
  ],
  [
    { Moneda: 'usd', Importe: 999_999_999_999.99 },
    { Moneda: 'USD', Importe: 999_999_999_999.99 },
  ],
  [
    { Moneda: 'Dólar estadounidense', Importe: 10.5 },
    { Moneda: 'USD', Importe: 10.5 },
  ],
  [
    { Moneda: '1', Importe: 1 },
    { Moneda: 'ARS', Importe: 1 },
  ],
  [
    { Moneda: '/v3/monedas/1', Importe: 1 },
    { Moneda: 'ARS', Importe: 1 },
  ],
  [
    { Moneda: 'https://api.example/v3/monedas/2', Importe: 0.01 },
    { Moneda: 'USD', Importe: 0.01 },
  ],
  [null, null],
])('COM-07, COM-11, common/currency: the amount %j is shown as %j', (sent, shown) => {
  const result = amend(sent)
  expect([result.status, result.json.Precio]).toEqual([200, shown])
})

const REFUSED: readonly (readonly [unknown, readonly string[]])[] = [
  [{ Moneda: 'ARS' }, ['Precio.Importe']],
  [{ Importe: 1 }, ['Precio.Moneda']],
  [{}, ['Precio.Importe', 'Precio.Moneda']],
  [{ Moneda: null, Importe: null }, ['Precio.Importe', 'Precio.Moneda']],
  [{ Moneda: 'XXX', Importe: 1 }, ['Precio.Moneda']],
  [{ Moneda: '', Importe: 1 }, ['Precio.Moneda']],
  [{ Moneda: 'ARS', Importe: -0.01 }, ['Precio.Importe']],
  [{ Moneda: 'ARS', Importe: 1_000_000_000_000 }, ['Precio.Importe']],
  [{ Moneda: 'ARS', Importe: 1.005 }, ['Precio.Importe']],
  [{ Moneda: 'ARS', Importe: '1' }, ['Precio.Importe']],
  [{ Moneda: 1, Importe: 1 }, ['Precio.Moneda']],
  [{ Moneda: 'XXX', Importe: -1 }, ['Precio.Importe', 'Precio.Moneda']],
  [[], ['Precio']],
  ['ARS 1', ['Precio']],
  [1, ['Precio']],
]

it.each(REFUSED)(
  'COM-07, common/valor-bounds, common/valor-members: the amount %j is 400 on %j',
  (sent, keys) => {
    const result = amend(sent)
    expect([result.status, ...Object.keys(result.json.Errors ?? {}).sort()]).toEqual([400, ...keys])
  },
)

it.each([
  [
    { Region: 'AR-B', Ciudad: 'La Plata', Direccion: 'Calle 7' },
    { Region: 'Buenos Aires', Ciudad: 'La Plata', Direccion: 'Calle 7' },
  ],
  [
    { Region: 'buenos aires', Ciudad: 'la plata' },
    { Region: 'Buenos Aires', Ciudad: 'La Plata', Direccion: '' },
  ],
  [{ Ciudad: '/v3/ciudades/15' }, { Region: 'Buenos Aires', Ciudad: 'La Plata', Direccion: '' }],
])('COM-08, COM-11: the place %j is shown as %j, the region by its name', (Locacion, shown) => {
  const result = send(miniatureWorld(), 'POST', `/v3/publicaciones/${MAIL}`, {
    body: golListing('gol-1', { Locacion }),
  })
  expect([result.status, result.json.Locacion]).toEqual([201, shown])
})
