import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'

/** A world that was saved to a file and opened elsewhere continues unchanged. */

const NOW = Date.parse('2026-03-01T12:00:00-03:00')
const AGENCY = 'ventas@lospinos.example'
const LISTINGS = `/v3/publicaciones/${AGENCY}`
const HOOK = '/v3/appnotificaciones/agencia-invitacion-aceptada'
const CONTROL = '/_playa/worlds/default'
const SECRETS = [
  'sixteen-characters',
  'hidden-password',
  'hidden-header-value',
  'own-key-123456',
  'own-secret-123456',
]

interface Step {
  readonly method: string
  readonly path: string
  readonly body?: object
}

const car = (ExternalId: string) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Fotos: ['http://127.0.0.1/_playa/photos/1280x720/hatchback/blanco/1.svg'],
})

const BEFORE: readonly Step[] = [
  { method: 'POST', path: LISTINGS, body: car('N-1') },
  { method: 'PATCH', path: `${LISTINGS}/N-1`, body: { Precio: null } },
  { method: 'POST', path: LISTINGS, body: { ExternalId: 'N-2' } },
  { method: 'POST', path: `${CONTROL}/snapshots`, body: { name: 'before' } },
  {
    method: 'PUT',
    path: HOOK,
    body: {
      Callback: 'http://127.0.0.1:9/hook?password=hidden-password',
      Activo: true,
      Secret: 'sixteen-characters',
      HeaderCustom01: { Name: 'X-Api-Key', Value: 'hidden-header-value' },
    },
  },
  { method: 'PUT', path: `/v3/agencias/${AGENCY}`, body: { NombreComercial: 'Los de siempre' } },
  { method: 'POST', path: `${CONTROL}/inquiries`, body: { externalid: 'N-1' } },
  { method: 'POST', path: `${CONTROL}/inquiries`, body: { count: 4, over: 'PT1H' } },
  { method: 'POST', path: `${CONTROL}/visits`, body: { externalid: 'N-1', count: 4 } },
  // Waits for the mails of the leads, which one of two worlds would have sent earlier.
  { method: 'POST', path: `${CONTROL}/clock/advance`, body: { by: 'PT1S' } },
  { method: 'PUT', path: `${CONTROL}/profile`, body: { 'limits/rate': 'per-minute:100' } },
  { method: 'POST', path: `${CONTROL}/faults`, body: { operation: 'brands.*', status: 503, times: 2 } },
  { method: 'GET', path: '/v3/marcas' },
  { method: 'GET', path: `${LISTINGS}?Size=2` },
]

const AFTER: readonly Step[] = [
  { method: 'GET', path: `${CONTROL}/journal` },
  ...[1, 2, 3, 4, 5, 6, 7].map((n) => ({ method: 'GET', path: `${CONTROL}/journal/${n}` })),
  { method: 'GET', path: `${CONTROL}/hints` },
  { method: 'GET', path: `${CONTROL}/deliveries` },
  { method: 'GET', path: `${CONTROL}/outbox` },
  { method: 'GET', path: `${CONTROL}/faults` },
  { method: 'GET', path: '/v3/marcas' },
  { method: 'GET', path: `${LISTINGS}/N-1` },
  { method: 'POST', path: LISTINGS, body: car('N-3') },
  { method: 'GET', path: HOOK },
  { method: 'POST', path: `${CONTROL}/inquiries`, body: { externalid: 'N-1' } },
  { method: 'GET', path: `/v3/consultas/${AGENCY}` },
  { method: 'GET', path: `${CONTROL}/export` },
  { method: 'GET', path: `${CONTROL}/journal` },
  { method: 'POST', path: `${CONTROL}/snapshots/before/restore` },
  { method: 'GET', path: LISTINGS },
  { method: 'POST', path: `${CONTROL}/reset` },
  { method: 'GET', path: `${CONTROL}/export` },
]

const open = (more: Parameters<typeof Simulator.open>[0] = {}) =>
  Simulator.open({ nowMs: NOW, wallMs: () => NOW, ...more })

const send = (simulator: Simulator, { method, path, body }: Step): Promise<Response> =>
  Promise.resolve(
    createApp(simulator).fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    ),
  )

const play = async (simulator: Simulator, steps: readonly Step[]): Promise<string[]> => {
  const answers: string[] = []
  for (const step of steps) {
    const response = await send(simulator, step)
    const text = (await response.text()).replaceAll(/"tookMs":[\d.]+/g, '"tookMs":0')
    answers.push(`${step.method} ${step.path} ${response.status} ${response.headers.get('etag')} ${text}`)
  }
  return answers
}

const saved = async (simulator: Simulator, query = ''): Promise<Buffer> => {
  const response = await send(simulator, { method: 'GET', path: `${CONTROL}/file${query}` })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  return Buffer.from(await response.arrayBuffer())
}

