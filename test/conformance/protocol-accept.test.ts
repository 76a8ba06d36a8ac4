import { expect, it } from 'vitest'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** COM-10 in complete exchanges, and `Vary` on every response. */

const REF = 'application/vnd.service.ref+json'
const stocked = () =>
  send(miniatureWorld(), 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('gol-1') }).world
const get = (target: string, Accept: string) => send(stocked(), 'GET', target, { headers: { Accept } })

it.each(['application/json', 'application/vnd.service.entry+json', 'text/json'])(
  'COM-10: %s gives the full form under that name',
  (type) => {
    const result = get(`/v3/agencias/${MAIL}`, type)
    expect(result.status).toBe(200)
    expect(result.headers['Content-Type']).toBe(type)
    expect(result.json).toHaveProperty('NombreComercial', 'El Taller')
  },
)

it.each([
  [`/v3/agencias/${MAIL}`, ['AdminMail', 'href', 'title']],
  [`/v3/publicaciones/${MAIL}/gol-1`, ['EstadoActual', 'ExternalId', 'etag', 'href', 'title']],
  [`/v3/operadores?operador=${MAIL}`, ['href', 'title']],
  ['/v3/versiones/10001', ['Marca', 'Modelo', 'Version', 'VersionYear', 'href', 'title']],
  ['/v3/modelos/100', ['href', 'title']],
  ['/v3/marcas/1', ['href', 'title']],
  ['/v3/marcas/bestmatch?make=vw', ['href', 'title']],
  ['/v3/modelos/bestmatch?make=vw&model=gol', ['href', 'title']],
])('COM-10, COM-06: the ref type gives the ref of %s', (target, members) => {
  const result = get(target, REF)
  expect(result.status).toBe(200)
  expect(result.headers['Content-Type']).toBe(REF)
  expect(Object.keys(result.json).sort()).toEqual(members)
})

it.each([
  '/v3/agencias',
  `/v3/operadores/${MAIL}`,
  `/v3/publicaciones/${MAIL}`,
  '/v3/marcas',
  '/v3/modelos?marca=1',
])('COM-10, COM-05: the collection %s keeps its shape and holds refs', (target) => {
  const result = get(target, REF)
  expect(result.json._links).toHaveProperty('self')
  for (const entry of result.json._entries) {
    expect(entry).toHaveProperty('href')
    expect(entry).toHaveProperty('title')
    expect(entry).not.toHaveProperty('_links')
  }
  expect(result.json._entries.length).toBeGreaterThan(0)
})

it('COM-10: writes choose the form in the same way, with 200 and with 201', () => {
  const headers = { Accept: REF }
  const made = send(miniatureWorld(), 'POST', `/v3/publicaciones/${MAIL}`, {
    body: golListing('gol-1'),
    headers,
  })
  expect([made.status, made.headers['Content-Type']]).toEqual([201, REF])
  expect(made.json).toHaveProperty('etag', made.headers['ETag'])
  const agency = send(miniatureWorld(), 'PUT', `/v3/agencias/${MAIL}`, {
    body: { NombreComercial: 'Otro' },
    headers,
  })
  expect(agency.json).toEqual({
    AdminMail: MAIL,
    href: `/v3/agencias/${MAIL.replace('@', '%40')}`,
    title: 'Otro',
  })
  const operator = send(miniatureWorld(), 'PUT', `/v3/operadores/${MAIL}`, {
    body: { Nombre: 'Ana' },
    headers,
  })
  expect(Object.keys(operator.json)).toEqual(['href', 'title'])
})

it.each([
  '/v3',
  `/v3/agencias/${MAIL}/productos`,
  `/v3/notificaciones/${MAIL}`,
  '/v3/appnotificaciones',
  `/v3/sucursales/${MAIL}`,
])('common/accept-unsupported: %s has no ref, so asking for one is 406', (target) => {
  const result = get(target, REF)
  expect(result.status).toBe(406)
  expect(result.headers['Content-Type']).toBe('application/problem+json')
  expect(result.json).toMatchObject({ Type: 'https://httpstatuses.com/406', Status: 406, Instance: target })
  expect(result.json).not.toHaveProperty('Errors')
})

it('common/accept-unsupported: a write that cannot be shown is refused before it is done', () => {
  const world = miniatureWorld()
  const result = send(world, 'PUT', `/v3/agencias/${MAIL}`, {
    body: { NombreComercial: 'Otro' },
    headers: { Accept: 'text/html' },
  })
  expect(result.status).toBe(406)
  expect(result.world).toBe(world)
})

it('common/accept-unsupported=full-form shows the full form for any other media type', () => {
  const world = miniatureWorld({ 'common/accept-unsupported': 'full-form' })
  const result = send(world, 'GET', '/v3', { headers: { Accept: 'text/html' } })
  expect([result.status, result.headers['Content-Type']]).toEqual([200, 'application/json'])
})

it.each([
  ['GET', '/v3', 200],
  ['GET', '/v4', 404],
  ['GET', '/v3/agencias/nadie@x.example', 404],
  ['GET', '/v3/agencias/nadie', 400],
  ['DELETE', '/v3', 405],
  ['PUT', `/v3/agencias/${MAIL}`, 400],
])('Vary is on every answer: %s %s answers %i', (method, target, status) => {
  const result = send(miniatureWorld(), method, target)
  expect([result.status, result.headers['Vary']]).toEqual([status, 'Accept'])
})

it('common/cache-headers=private-no-cache is on responses and refusals', () => {
  const world = miniatureWorld({ 'common/cache-headers': 'private-no-cache' })
  for (const target of ['/v3', '/v3/nada'])
    expect(send(world, 'GET', target).headers['Cache-Control']).toBe('private, no-cache')
  expect(send(miniatureWorld(), 'GET', '/v3').headers).not.toHaveProperty('Cache-Control')
})
