import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  AGENCY,
  car,
  LISTINGS,
  NOW,
  openServer,
  type Received,
  type Send,
} from '../../../test/support/world-requests.ts'

type Step = readonly [method: string, path: string, body?: unknown]
const number = fc.integer({ min: 0, max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  number.map((n): Step => ['POST', LISTINGS, car(`gol-${n}`)]),
  number.map((n): Step => ['GET', `${LISTINGS}/gol-${n}`]),
  fc.tuple(number, fc.boolean()).map(([n, Activa]): Step => ['PATCH', `${LISTINGS}/gol-${n}`, { Activa }]),
  fc
    .tuple(number, fc.constantFrom('suspender', 'archivar'))
    .map(([n, verb]): Step => ['PATCH', `${LISTINGS}/gol-${n}/${verb}`]),
  fc.constantFrom<Step>(
    ['GET', LISTINGS],
    ['GET', `/v3/agencias/${AGENCY}/productos`],
    ['GET', `/v3/operadores/${AGENCY}`],
  ),
  fc.constantFrom('Ana', 'Eva').map((Nombre): Step => ['PUT', `/v3/operadores/${AGENCY}`, { Nombre }]),
)

it('two worlds are isolated: with interleaved requests each responds as if it were alone', async () => {
  const send = await openServer()
  const fresh = (name: string) => send('POST', '/_playa/worlds', { name, scenario: 'two-apps', now: NOW })
  const play = ([method, path, body]: Step, world: string) =>
    send(method, path, body, { 'Playa-World': world })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), step), { minLength: 5, maxLength: 25 }),
      async (steps) => {
        for (const name of ['a', 'b', 'a-alone', 'b-alone']) {
          await send('DELETE', `/_playa/worlds/${name}`)
          await fresh(name)
        }
        const together = []
        for (const [first, one] of steps) together.push(await play(one, first ? 'a' : 'b'))
        const alone = []
        for (const [first, one] of steps) alone.push(await play(one, first ? 'a-alone' : 'b-alone'))
        expect(together).toEqual(alone)
      },
    ),
    { seed: 11, numRuns: 40 },
  )
})

const SCRIPT: readonly Step[] = [
  ['GET', '/v3'],
  ['GET', LISTINGS],
  ['POST', LISTINGS, car('gol-1')],
  ['POST', LISTINGS, { ...car('gol-2'), Marca: 'nothing like it' }],
  ['PATCH', `${LISTINGS}/gol-1`, { Precio: { Moneda: 'USD', Importe: 9000 } }],
  ['PATCH', `${LISTINGS}/gol-1/suspender`],
  ['GET', `${LISTINGS}/GOL-1`],
  ['POST', `/v3/sucursales/${AGENCY}`, { Descripcion: 'Depósito' }],
  ['GET', `/v3/sucursales/${AGENCY}/1`],
  ['GET', `/v3/consultas/${AGENCY}`],
  ['PATCH', `${LISTINGS}/gol-1/archivar`],
  ['PATCH', `${LISTINGS}/gol-1`, { Activa: true }],
  ['GET', `/v3/agencias/${AGENCY}/productos`],
]
const played = async (send: Send, world: string): Promise<Received[]> => {
  const responses: Received[] = []
  for (const [method, path, body] of SCRIPT)
    responses.push(await send(method, path, body, { 'Playa-World': world }))
  return responses
}

it('one scenario, seed, time and script give the same bytes in two worlds, after a reset and in another server', async () => {
  const send = await openServer()
  for (const name of ['a', 'b']) await send('POST', '/_playa/worlds', { name, seed: 5, now: NOW })
  const first = await played(send, 'a')
  expect(first.map(({ status }) => status)).toEqual([
    200, 200, 201, 400, 200, 200, 200, 201, 200, 200, 200, 409, 200,
  ])
  expect(first[2]?.headers['etag']).toMatch(/^"\S+"$/)
  expect(await played(send, 'b')).toEqual(first)
  expect((await send('POST', '/_playa/worlds/a/reset')).status).toBe(200)
  expect(await played(send, 'a')).toEqual(first)
  const elsewhere = await openServer({ seed: 5, nowMs: Date.parse(NOW) })
  expect(await played(elsewhere, 'default')).toEqual(first)
})