it('answers the same bytes as the world that was saved, its journal, snapshots and start included', async () => {
  const original = await open()
  await play(original, BEFORE)
  const file = await saved(original, '?secrets=included')
  const copy = await Simulator.open({ wallMs: () => NOW, saved: file })
  const expected = await play(original, AFTER)
  expect(await play(copy, AFTER)).toEqual(expected)
  // The script did what it was written for.
  expect(expected[0]?.match(/"n":/g)).toHaveLength(7)
  expect(expected[5]).toContain('"kind":"agency"')
  expect(expected.filter((answer) => !/ (200|201) /.test(answer)).map((a) => a.split(' ')[1])).toEqual([
    '/v3/marcas',
  ])
})

it('keeps secrets out of the file unless they are asked for, and the world is the same but for them', async () => {
  const scenario = {
    title: 'Own',
    story: 'One agency.',
    seed: 3,
    apps: [{ name: 'mia', key: 'own-key-123456', secret: 'own-secret-123456' }],
    agencies: [
      {
        adminMail: AGENCY,
        nombreComercial: 'Propio',
        package: { Alta: 1, Media: 0, Baja: 1 },
        access: { mia: {} },
        operators: [{ Nombre: 'Ana', Apellido: 'Sosa', Email: AGENCY, TelefonoLaboral: '+54 11 5555-0199' }],
      },
    ],
  }
  const original = await open({ scenario })
  await play(original, BEFORE)
  const text = gunzipSync(await saved(original)).toString()
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
  const open_ = gunzipSync(await saved(original, '?secrets=included')).toString()
  expect(SECRETS.filter((secret) => !open_.includes(secret))).toEqual([])
  const copy = await Simulator.open({ wallMs: () => NOW, saved: await saved(original) })
  const listings = { method: 'GET', path: `${LISTINGS}/N-1` }
  expect(await play(copy, [listings])).toEqual(await play(original, [listings]))
})

it('secrets that were replaced since, or while the file is made, are not in its journal', async () => {
  const original = await open()
  const hook = (Secret: string) => ({
    method: 'PUT',
    path: HOOK,
    body: { Callback: `http://127.0.0.1:9/hook?token=${Secret}`, Activo: true, Secret },
  })
  await play(original, [hook('previous-secret-value'), hook('present-secret-value')])
  const file = original.saveWorld(original.worlds.require('default'))
  await play(original, [hook('later-secret-value')])
  const text = gunzipSync(await file).toString()
  expect(text.match(/(?:previous|present|later)-secret-value/g)).toBeNull()
  // The journal has what was configured, or the test would show nothing.
  const whole = gunzipSync(await saved(original, '?secrets=included')).toString()
  expect(new Set(whole.match(/(?:previous|present|later)-secret-value/g))).toHaveProperty('size', 3)
})

it('is created while it is read: nothing before, and no more once its reader leaves', async () => {
  const original = await open()
  await play(original, [{ method: 'POST', path: `${CONTROL}/inquiries`, body: { count: 5_000 } }])
  const handle = original.worlds.require('default')
  const made = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => void made.mockRestore())
  const reader = (await original.worldFile(handle)).getReader()
  expect(made.mock.calls.length).toBeLessThan(100)
  await reader.read()
  await reader.cancel()
  const whenLeft = made.mock.calls.length
  await original.saveWorld(handle)
  const whole = made.mock.calls.length - whenLeft
  expect(whole).toBeGreaterThan(5_000)
  // A part of 16 KiB that is compressed stands for some hundred records.
  expect(whenLeft).toBeLessThan(whole / 2)
})

