import { expect, it } from 'vitest'
import { AGENCY, car, LISTINGS, NOW, openServer } from '../../../test/support/world-requests.ts'

it('GET /_playa returns version, uptime, number of worlds, scenarios and limits', async () => {
  const send = await openServer({ worldsLimit: 7 })
  await send('POST', '/_playa/worlds', { name: 'a' })
  const { status, json } = await send('GET', '/_playa')
  expect(status).toBe(200)
  expect(json).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    worlds: 2,
    limits: { worlds: 7 },
  })
  expect(json['uptimeS']).toBeGreaterThanOrEqual(0)
  expect(json['scenarios']).toEqual(expect.arrayContaining(['demo', 'empty', 'two-apps']))
})

it('every scenario has name, title, story and counts, and a world can start from it', async () => {
  const send = await openServer()
  const { json } = await send('GET', '/_playa/scenarios')
  // `json` is an array for this path.
  const scenarios = json as unknown as { name: string; counts: object }[]
  expect(scenarios.length).toBeGreaterThan(5)
  for (const scenario of scenarios) {
    expect(scenario).toMatchObject({ title: expect.stringMatching(/./), story: expect.stringMatching(/./) })
    const made = await send('POST', '/_playa/worlds', { name: scenario.name, scenario: scenario.name })
    expect(made.status).toBe(201)
    expect(made.json['counts']).toMatchObject(scenario.counts)
  }
})

it('a new world is returned with base, seed, time, apps and agencies in order, is listed, and is gone after DELETE', async () => {
  const send = await openServer()
  const made = await send('POST', '/_playa/worlds', {
    name: 'shop-1',
    scenario: 'two-apps',
    seed: 7,
    now: NOW,
  })
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
      {
        adminMail: AGENCY,
        nombreComercial: 'El Cruce Automotores',
        operadores: [AGENCY, 'nicolas@elcruce.example'],
      },
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
  for (const path of ['/_playa/worlds/shop-1', '/w/shop-1/v3'])
    expect((await send('GET', path)).status).toBe(404)
})

it('a new world has defaults: a free name, the seed of its scenario, the scenario of the server, the wall clock', async () => {
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

it.each(WRONG)(
  'a wrong %s is refused with 400 that names it, and no world is made: %j',
  async (member, body) => {
    const send = await openServer()
    const { status, headers, json } = await send('POST', '/_playa/worlds', body)
    expect(status).toBe(400)
    expect(headers['content-type']).toContain('application/problem+json')
    expect(Object.keys(json['Errors'] ?? {})).toEqual([member])
    expect((await send('GET', '/_playa')).json['worlds']).toBe(1)
  },
)

it('a call with the path of a scenario file is refused with the names of the scenarios', async () => {
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

it.each(TO_UNKNOWN)(
  '%s %s of an unknown world is 404 with the call that creates it',
  async (method, path, headers) => {
    const send = await openServer()
    const { status, json } = await send(method, path, undefined, headers)
    expect(status).toBe(404)
    const [, target = '', body = ''] = /POST (\S+) (\{.*?\})/.exec(String(json['Detail'])) ?? []
    expect((await send('POST', target, body)).status).toBe(201)
    expect((await send('GET', '/w/nope/v3')).status).toBe(200)
  },
)

it.each(['/_playa/worlds/Shop', '/w/Shop/v3', '/w/a%20b/v3'])(
  'the world name in %s is not valid, so 404 returns the rule for names',
  async (path) => {
    const send = await openServer()
    const { status, json } = await send('GET', path)
    expect(status).toBe(404)
    expect(json['Detail']).toMatch(/1 to 64 of a-z, 0-9/)
    expect(json['Detail']).not.toContain('POST')
  },
)

it('a taken name is 409, for a new world and for a fork, and the existing world stays', async () => {
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

it('at the limit, a new world and a fork are 503 until one is deleted', async () => {
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
  expect((await send('POST', '/_playa/worlds/default/fork', { name: 'a'.repeat(1024 * 1024) })).status).toBe(
    413,
  )
})

it('path and header select the same world, and default is selected without either', async () => {
  const send = await openServer()
  await send('POST', '/_playa/worlds', { name: 'a', scenario: 'two-apps' })
  expect((await send('POST', LISTINGS, car('gol-1'), { 'Playa-World': 'a' })).status).toBe(201)
  expect((await send('GET', `/w/a${LISTINGS}/gol-1`)).status).toBe(200)
  expect((await send('POST', `/w/a${LISTINGS}`, car('gol-2'))).status).toBe(201)
  expect((await send('GET', `${LISTINGS}/gol-2`, undefined, { 'Playa-World': 'a' })).status).toBe(200)
  expect((await send('GET', `${LISTINGS}/gol-1`)).status).toBe(404)
  expect(
    (await send('POST', '/w/default/v3/publicaciones/ventas@elcruce.example', car('gol-3'))).status,
  ).toBe(201)
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
])(
  'common/href-form: links, paging and Location keep the world prefix, as %s addresses',
  async (form, start) => {
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
    expect(
      (await send('GET', new URL(made.headers['location'] ?? '', 'http://playa.localhost').pathname)).status,
    ).toBe(200)
  },
)

it('common/api-url: an api-url of another world counts by its path, so links of one world work in another', async () => {
  const send = await openServer()
  await send('POST', '/_playa/worlds', { name: 'a' })
  const shown = (await send('GET', '/w/a/v3/marcas/bestmatch?make=toyota')).text
  const brand = hrefs(shown).find((href) => href.startsWith('/w/a/v3/marcas/')) ?? ''
  expect(brand).not.toBe('')
  expect((await send('GET', `/v3/marcas/bestmatch?make=${brand}`)).json['Nombre']).toBe('Toyota')
})

it('a profile takes effect at once, shows the source of each option, and accepts its own output', async () => {
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

it('a profile with an error changes nothing, and the error names the known ids', async () => {
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

it('a scenario may be given as an object', async () => {
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
        operators: [
          { Nombre: 'Ana', Apellido: 'Sosa', Email: adminMail, TelefonoLaboral: '+54 11 5555-0199' },
        ],
      },
    ],
  }
  const made = await send('POST', '/_playa/worlds', { name: 'own', scenario })
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({ seed: 3, agencies: [{ adminMail }] })
  expect((await send('POST', `/w/own/v3/publicaciones/${adminMail}`, car('gol-1'))).status).toBe(201)
  expect((await send('POST', `/w/own/v3/publicaciones/${adminMail}`, car('gol-2'))).status).toBe(409)
})
