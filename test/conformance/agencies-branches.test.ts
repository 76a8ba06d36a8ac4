import { expect, it } from 'vitest'
import { visitTable } from '../../src/model/world/visit.ts'
import { MAIL, miniatureWorld, OTHER_MAIL, send } from '../support/miniature-world.ts'

/** AGE-11: branches and visits, known by link only. */

const LIST = `/v3/sucursales/${MAIL}`
const made = (body: object = {}) => send(miniatureWorld(), 'POST', LIST, { body })
const keysOf = (result: ReturnType<typeof send>) => [
  result.status,
  ...Object.keys(result.json?.Errors ?? {}).sort(),
]

const FULL = {
  Descripcion: 'Casa central',
  Email: 'central@taller.example',
  Telefono: '351 555-0100',
  Region: 'Buenos Aires',
  Ciudad: 'La Plata',
  Direccion: 'Calle 7 100',
  Comercial: true,
  TallerMecanico: true,
  Autopartes: false,
  Laborable: { Desde: '08:00', Hasta: '23:59' },
  PreFestivo: { Desde: '09:00', Hasta: null },
  Festivo: null,
  ResponsableLeadsPostVenta: 'raul@taller.example',
}

it('agencies/branches: POST makes a branch at its Location, shown there and in the list', () => {
  const result = made(FULL)
  expect(result.status).toBe(201)
  const location = result.headers['Location'] ?? ''
  const { _links, ...members } = result.json
  expect(members).toEqual(FULL)
  expect(_links.self.href).toBe(location)
  expect(send(result.world, 'GET', location).json).toEqual(result.json)
  expect(send(result.world, 'GET', LIST).json._entries).toEqual([result.json])
  expect(send(result.world, 'POST', LIST, { body: {} }).headers['Location']).not.toBe(location)
})

it('agencies/branches: an edit changes the members that it sends, null clears', () => {
  const { world, headers } = made(FULL)
  const edit = (body: object) => send(world, 'PUT', headers['Location'] ?? '', { body }).json
  expect(edit({})).toMatchObject(FULL)
  expect(edit({ Descripcion: null, Laborable: null, Autopartes: true })).toMatchObject({
    ...FULL,
    Descripcion: null,
    Laborable: null,
    Autopartes: true,
  })
  expect(edit({ Region: 'AR-X' })).toMatchObject({ Region: 'Córdoba', Ciudad: null })
  expect(edit({ Region: 'AR-B' })).toMatchObject({ Region: 'Buenos Aires', Ciudad: 'La Plata' })
  expect(edit({ Ciudad: 'Mar del Plata' })).toMatchObject({ Region: 'Buenos Aires', Ciudad: 'Mar del Plata' })
})

const long = (length: number) => 'x'.repeat(length)

const ACCEPTED = [
  { Email: `${long(40)}@x.example` },
  { Telefono: long(50) },
  { Direccion: long(200) },
  { Laborable: { Desde: '00:00' } },
]

it.each(ACCEPTED)('agencies/branches: %j, at its bound, is accepted', (body) => {
  expect(made(body).status).toBe(201)
})

const REFUSED: readonly (readonly [object, readonly string[]])[] = [
  [{ Email: `${long(41)}@x.example` }, ['Email']],
  [{ Email: 'central' }, ['Email']],
  [{ Telefono: long(51) }, ['Telefono']],
  [{ Direccion: long(201) }, ['Direccion']],
  [{ Comercial: 'true' }, ['Comercial']],
  [{ Laborable: { Desde: '24:00' } }, ['Laborable.Desde']],
  [{ Laborable: { Desde: '8:00', Hasta: '12:60' } }, ['Laborable.Desde', 'Laborable.Hasta']],
  [{ Festivo: '08:00' }, ['Festivo']],
  [{ ResponsableLeadsPostVenta: OTHER_MAIL }, ['ResponsableLeadsPostVenta']],
  [{ Region: 'Atlántida' }, ['Region']],
  [{ Region: 'AR-X', Ciudad: 'La Plata' }, ['Ciudad']],
  [
    { Email: 'x', Comercial: 1, Region: 'Atlántida', Telefono: 1 },
    ['Comercial', 'Email', 'Region', 'Telefono'],
  ],
]

