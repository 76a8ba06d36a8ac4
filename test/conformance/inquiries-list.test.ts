import { expect, it } from 'vitest'
import { MAIL, miniatureWorld, NOW, OTHER_MAIL, send } from '../support/miniature-world.ts'
import {
  type ExpectedInquiry,
  HOUR_MS,
  hrefsOf,
  inquiryOn,
  RAUL,
  sidsOf,
  withInquiries,
  withManyInquiries,
  worldWithPublications,
} from './inquiry-worlds.ts'

const { world: WORLD, known: KNOWN } = withManyInquiries(worldWithPublications(), 600, NOW)
const PAGE = `/v3/consultas/${MAIL}`

const dayOf = (atMs: number): string => new Date(atMs - 3 * HOUR_MS).toISOString().slice(0, 10)

const PERIODS = [
  { desde: '2026-01-30', hasta: '2026-03-01', query: '' },
  { desde: '2025-12-01', hasta: '2026-03-01', query: 'desde=2025-12-01' },
  { desde: '2026-01-01', hasta: '2026-01-31', query: 'hasta=2026-01-31' },
  { desde: '2026-02-03', hasta: '2026-02-03', query: 'desde=2026-02-03&hasta=2026-02-03' },
]

const seenBy = (app: string) => (inquiry: ExpectedInquiry) => app === 'uno' || inquiry.app === app

it.each(PERIODS)(
  'INQ-05, INQ-07: every combination of filters, from $desde to $hasta, lists what it names, newest first',
  ({ desde, hasta, query }) => {
    for (const app of ['uno', 'dos', 'lector']) {
      for (const operador of [undefined, MAIL, RAUL, RAUL.toUpperCase(), 'nadie@x.example']) {
        for (const externalid of [undefined, 'Gol-A', 'gol-b', 'GOL-D', 'Gol', 'no-such']) {
          const expected = KNOWN.filter(seenBy(app))
            .filter(({ atMs }) => dayOf(atMs) >= desde && dayOf(atMs) <= hasta)
            .filter(
              (inquiry) => !operador || operador === MAIL || inquiry.operador === operador.toLowerCase(),
            )
            .filter((inquiry) => !externalid || inquiry.externalid.toLowerCase() === externalid.toLowerCase())
            .map(({ sid }) => sid)
            .reverse()
          const filters = [
            query,
            operador && `operador=${operador}`,
            externalid && `externalid=${externalid}`,
          ]
            .filter(Boolean)
            .join('&')
          const page = send(WORLD, 'GET', `${PAGE}?${filters}`, { app: app })
          expect([page.status, page.json.Total, sidsOf(page.json)]).toEqual([
            200,
            expected.length,
            expected.slice(0, 100),
          ])
        }
      }
    }
  },
)

it('INQ-07: the stock of this file has inquiries of every kind, so the filters above had something to leave out', () => {
  const kinds = new Set(KNOWN.map(({ app, operador, externalid }) => `${app} ${operador} ${externalid}`))
  expect(kinds.size).toBe(4)
  expect(send(WORLD, 'GET', `${PAGE}?desde=2025-12-01`, { app: 'dos' }).json.Total).toBeGreaterThan(50)
  expect(send(WORLD, 'GET', PAGE, { app: 'lector' }).json.Total).toBe(0)
})

it('inquiries/visible-to=own-only: the administrator sees those that he answers for', () => {
  const { world } = withManyInquiries(worldWithPublications({ 'inquiries/visible-to': 'own-only' }), 60, NOW)
  const all = send(world, 'GET', PAGE).json.Total
  const own = send(world, 'GET', `${PAGE}?operador=${MAIL}`).json.Total
  const other = send(world, 'GET', `${PAGE}?operador=${RAUL}`).json.Total
  expect(own).toBeGreaterThan(0)
  expect(other).toBeGreaterThan(0)
  expect(own + other).toBe(all)
})

it('inquiries/order=oldest-first turns the order, also across pages', () => {
  const { world, known } = withManyInquiries(
    worldWithPublications({ 'inquiries/order': 'oldest-first', 'inquiries/page-size': 'size:4' }),
    10,
    NOW,
  )
  const pages = [1, 2, 3].map((pagina) => sidsOf(send(world, 'GET', `${PAGE}?pagina=${pagina}`).json))
  expect(pages.flat()).toEqual(known.map(({ sid }) => sid))
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 2])
})

it('INQ-04: a page says its period, number, total and size, as integers and date-times with offset', () => {
  const { json, headers } = send(WORLD, 'GET', `${PAGE}?pagina=2`)
  const expected = KNOWN.filter(({ atMs }) => dayOf(atMs) >= '2026-01-30').length
  expect(json).toMatchObject({
    Desde: '2026-01-30T00:00:00-03:00',
    Hasta: '2026-03-01T23:59:59-03:00',
    Pagina: 2,
    Total: expected,
    PerPagina: 100,
  })
  expect(json._entries).toHaveLength(expected - 100)
  expect(Object.keys(json).sort()).toEqual([
    'Desde',
    'Hasta',
    'Pagina',
    'PerPagina',
    'Total',
    '_entries',
    '_links',
  ])
  expect(headers['Content-Type']).toBe('application/json')
})

