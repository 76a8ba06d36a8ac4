import { expect, it } from 'vitest'
import { golListing, MAIL, miniatureWorld, NOW, OTHER_MAIL, send } from '../support/miniature-world.ts'

/** Paths and queries, character by character. */

const stocked = () =>
  send(miniatureWorld(), 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('Gol-1') }).world
const status = (target: string) => send(stocked(), 'GET', target).status

it.each([
  ['/v3/agencias/jefa%40taller.example', 200],
  ['/v3/agencias/%6Aefa@taller.example', 200],
  ['/v3/agencias/JEFA@Taller.EXAMPLE', 200],
  ['/v3/%61gencias/jefa@taller.example', 200],
  ['/v3/publicaciones/JEFA@taller.example/gOL-1', 200],
  ['/v3/publicaciones/jefa@taller.example/Gol%2D1', 200],
  ['/v3/agencias/jefa%2540taller.example', 400],
  ['/v3/agencias/jefa+x@taller.example', 404],
  ['/v3/publicaciones/jefa@taller.example/Gol%2F1', 404],
  ['/v3/publicaciones/jefa@taller.example/Gol%E9', 404],
  ['/v3/publicaciones/jefa@taller.example/%', 404],
  ['/v3/publicaciones/jefa@taller.example/%00', 404],
])('COM-13: a segment stands for what it encodes, in any case: %s answers %i', (target, expected) => {
  expect(status(target)).toBe(expected)
})

