import fc from 'fast-check'
import { expect, it } from 'vitest'
import { golListing } from '../../test/support/miniature-world.ts'
import { createApp } from '../server/app.ts'
import { Simulator, type SimulatorOptions } from './simulator.ts'

/** Worlds through the control API, in one process without a socket. */

const NOW = '2026-03-01T12:00:00-03:00'
const AGENCY = 'ventas@elcruce.example'
const LISTINGS = `/v3/publicaciones/${AGENCY}`

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body as JSON; an empty object when it is none. */
  readonly json: Readonly<Record<string, unknown>>
}
type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Received>

const openServer = async (options: SimulatorOptions = {}): Promise<Send> => {
  const simulator = await Simulator.open({ scenario: 'two-apps', nowMs: Date.parse(NOW), ...options })
  const app = createApp(simulator)
  return async (method, path, body, headers = {}) => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const typed = body === undefined ? headers : { 'Content-Type': 'application/json', ...headers }
    const answer = await app.fetch(new Request(`http://playa.localhost${path}`, { method, headers: typed, ...sent }))
    const text = await answer.text()
    const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text, json }
  }
}

const car = (ExternalId: string) =>
  golListing(ExternalId, { Fotos: ['http://playa.localhost/_playa/photos/1280x720/hatchback/blanco/1.svg'] })

it('the server tells its version, uptime, number of worlds, scenarios and limits', async () => {
  const send = await openServer({ worldsLimit: 7 })
  await send('POST', '/_playa/worlds', { name: 'a' })
  const { status, json } = await send('GET', '/_playa')
  expect(status).toBe(200)
  expect(json).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), worlds: 2, limits: { worlds: 7 } })
  expect(json['uptimeS']).toBeGreaterThanOrEqual(0)
  expect(json['scenarios']).toEqual(expect.arrayContaining(['demo', 'empty', 'two-apps']))
})

it('every scenario tells its name, title, story and counts, and a world can start as it', async () => {
  const send = await openServer()
  const { json } = await send('GET', '/_playa/scenarios')
  // The list is an array, as its first character said.
  const scenarios = json as unknown as { name: string; counts: object }[]
  expect(scenarios.length).toBeGreaterThan(5)
  for (const scenario of scenarios) {
    expect(scenario).toMatchObject({ title: expect.stringMatching(/./), story: expect.stringMatching(/./) })
    const made = await send('POST', '/_playa/worlds', { name: scenario.name, scenario: scenario.name })
    expect(made.status).toBe(201)
    expect(made.json['counts']).toMatchObject(scenario.counts)
  }
})

it('a made world is told with its base, seed, time, apps and agencies in order, is listed and read, and is gone after DELETE', async () => {
  const send = await openServer()
  const made = await send('POST', '/_playa/worlds', { name: 'shop-1', scenario: 'two-apps', seed: 7, now: NOW })
  expect(made.status).toBe(201)
  expect(made.headers['location']).toBe('/_playa/worlds/shop-1')
  expect(made.json).toMatchObject({
    name: 'shop-1',
    base: 'http://playa.localhost/w/shop-1',
    scenario: 'two-apps',
    seed: 7,
    now: NOW,
    apps: [
      { name: 'norte', key: 'norte-key', secret: 'norte-secret-012345678' },
      { name: 'sur', key: 'sur-key', secret: 'sur-secret-0123456789' },
    ],
    agencies: [
      { adminMail: AGENCY, nombreComercial: 'El Cruce Automotores', operadores: [AGENCY, 'nicolas@elcruce.example'] },
      { adminMail: 'ventas@solonorte.example', nombreComercial: 'Solo Norte Usados' },
    ],
  })
  expect((await send('GET', '/_playa/worlds/shop-1')).json).toMatchObject({ name: 'shop-1', seed: 7 })
  expect((await send('GET', '/_playa/worlds')).json).toMatchObject([
    { name: 'default' },
    { name: 'shop-1', scenario: 'two-apps', seed: 7 },
  ])
  const gone = await send('DELETE', '/_playa/worlds/shop-1')
  expect([gone.status, gone.text]).toEqual([204, ''])
  for (const path of ['/_playa/worlds/shop-1', '/w/shop-1/v3']) expect((await send('GET', path)).status).toBe(404)
})