it('another seed draws other people, but mails and ExternalIds come from the scenario', async () => {
  const send = await openServer()
  for (const seed of [5, 6]) await send('POST', '/_playa/worlds', { name: `s${seed}`, seed, now: NOW })
  const [five, six] = await Promise.all(
    [5, 6].map(async (seed) => (await send('GET', LISTINGS, undefined, { 'Playa-World': `s${seed}` })).text),
  )
  const ids = (text = '') =>
    [...text.matchAll(/"(?:ExternalId|OperadorResponsable)":"([^"]*)"/g)].map(([, id]) => id)
  expect(five).not.toBe(six)
  expect(ids(five)).toEqual(ids(six))
})

it('a fork starts from the current world and is independent of it; its reset restores the fork', async () => {
  const send = await openServer()
  const at = (world: string) => `/w/${world}${LISTINGS}/gol-1`
  await send('POST', '/_playa/worlds', { name: 'a', now: NOW })
  await send('POST', `/w/a${LISTINGS}`, car('gol-1'))
  const forked = await send('POST', '/_playa/worlds/a/fork', { name: 'b' })
  expect([forked.status, forked.headers['location']]).toEqual([201, '/_playa/worlds/b'])
  expect(forked.json).toMatchObject({ name: 'b', base: 'http://playa.localhost/w/b', now: NOW })
  const before = (await send('GET', at('b'))).headers['etag']
  expect(before).toBe((await send('GET', at('a'))).headers['etag'])
  await send('PATCH', `${at('b')}/suspender`)
  expect((await send('GET', at('a'))).json['EstadoActual']).toBe('Activa')
  await send('DELETE', '/_playa/worlds/a')
  expect((await send('GET', at('b'))).json['EstadoActual']).toBe('Suspendida')
  await send('POST', '/_playa/worlds/b/reset')
  expect((await send('GET', at('b'))).headers['etag']).toBe(before)
})

it('a reset restores every byte: lists, package, settings, operators, branches, webhooks, profile', async () => {
  const send = await openServer()
  const pages = [
    '/v3',
    LISTINGS,
    `${LISTINGS}?estado=archivada`,
    '/v3/appnotificaciones',
    `/v3/agencias/${AGENCY}/productos`,
  ]
  const more = ['operadores', 'sucursales', 'notificaciones', 'agencias', 'consultas', 'visitas'].map(
    (noun) => `/v3/${noun}/${AGENCY}`,
  )
  const picture = () =>
    Promise.all([...pages, ...more, '/_playa/worlds/default/profile'].map((path) => send('GET', path)))
  const before = await picture()
  await played(send, 'default')
  await send('PUT', `/v3/agencias/${AGENCY}`, { NombreComercial: 'Otro nombre' })
  await send('PUT', `/v3/notificaciones/${AGENCY}`, {
    PublicacionConsultadaAdfMail: { Email: 'a@b.example', Activo: true },
  })
  await send('POST', '/v3/appnotificaciones/publicacion-estado', {
    Callback: 'https://a.example/',
    Activo: true,
  })
  await send('PUT', '/_playa/worlds/default/profile', { 'publications/write-to-archived': '403' })
  expect(await picture()).not.toEqual(before)
  await send('POST', '/_playa/worlds/default/reset')
  expect(await picture()).toEqual(before)
})

it('300 worlds are created side by side, each independent', async () => {
  const send = await openServer()
  const names = Array.from({ length: 300 }, (_, n) => `p-${n}`)
  const made = await Promise.all(names.map((name) => send('POST', '/_playa/worlds', { name, now: NOW })))
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await send('POST', `/w/p-7${LISTINGS}`, car('gol-1'))).status).toBe(201)
  expect((await send('GET', `/w/p-8${LISTINGS}/gol-1`)).status).toBe(404)
  expect((await send('GET', '/_playa')).json['worlds']).toBe(301)
})