it.each([
  '/V3',
  '/v3/',
  '/v3/Agencias',
  '/v3/agencias/',
  `/v3/agencias/${MAIL}/`,
  `/v3/agencias/${MAIL}/Productos`,
  '/v3//agencias',
  '/v2',
  '/',
  '',
  '/v3/nada',
  '/v3/agencias/a@b/productos/x',
  '/v3/toString',
  '/v3/__proto__',
])('common/path-form: «%s» is nowhere', (target) => {
  const result = send(miniatureWorld(), 'GET', target)
  expect([result.status, result.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
})

it.each([
  ['GET', '/v3/agencias/nadie', 400],
  ['PUT', '/v3/agencias/nadie', 400],
  ['GET', '/v3/agencias/nadie/productos', 400],
  ['GET', '/v3/publicaciones/a@b@c/x1', 400],
  ['POST', '/v3/publicaciones/nadie', 400],
  ['PATCH', '/v3/publicaciones/nadie/x1/suspender', 400],
  ['GET', '/v3/consultas/nadie', 400],
  ['GET', '/v3/consultas/nadie/1', 400],
  ['GET', '/v3/operadores/nadie', 400],
  ['PUT', '/v3/operadores/nadie', 400],
  ['GET', '/v3/notificaciones/nadie', 400],
  ['PUT', '/v3/notificaciones/nadie', 400],
  ['GET', '/v3/sucursales/nadie', 400],
  ['GET', '/v3/visitas/nadie', 400],
])(
  'common/path-parameters: an adminmail that is not an e-mail, %s %s, answers %i on adminMail',
  (method, target, expected) => {
    const result = send(miniatureWorld(), method, target)
    expect(result.status).toBe(expected)
    expect(result.json.Errors).toEqual({ adminMail: [expect.any(String)] })
  },
)

it.each([
  '/v3/versiones/uno',
  '/v3/versiones/1.5',
  '/v3/versiones/2147483648',
  '/v3/versiones/-2147483649',
  '/v3/versiones/99999999999999999999',
  '/v3/marcas/%20',
  '/v3/modelos/0x1',
  `/v3/sucursales/${MAIL}/uno`,
  '/v3/appnotificaciones/%20',
  `/v3/consultas/${MAIL}/no-such`,
])('common/path-parameters: %s names nothing and is 404', (target) => {
  const result = send(miniatureWorld(), 'GET', target)
  expect([result.status, result.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
})

it.each(['2147483647', '-2147483648', '0', '-1'])(
  'COM-13: the int32 %s is well formed but no version',
  (id) => {
    expect(status(`/v3/versiones/${id}`)).toBe(404)
  },
)

it.each([
  ['operador=RAUL@TALLER.example', 1],
  ['operador=raul%40taller.example', 1],
  ['operador=', 2],
  ['operador', 2],
  ['operador=&operador=raul@taller.example', 2],
  ['operador=raul@taller.example&operador=nadie@x.example', 1],
  ['OPERADOR=raul@taller.example', 2],
  ['desconocido=1', 2],
])('common/query-parameters: ?%s leaves %i operators', (query, count) => {
  expect(send(miniatureWorld(), 'GET', `/v3/operadores/${MAIL}?${query}`).json._entries).toHaveLength(count)
})

it('a plus sign in a query is a space, so an address with one is written %2B', () => {
  const raw = send(miniatureWorld(), 'GET', `/v3/operadores/${MAIL}?operador=ra+ul@taller.example`)
  expect([raw.status, Object.keys(raw.json.Errors)]).toEqual([400, ['operador']])
  expect(send(miniatureWorld(), 'GET', `/v3/operadores/${MAIL}?operador=ra%2Bul@taller.example`).status).toBe(
    200,
  )
})

it.each([
  `/v3/operadores/${MAIL}?x=1`,
  '/v3?x=1',
  `/v3/consultas/${MAIL}?Pagina=1`,
  '/v3/marcas?make=1',
  `/v3/consultas/${MAIL}?=1`,
])('common/unknown-members=400: %s is refused on the name of the parameter', (target) => {
  const result = send(miniatureWorld({ 'common/unknown-members': '400' }), 'GET', target)
  const name = new URLSearchParams(target.split('?')[1]).keys().next().value
  expect([result.status, Object.keys(result.json.Errors)]).toEqual([400, [name]])
  expect(send(miniatureWorld(), 'GET', target).status).toBe(200)
})

it('common/href-form: links are root-relative, or absolute with the origin of the request', () => {
  expect(send(miniatureWorld(), 'GET', '/v3').json._links.self.href).toBe('/v3')
  expect(send(miniatureWorld({ 'common/href-form': 'absolute' }), 'GET', '/v3').json._links.self.href).toBe(
    'http://playa.localhost/v3',
  )
})

it('links encode the e-mail in a segment, and following one finds the same', () => {
  const { href } = send(miniatureWorld(), 'GET', `/v3/agencias/${MAIL}`).json._links.self
  expect(href).toBe('/v3/agencias/jefa%40taller.example')
  expect(send(miniatureWorld(), 'GET', href).json.AdminMail).toBe(MAIL)
})

it('limits/rate: over the limit comes 429 with Retry-After, before anything else is looked at', () => {
  const world = miniatureWorld({ 'limits/rate': 'per-minute:2' })
  const second = send(send(world, 'GET', '/v3').world, 'GET', '/v3/nada')
  expect(second.status).toBe(404)
  const third = send(second.world, 'GET', '/v3/nada')
  expect([third.status, third.headers['Content-Type']]).toEqual([429, 'application/problem+json'])
  expect(Number(third.headers['Retry-After'])).toBeGreaterThanOrEqual(1)
  expect(Number(third.headers['Retry-After'])).toBeLessThanOrEqual(60)
  expect(send(second.world, 'GET', '/v3', { app: 'dos' }).status).toBe(200)
  const later = { ...third.world, clock: { ...third.world.clock, atMs: NOW + 61_000 } }
  expect(send(later, 'GET', '/v3').status).toBe(200)
})

it('ERR-07: a resource of another app is 404, whatever the operation', () => {
  for (const target of [
    `/v3/agencias/${OTHER_MAIL}`,
    `/v3/agencias/${OTHER_MAIL}/productos`,
    `/v3/consultas/${OTHER_MAIL}`,
    `/v3/operadores/${OTHER_MAIL}`,
    `/v3/notificaciones/${OTHER_MAIL}`,
    `/v3/sucursales/${OTHER_MAIL}`,
    `/v3/visitas/${OTHER_MAIL}`,
    `/v3/publicaciones/${OTHER_MAIL}`,
    `/v3/operadores?operador=${OTHER_MAIL}`,
    `/v3/consultas?operador=${OTHER_MAIL}`,
  ]) {
    const result = send(miniatureWorld(), 'GET', target)
    expect([target, result.status, result.headers['Content-Type']]).toEqual([
      target,
      404,
      'text/plain; charset=utf-8',
    ])
    expect(send(miniatureWorld(), 'GET', target, { app: 'dos' }).status).toBe(200)
  }
})