it('is taken by POST /_playa/worlds, as gzip or within JSON, under its own name or another', async () => {
  const original = await open()
  await play(original, BEFORE)
  const file = await saved(original)
  const post = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
    Promise.resolve(
      createApp(original).fetch(
        new Request('http://127.0.0.1/_playa/worlds', {
          method: 'POST',
          headers: { 'Content-Type': type },
          body,
        }),
      ),
    )
  // Its own name is taken.
  const first = await post(new Uint8Array(file), 'application/gzip')
  expect([first.status, JSON.parse(await first.text()).name]).toEqual([201, 'w1'])
  const named = JSON.stringify({ name: 'bug', file: file.toString('base64') })
  expect((await post(named, 'application/json')).status).toBe(201)
  expect((await post(named, 'application/json')).status).toBe(409)
  expect(await (await send(original, { method: 'GET', path: '/w/bug/v3/publicaciones' })).status).toBe(404)
  const [listed] = await play(original, [{ method: 'GET', path: `/w/bug${LISTINGS}/N-1` }])
  expect(listed).toMatch(/ 200 "/)
  const both = await post(JSON.stringify({ seed: 1, file: file.toString('base64') }), 'application/json')
  expect([both.status, await both.json()]).toEqual([
    400,
    expect.objectContaining({ Errors: { seed: ['Expected no member except name with a file.'] } }),
  ])
})

it('a running clock continues from the moment of saving, so nothing becomes due at once', async () => {
  let wallMs = NOW
  const original = await Simulator.open({ wallMs: () => wallMs })
  await play(original, [{ method: 'POST', path: LISTINGS, body: car('N-1') }])
  wallMs += 60_000
  const file = await saved(original)
  const copy = await Simulator.open({ wallMs: () => wallMs + 86_400_000, saved: file })
  expect(copy.nowOf(copy.worlds.require('default'))).toBe(original.nowOf(original.worlds.require('default')))
})

/** A world file after `BEFORE`. */
const fileOfBefore = (async () => {
  const original = await open()
  await play(original, BEFORE)
  return gunzipSync(await saved(original)).toString()
})()

const content = (members: object) =>
  gzipSync(
    JSON.stringify({
      playa: 'world',
      format: 1,
      release: '0.1.0',
      savedMs: 0,
      secrets: 'redacted',
      journal: [],
      ...members,
    }),
  )

it.each([
  ['text', Buffer.from('a scenario'), /^This is not a world file: expected one that playa world save/],
  ['another gzip', gzipSync('{"a": 1}'), /^This is not a world file/],
  [
    'half a file',
    gzipSync('x'.repeat(1_000)).subarray(0, 20),
    /^The world file is damaged: it cannot be unpacked/,
  ],
  [
    'a later format',
    content({ format: 9, release: '7.0.0' }),
    /format 9, written by release 7\.0\.0; this release reads format 1/,
  ],
  ['parts missing', content({ name: 'a' }), /parts of it are missing/],
  [
    'no records',
    content({ name: 'a', records: [], journal: [] }),
    /cannot be opened: it has no world named a/,
  ],
  ['a bad record', content({ name: 'a', records: [[['w', 'a'], '{}']], journal: [] }), /cannot be opened: /],
  ['no time of saving', content({ name: 'a', records: [], savedMs: 1e308 }), /parts of it are missing/],
  ['a format that is not a number', content({ format: { toString: 1 } }), /^This is not a world file/],
])('refuses %s in one sentence', async (_, bytes, sentence) => {
  const simulator = await open()
  await expect(simulator.readSavedWorld(bytes)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(sentence),
  })
})

const HEADERLESS = JSON.stringify({
  app: 'integra',
  topic: 'agencia-invitacion-aceptada',
  Callback: 'http://127.0.0.1:9/',
  Secret: null,
  Activo: true,
  HeaderCustom01: { constructor: 1 },
  HeaderCustom02: null,
  HeaderCustom03: null,
})

it.each([
  ['a publication without members', /^\["v",\d+,0,"r","p"/, '{"handle":{"key":"x"}}'],
  ['a delivery that is due at no time', /^\["v",\d+,0,"r","d"/, '{"number":1,"dueMs":"soon"}'],
  [
    'a publication whose photos are numbers',
    /^\["v",\d+,0,"r","p"/,
    (text: string) => JSON.stringify({ ...JSON.parse(text), Fotos: [1] }),
  ],
  [
    'a delivery that is due and delivered',
    /^\["v",\d+,0,"r","d"/,
    (text: string) => JSON.stringify({ ...JSON.parse(text), state: 'delivered', dueMs: 1 }),
  ],
  [
    'a delivery that happened at no time',
    /^\["v",\d+,0,"r","d"/,
    (text: string) => JSON.stringify({ ...JSON.parse(text), happenedMs: 1e300 }),
  ],
  ['a webhook whose header has no name', /^\["v",\d+,0,"r","h"/, HEADERLESS],
])('refuses %s', async (_, key, text) => {
  const file = JSON.parse(await fileOfBefore)
  const at = file.records.findIndex(([found]: [unknown]) => key.test(JSON.stringify(found)))
  expect(at).toBeGreaterThanOrEqual(0)
  file.records[at][1] = typeof text === 'string' ? text : text(file.records[at][1])
  await expect((await open()).readSavedWorld(gzipSync(JSON.stringify(file)))).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^The world of the file cannot be opened: /),
  })
})

it.each([
  ['no time', { atMs: null }],
  ['a time that no calendar has', { wallMs: 1e308 }],
  ['no response', { response: null }],
  ['no decision', { response: { status: 200, headers: {}, body: null, events: [] } }],
  ['a body of no size', { request: { method: 'GET', url: '/', rawHeaders: [], body: {}, app: null } }],
  ['a number that does not follow', { n: 7 }],
])('refuses an exchange with %s', async (_, wrong) => {
  const file = JSON.parse(await fileOfBefore)
  const { n, text } = file.journal.at(-1)
  const changed = JSON.stringify({ ...JSON.parse(text), ...wrong })
  file.journal.push({ n: 'n' in wrong ? wrong.n : n + 1, text: changed })
  await expect((await open()).readSavedWorld(gzipSync(JSON.stringify(file)))).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^The world of the file cannot be opened: /),
  })
})