it('INQ-04: a page of refs has the same head, and an href and a title for each entry', () => {
  const full = send(WORLD, 'GET', PAGE).json
  const { json } = send(WORLD, 'GET', PAGE, { headers: { Accept: 'application/vnd.service.ref+json' } })
  expect(json).toMatchObject({ Total: full.Total, Pagina: 1, PerPagina: 100 })
  expect(json._entries.map(({ href }: { href: string }) => href)).toEqual(hrefsOf(full))
  for (const entry of json._entries) expect(Object.keys(entry)).toEqual(['href', 'title'])
})

it('INQ-08: without the segment the operator names the agency, and every other filter works as with it', () => {
  for (const filters of [
    '',
    '&externalid=gol-b',
    '&desde=2025-12-01&hasta=2026-01-31',
    '&pagina=2&desde=2025-12-01',
  ]) {
    const named = send(WORLD, 'GET', `${PAGE}?operador=${RAUL}${filters}`)
    const unnamed = send(WORLD, 'GET', `/v3/consultas?operador=${RAUL}${filters}`)
    expect(unnamed.status).toBe(200)
    expect(unnamed.json._entries).toEqual(named.json._entries)
    expect(unnamed.json).toMatchObject({
      Total: named.json.Total,
      Desde: named.json.Desde,
      Hasta: named.json.Hasta,
    })
  }
})

it.each([
  ['', 400, 'uno'],
  ['?operador=', 400, 'uno'],
  ['?operador=raul', 400, 'uno'],
  ['?externalid=Gol-A', 400, 'uno'],
  ['?operador=nadie@x.example', 404, 'uno'],
  [`?operador=${OTHER_MAIL}`, 404, 'uno'],
  [`?operador=${OTHER_MAIL}`, 200, 'dos'],
  [`?operador=${RAUL.toUpperCase()}`, 200, 'dos'],
])('INQ-08, inquiries/unknown-filter: /v3/consultas%s answers %i to %s', (query, status, as) => {
  const result = send(WORLD, 'GET', `/v3/consultas${query}`, { app: as })
  expect(result.status).toBe(status)
  if (status === 400) expect(Object.keys(result.json.Errors)).toEqual(['operador'])
  if (status === 404) expect(result.headers['Content-Type']).toBe('text/plain; charset=utf-8')
})

it('inquiries/unknown-filter=400: an operator of no agency is 400 without the segment too', () => {
  const profile = { 'inquiries/unknown-filter': '400' }
  for (const query of ['?operador=nadie@x.example', `?operador=${OTHER_MAIL}`]) {
    const result = send(miniatureWorld(profile), 'GET', `/v3/consultas${query}`, { app: 'uno' })
    expect([result.status, Object.keys(result.json.Errors)]).toEqual([400, ['operador']])
  }
})

it('INQ-08: a fault of the agency takes precedence over one of the period', () => {
  expect(send(WORLD, 'GET', '/v3/consultas?operador=nadie@x.example&desde=x').status).toBe(400)
  expect(send(WORLD, 'GET', '/v3/consultas?operador=nadie@x.example&desde=2020-01-01').status).toBe(404)
})

it('INQ-04: 404 for an agency that does not exist for the app, 400 for an operator that is not an e-mail', () => {
  expect(send(WORLD, 'GET', `/v3/consultas/${OTHER_MAIL}`).status).toBe(404)
  const result = send(WORLD, 'GET', `${PAGE}?operador=raul`)
  expect([result.status, Object.keys(result.json.Errors)]).toEqual([400, ['operador']])
})

it('an agency lists its own inquiries only', () => {
  const world = worldWithPublications()
  const two = withInquiries(world, [
    inquiryOn(world, 1, 'Gol-D', NOW - HOUR_MS),
    inquiryOn(world, 2, 'catalogo', NOW - HOUR_MS, { agency: 1 }),
  ])
  expect(sidsOf(send(two, 'GET', PAGE, { app: 'dos' }).json)).toEqual(['1000001'])
  expect(sidsOf(send(two, 'GET', `/v3/consultas/${OTHER_MAIL}`, { app: 'dos' }).json)).toEqual(['1000002'])
})

it('INQ-07: apps whose names differ in case see their own inquiries only', () => {
  const world = worldWithPublications()
  const shouted = withInquiries(world, [
    inquiryOn(world, 1, 'Gol-D', NOW - HOUR_MS),
    { ...inquiryOn(world, 2, 'Gol-D', NOW - HOUR_MS), car: { ...publicationOf(world), app: 'DOS' } },
  ])
  expect(sidsOf(send(shouted, 'GET', PAGE, { app: 'dos' }).json)).toEqual(['1000001'])
})

const publicationOf = (world: ReturnType<typeof worldWithPublications>) => {
  const { car } = inquiryOn(world, 1, 'Gol-D', NOW)
  if (!('app' in car)) throw new Error('the listing is there')
  return car
}

it('two inquiries of one moment keep the order of their reception', () => {
  const world = worldWithPublications()
  const twins = withInquiries(
    world,
    [1, 2, 3].map((number) => inquiryOn(world, number, 'Gol-A', NOW)),
  )
  expect(sidsOf(send(twins, 'GET', PAGE).json)).toEqual(['1000003', '1000002', '1000001'])
})

it('a world without inquiries answers an empty page that links to itself only', () => {
  const { json } = send(miniatureWorld(), 'GET', PAGE)
  expect(json).toMatchObject({ Total: 0, Pagina: 1, _entries: [] })
  expect(json._links).not.toHaveProperty('next')
  expect(json._links).not.toHaveProperty('prev')
})