it.each(REFUSED)('agencies/branches, agencies/opening-hours: %j is 400 on %j', (body, keys) => {
  expect(keysOf(made(body))).toEqual([400, ...keys])
})

it('agencies/branches: 404 for a missing branch, 403 for an app that only reads', () => {
  const { world, headers } = made(FULL)
  const one = headers['Location'] ?? ''
  expect(send(world, 'GET', one.replace(encodeURIComponent(MAIL), OTHER_MAIL), { app: 'dos' }).status).toBe(
    404,
  )
  for (const id of ['0', '99', 'x', '2147483648'])
    expect(send(world, 'PUT', `${LIST}/${id}`, { body: {} }).status).toBe(404)
  expect(send(world, 'PUT', one, { body: {}, app: 'lector' }).status).toBe(403)
  expect(send(world, 'POST', LIST, { body: {}, app: 'lector' }).status).toBe(403)
  expect(send(world, 'POST', `/v3/sucursales/${OTHER_MAIL}`, { body: {} }).status).toBe(404)
})

const visited = () => {
  const visit = { agency: 0, day: 0, ExternalId: 'Gol-A', app: 'uno', OperadorResponsable: MAIL, Visitas: 3 }
  const visits = [
    visit,
    { ...visit, day: -30 },
    { ...visit, day: -31 },
    { ...visit, day: -90 },
    { ...visit, day: -1, ExternalId: 'Gol-B', OperadorResponsable: 'raul@taller.example' },
    { ...visit, ExternalId: 'Gol-D', app: 'dos' },
  ]
  return { ...miniatureWorld(), visits: visitTable(visits) }
}
const daysOf = (query: string, as = 'uno') =>
  send(visited(), 'GET', `/v3/visitas/${MAIL}?${query}`, { app: as }).json._entries.map(
    ({ Fecha, ExternalId }: Record<string, string>) => `${Fecha} ${ExternalId}`,
  )

it('agencies/visits: a page by period with the entries of the app, newest first', () => {
  const { json } = send(visited(), 'GET', `/v3/visitas/${MAIL}?hasta=2026-03-01`)
  expect(Object.keys(json).sort()).toEqual([
    'Desde',
    'Hasta',
    'Pagina',
    'PerPagina',
    'Total',
    '_entries',
    '_links',
  ])
  expect(json).toMatchObject({
    Desde: '2026-01-30T00:00:00-03:00',
    Hasta: '2026-03-01T23:59:59-03:00',
    Total: 4,
    PerPagina: 100,
  })
  expect(Object.keys(json._entries[0]).sort()).toEqual(['ExternalId', 'Fecha', 'Visitas', '_links'])
  expect(daysOf('')).toEqual(['2026-03-01 Gol-D', '2026-03-01 Gol-A', '2026-02-28 Gol-B', '2026-01-30 Gol-A'])
  expect(daysOf('', 'dos')).toEqual(['2026-03-01 Gol-D'])
  expect(daysOf('', 'lector')).toEqual([])
})

it('agencies/visits: the filters and bounds are those of inquiries', () => {
  expect(daysOf('externalid=GOL-b')).toEqual(['2026-02-28 Gol-B'])
  expect(daysOf('operador=RAUL@taller.example')).toEqual(['2026-02-28 Gol-B'])
  expect(daysOf(`operador=${MAIL}`)).toHaveLength(4)
  expect(daysOf('desde=2025-12-01&hasta=2026-01-29')).toEqual(['2026-01-29 Gol-A', '2025-12-01 Gol-A'])
  expect(daysOf('pagina=2')).toEqual([])
  expect(keysOf(send(visited(), 'GET', `/v3/visitas/${MAIL}?desde=2025-11-30&pagina=100`))).toEqual([
    400,
    'desde',
    'pagina',
  ])
  expect(send(visited(), 'GET', `/v3/visitas/${OTHER_MAIL}`).status).toBe(404)
})