it('a world without a name gets a free one, without a seed the scenario’s, without a scenario the server’s, without a time the wall clock’s', async () => {
  const send = await openServer({ wallMs: () => Date.parse('2026-05-05T10:00:00Z') })
  await send('POST', '/_playa/worlds', { name: 'w1' })
  const made = await send('POST', '/_playa/worlds')
  expect(made.json).toMatchObject({
    name: 'w2',
    scenario: 'two-apps',
    seed: 22,
    now: '2026-05-05T07:00:00-03:00',
    running: true,
  })
  expect(await send('GET', '/w/w2/v3')).toMatchObject({ status: 200 })
})

const WRONG: readonly [member: string, body: unknown][] = [
  ['name', { name: 'Shop' }],
  ['name', { name: '' }],
  ['name', { name: '-a' }],
  ['name', { name: 'a'.repeat(65) }],
  ['name', { name: 'a/b' }],
  ['name', { name: 4 }],
  ['seed', { seed: 1.5 }],
  ['seed', { seed: '7' }],
  ['now', { now: 'tomorrow' }],
  ['now', { now: '2026-03-01T12:00:00' }],
  ['now', { now: '2026-02-30T12:00:00Z' }],
  ['now', { now: '0001-01-01T00:00:00Z' }],
  ['now', { now: '9999-12-31T23:59:59Z' }],
  ['scenario', { scenario: 'nope' }],
  ['scenario', { scenario: 'scenarios/demo.yaml' }],
  ['scenario', { scenario: '../package.json' }],
  ['scenario', { scenario: 4 }],
  ['scenario', { scenario: { title: 3 } }],
  ['profile', { profile: { 'publications/write-to-archived': '404' } }],
  ['profile', { profile: { 'publications/write-to-archive': '403' } }],
  ['profile', { profile: 'strict' }],
  ['colour', { colour: 'red' }],
  ['__proto__', '{"__proto__": {"name": "a"}}'],
  ['_', '[]'],
  ['_', '{"name":'],
]

it.each(WRONG)('a wrong %s is refused with 400 that names it, and no world is made: %j', async (member, body) => {
  const send = await openServer()
  const { status, headers, json } = await send('POST', '/_playa/worlds', body)
  expect(status).toBe(400)
  expect(headers['content-type']).toContain('application/problem+json')
  expect(Object.keys(json['Errors'] ?? {})).toEqual([member])
  expect((await send('GET', '/_playa')).json['worlds']).toBe(1)
})

it('a scenario file is for the command line: a call that names its path is told which scenarios there are', async () => {
  const send = await openServer()
  const { json } = await send('POST', '/_playa/worlds', { scenario: 'scenarios/demo.yaml' })
  expect(json['Detail']).toContain('demo, empty')
  expect(json['Detail']).toContain('as an object')
})

const TO_UNKNOWN: readonly [method: string, path: string, headers?: Record<string, string>][] = [
  ['GET', '/_playa/worlds/nope'],
  ['DELETE', '/_playa/worlds/nope'],
  ['POST', '/_playa/worlds/nope/reset'],
  ['POST', '/_playa/worlds/nope/fork'],
  ['GET', '/_playa/worlds/nope/profile'],
  ['PUT', '/_playa/worlds/nope/profile'],
  ['GET', '/w/nope/v3'],
  ['POST', '/w/nope/v3/publicaciones/a@b.example'],
  ['GET', '/v3', { 'Playa-World': 'nope' }],
]

it.each(TO_UNKNOWN)('%s %s of an unknown world is 404 with the call that makes it', async (method, path, headers) => {
  const send = await openServer()
  const { status, json } = await send(method, path, undefined, headers)
  expect(status).toBe(404)
  const [, target = '', body = ''] = /POST (\S+) (\{.*?\})/.exec(String(json['Detail'])) ?? []
  expect((await send('POST', target, body)).status).toBe(201)
  expect((await send('GET', '/w/nope/v3')).status).toBe(200)
})

it.each(['/_playa/worlds/Shop', '/w/Shop/v3', '/w/a%20b/v3'])(
  'no call could make the world of %s, so 404 tells what names look like',
  async (path) => {
    const send = await openServer()
    const { status, json } = await send('GET', path)
    expect(status).toBe(404)
    expect(json['Detail']).toMatch(/1 to 64 of a-z, 0-9/)
    expect(json['Detail']).not.toContain('POST')
  },
)

it('a taken name is 409, for a new world and for a fork, and the world that has it stays', async () => {
  const send = await openServer()
  await send('POST', '/_playa/worlds', { name: 'a', seed: 7 })
  for (const path of ['/_playa/worlds', '/_playa/worlds/default/fork']) {
    const { status, json } = await send('POST', path, { name: 'a' })
    expect(status).toBe(409)
    expect(json['Detail']).toContain('named a already')
  }
  expect((await send('GET', '/_playa/worlds/a')).json['seed']).toBe(7)
})

it('the world default cannot be deleted', async () => {
  const send = await openServer()
  expect((await send('DELETE', '/_playa/worlds/default')).status).toBe(409)
  expect((await send('GET', '/v3')).status).toBe(200)
})

it('past the limit a world and a fork are 503 until one is deleted', async () => {
  const send = await openServer({ worldsLimit: 2 })
  await send('POST', '/_playa/worlds', { name: 'a' })
  for (const path of ['/_playa/worlds', '/_playa/worlds/a/fork']) {
    const { status, json } = await send('POST', path, { name: 'b' })
    expect([status, json['Status']]).toEqual([503, 503])
    expect(json['Detail']).toContain('limit of 2 worlds')
  }
  await send('DELETE', '/_playa/worlds/a')
  expect((await send('POST', '/_playa/worlds', { name: 'b' })).status).toBe(201)
})

it('another method of a known control call is 405 with Allow, an unknown call 404, a body over 1 MiB 413', async () => {
  const send = await openServer()
  const refused = await send('PATCH', '/_playa/worlds')
  expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD, POST'])
  expect((await send('GET', '/_playa/nothing')).status).toBe(404)
  expect((await send('POST', '/_playa/worlds/default/fork', { name: 'a'.repeat(1024 * 1024) })).status).toBe(413)
})

it('path and header choose the same world, and without either it is default', async () => {
  const send = await openServer()
  await send('POST', '/_playa/worlds', { name: 'a', scenario: 'two-apps' })
  expect((await send('POST', LISTINGS, car('gol-1'), { 'Playa-World': 'a' })).status).toBe(201)
  expect((await send('GET', `/w/a${LISTINGS}/gol-1`)).status).toBe(200)
  expect((await send('POST', `/w/a${LISTINGS}`, car('gol-2'))).status).toBe(201)
  expect((await send('GET', `${LISTINGS}/gol-2`, undefined, { 'Playa-World': 'a' })).status).toBe(200)
  expect((await send('GET', `${LISTINGS}/gol-1`)).status).toBe(404)
  expect((await send('POST', '/w/default/v3/publicaciones/ventas@elcruce.example', car('gol-3'))).status).toBe(201)
  expect((await send('GET', `${LISTINGS}/gol-3`)).status).toBe(200)
})

const PAGES = [
  '/v3',
  '/v3/agencias',
  LISTINGS,
  `${LISTINGS}?estado=suspendida`,
  `/v3/consultas/${AGENCY}`,
  `/v3/operadores/${AGENCY}`,
  '/v3/marcas',
  '/v3/versiones/bestmatch?make=vw&model=amarok',
]
const hrefs = (text: string): string[] => [...text.matchAll(/"href":"([^"]*)"/g)].map(([, href = '']) => href)

it.each([
  ['root-relative', '/w/a/v3'],
  ['absolute', 'http://playa.localhost/w/a/v3'],
])('links, paging and Location under a prefix keep it, as %s addresses (common/href-form)', async (form, start) => {
  const send = await openServer()
  await send('POST', '/_playa/worlds', {
    name: 'a',
    profile: { 'common/href-form': form === 'absolute' ? 'absolute' : 'root-relative' },
  })
  const texts = await Promise.all(PAGES.map(async (path) => (await send('GET', `/w/a${path}`)).text))
  const made = await send('POST', `/w/a${LISTINGS}`, car('gol-1'))
  const all = [...texts, made.text].flatMap(hrefs)
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((href) => !href.startsWith(start))).toEqual([])
  expect(made.headers['location']).toBe(`${start}/publicaciones/${encodeURIComponent(AGENCY)}/gol-1`)
  expect((await send('GET', new URL(made.headers['location'] ?? '', 'http://playa.localhost').pathname)).status).toBe(
    200,
  )
})

it('an api-url of another world counts by its path, so what one world shows can be sent to another (common/api-url)', async () => {
  const send = await openServer()
  await send('POST', '/_playa/worlds', { name: 'a' })
  const shown = (await send('GET', '/w/a/v3/marcas/bestmatch?make=toyota')).text
  const brand = hrefs(shown).find((href) => href.startsWith('/w/a/v3/marcas/')) ?? ''
  expect(brand).not.toBe('')
  expect((await send('GET', `/v3/marcas/bestmatch?make=${brand}`)).json['Nombre']).toBe('Toyota')
})

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

it('two worlds do not see each other: interleaved in any order, each answers as if it were alone', async () => {
  const send = await openServer()
  const fresh = (name: string) => send('POST', '/_playa/worlds', { name, scenario: 'two-apps', now: NOW })
  const play = ([method, path, body]: Step, world: string) => send(method, path, body, { 'Playa-World': world })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), step), { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const name of ['a', 'b', 'a-alone', 'b-alone']) {
        await send('DELETE', `/_playa/worlds/${name}`)
        await fresh(name)
      }
      const together = []
      for (const [first, one] of steps) together.push(await play(one, first ? 'a' : 'b'))
      const alone = []
      for (const [first, one] of steps) alone.push(await play(one, first ? 'a-alone' : 'b-alone'))
      expect(together).toEqual(alone)
    }),
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
  const heard: Received[] = []
  for (const [method, path, body] of SCRIPT) heard.push(await send(method, path, body, { 'Playa-World': world }))
  return heard
}

it('one scenario, seed, time and script give the same bytes, tags and ids in two worlds, after a reset and in another server', async () => {
  const send = await openServer()
  for (const name of ['a', 'b']) await send('POST', '/_playa/worlds', { name, seed: 5, now: NOW })
  const first = await played(send, 'a')
  expect(first.map(({ status }) => status)).toEqual([200, 200, 201, 400, 200, 200, 200, 201, 200, 200, 200, 409, 200])
  expect(first[2]?.headers['etag']).toMatch(/^"\S+"$/)
  expect(await played(send, 'b')).toEqual(first)
  expect((await send('POST', '/_playa/worlds/a/reset')).status).toBe(200)
  expect(await played(send, 'a')).toEqual(first)
  const elsewhere = await openServer({ seed: 5, nowMs: Date.parse(NOW) })
  expect(await played(elsewhere, 'default')).toEqual(first)
})

it('another seed draws other people, but mails and ExternalIds belong to the scenario', async () => {
  const send = await openServer()
  for (const seed of [5, 6]) await send('POST', '/_playa/worlds', { name: `s${seed}`, seed, now: NOW })
  const [five, six] = await Promise.all(
    [5, 6].map(async (seed) => (await send('GET', LISTINGS, undefined, { 'Playa-World': `s${seed}` })).text),
  )
  const ids = (text = '') => [...text.matchAll(/"(?:ExternalId|OperadorResponsable)":"([^"]*)"/g)].map(([, id]) => id)
  expect(five).not.toBe(six)
  expect(ids(five)).toEqual(ids(six))
})

it('a fork starts as its world is now and is independent of it; its reset leads back to the fork', async () => {
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

it('a reset brings back every byte: lists, package, settings, operators, branches, webhooks, profile', async () => {
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
  await send('POST', '/v3/appnotificaciones/publicacion-estado', { Callback: 'https://a.example/', Activo: true })
  await send('PUT', '/_playa/worlds/default/profile', { 'publications/write-to-archived': '403' })
  expect(await picture()).not.toEqual(before)
  await send('POST', '/_playa/worlds/default/reset')
  expect(await picture()).toEqual(before)
})

it('a profile changes answers at once, tells where each choice comes from, and takes back what it told', async () => {
  const send = await openServer()
  const [profile, at] = ['/_playa/worlds/default/profile', `${LISTINGS}/gol-1`]
  await send('POST', LISTINGS, car('gol-1'))
  await send('PATCH', `${at}/suspender`)
  expect((await send('PATCH', `${at}/suspender`)).status).toBe(409)
  const changed = await send('PUT', profile, { 'publications/suspend-twice': '200' })
  expect(changed.status).toBe(200)
  expect(changed.json['assumptions']).toMatchObject({
    'publications/suspend-twice': { option: '200', source: 'given' },
    'publications/write-to-archived': { option: '409', source: 'default' },
  })
  expect((await send('PATCH', `${at}/suspender`)).status).toBe(200)
  expect((await send('PUT', profile, (await send('GET', profile)).json)).status).toBe(200)
  expect((await send('PATCH', `${at}/suspender`)).status).toBe(200)
})

it('a profile that is wrong anywhere changes nothing and names what is known', async () => {
  const send = await openServer()
  const profile = '/_playa/worlds/default/profile'
  const before = await send('GET', profile)
  const { status, text } = await send('PUT', profile, {
    'publications/suspend-twice': '200',
    'publications/suspend-twize': '200',
  })
  expect(status).toBe(400)
  expect(text).toContain('publications/suspend-twice')
  expect(await send('GET', profile)).toEqual(before)
})

it('a scenario may come along as an object', async () => {
  const send = await openServer()
  const adminMail = 'ana@propio.example'
  const scenario = {
    title: 'Mine',
    story: 'One agency.',
    seed: 3,
    apps: [{ name: 'mia', key: 'mia-key', secret: 'mia-secret-0123456789' }],
    agencies: [
      {
        adminMail,
        nombreComercial: 'Propio',
        package: { Alta: 1, Media: 0, Baja: 0 },
        access: { mia: {} },
        operators: [{ Nombre: 'Ana', Apellido: 'Sosa', Email: adminMail, TelefonoLaboral: '+54 11 5555-0199' }],
      },
    ],
  }
  const made = await send('POST', '/_playa/worlds', { name: 'own', scenario })
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({ seed: 3, agencies: [{ adminMail }] })
  expect((await send('POST', `/w/own/v3/publicaciones/${adminMail}`, car('gol-1'))).status).toBe(201)
  expect((await send('POST', `/w/own/v3/publicaciones/${adminMail}`, car('gol-2'))).status).toBe(409)
})

it('300 worlds are made within two seconds, each its own', async () => {
  const send = await openServer()
  const started = performance.now()
  const names = Array.from({ length: 300 }, (_, n) => `p-${n}`)
  const made = await Promise.all(names.map((name) => send('POST', '/_playa/worlds', { name, now: NOW })))
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await send('POST', `/w/p-7${LISTINGS}`, car('gol-1'))).status).toBe(201)
  expect((await send('GET', `/w/p-8${LISTINGS}/gol-1`)).status).toBe(404)
  expect((await send('GET', '/_playa')).json['worlds']).toBe(301)
})
