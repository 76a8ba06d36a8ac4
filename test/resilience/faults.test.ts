import { expect, it, vi } from 'vitest'
import type { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { faultySandbox } from './faulty-client.ts'
import { AGENCY, car, LISTINGS } from './test-server.ts'

/** Injected faults, in process and over real sockets. */

const WAYS = ['in process', 'over a socket'] as const
const COINS = '/v3/monedas'
const PRICE = { Moneda: 'ARS', Importe: 9_000_000 }
const GOL = `${LISTINGS}/gol-1`

const open = async (way: (typeof WAYS)[number]) => {
  const room = await faultySandbox()
  return { ...room, ask: room.clients[way] }
}

/** Waits until the only rule has started to act for the last time. */
const begun = ({ worlds }: Simulator) =>
  vi.waitFor(() => expect(worlds.require('default').world.faultRules.rules).toEqual([]), { interval: 1 })

const withCar = async (way: (typeof WAYS)[number]) => {
  const room = await open(way)
  const { headers } = await room.ask('POST', LISTINGS, { body: car('gol-1') })
  return { ...room, tag: headers['etag']! }
}

it.each(WAYS)('%s: a status is the API’s own problem, and the next request is served', async (way) => {
  const { ask, fault, marks, failures } = await open(way)
  await fault({ match: { operation: 'publications.list' }, act: { status: 503, retryAfter: 7 } })
  const met = await ask('GET', LISTINGS)
  expect(met).toMatchObject({
    status: 503,
    headers: { 'content-type': 'application/problem+json', 'retry-after': '7' },
  })
  expect(JSON.parse(met.bytes.toString())).toEqual({
    Type: 'https://httpstatuses.com/503',
    Title: 'Servicio no disponible',
    Status: 503,
    Detail: 'El servicio no está disponible por el momento; reintente más tarde.',
    Instance: LISTINGS,
    Extensions: {},
  })
  expect((await ask('GET', LISTINGS)).status).toBe(200)
  expect(marks()).toEqual([
    { rules: [1], how: ["503 instead of the service's response", 'Retry-After 7'], answered: true },
    undefined,
  ])
  expect(failures).toEqual([])
})

it.each(WAYS)('%s: 429 always has Retry-After, given or not', async (way) => {
  const { ask, fault } = await open(way)
  await fault({ act: { retryAfter: 30 } })
  await fault({ act: { status: 429 } })
  expect(await ask('GET', COINS)).toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
  expect(await ask('GET', COINS)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
})

it.each(WAYS)('%s: a reset leaves no response and nothing written', async (way) => {
  const { ask, fault, marks, simulator, failures } = await open(way)
  await fault({ match: { operation: 'publications.create' }, act: { reset: true } })
  const met = await ask('POST', LISTINGS, { body: car('gol-1') })
  expect(met).toEqual({ headers: {}, bytes: Buffer.alloc(0), parts: 0, error: 'ECONNRESET' })
  expect((await ask('GET', GOL)).status).toBe(404)
  expect(marks()[0]).toEqual({
    rules: [1],
    how: ['connection reset before the service handled the request'],
    answered: false,
  })
  expect(simulator.worlds.require('default').journal.get(1)?.response).toMatchObject({
    status: 0,
    body: null,
  })
  expect(failures).toEqual([])
})

it.each(WAYS)('%s: of a lost response the write was done, so that a blind retry meets 409', async (way) => {
  const { ask, fault, marks } = await open(way)
  await fault({ match: { operation: 'publications.create' }, act: { loseAnswer: true } })
  expect(await ask('POST', LISTINGS, { body: car('gol-1') })).toMatchObject({ error: 'ECONNRESET', parts: 0 })
  expect((await ask('POST', LISTINGS, { body: car('gol-1') })).status).toBe(409)
  expect((await ask('GET', GOL)).status).toBe(200)
  const how = ['response lost: connection reset after the service handled the request']
  expect(marks()[0]).toEqual({ rules: [1], how, answered: false })
})

it.each(WAYS)(
  '%s: an edit whose response was lost can be sent again without a tag, and is stale with it',
  async (way) => {
    const { ask, fault, tag } = await withCar(way)
    await fault({ match: { method: 'PATCH' }, act: { loseAnswer: true } })
    const edit = { body: { Precio: PRICE } }
    expect((await ask('PATCH', GOL, { ...edit, headers: { 'If-Match': tag } })).error).toBe('ECONNRESET')
    expect((await ask('PATCH', GOL, { ...edit, headers: { 'If-Match': tag } })).status).toBe(412)
    expect((await ask('PATCH', GOL, edit)).status).toBe(200)
  },
)

it.each([
  ['in process', 'UND_ERR_SOCKET'],
  ['over a socket', 'ECONNRESET'],
] as const)(
  '%s: a truncated response promises its whole length and breaks off halfway',
  async (way, error) => {
    const { ask, fault, marks, failures } = await open(way)
    const whole = await ask('GET', COINS)
    await fault({ match: { path: COINS }, act: { truncate: true } })
    const met = await ask('GET', COINS)
    const half = whole.bytes.subarray(0, Math.floor(whole.bytes.length / 2))
    expect({ status: met.status, error: met.error, bytes: met.bytes }).toEqual({
      status: 200,
      error,
      bytes: half,
    })
    expect(met.headers['content-length']).toBe(String(whole.bytes.length))
    expect(met.headers['content-type']).toBe(whole.headers['content-type'])
    expect(marks()[1]).toEqual({ rules: [1], how: ['body truncated halfway'], answered: true })
    expect((await ask('GET', COINS)).bytes).toEqual(whole.bytes)
    expect(failures).toEqual([])
  },
)

it.each(WAYS)('%s: a slow response is the same response, drop by drop', async (way) => {
  const { ask, fault } = await open(way)
  const whole = await ask('GET', COINS)
  await fault({ match: { path: COINS }, act: { slow: whole.bytes.length * 5 } })
  const startMs = performance.now()
  const met = await ask('GET', COINS)
  // Five times its length a second: a fifth of a second.
  expect(performance.now() - startMs).toBeGreaterThan(150)
  expect(met.parts).toBeGreaterThan(2)
  expect(met.error).toBeUndefined()
  expect(met.bytes).toEqual(whole.bytes)
})

it.each(WAYS)('%s: a problem can break off too', async (way) => {
  const { ask, fault } = await open(way)
  await fault({ act: { status: 500, truncate: true, slow: 100_000 } })
  const { status, bytes, headers, error } = await ask('GET', COINS)
  expect([status, bytes.length, error !== undefined]).toEqual([
    500,
    Math.floor(Number(headers['content-length']) / 2),
    true,
  ])
})

it.each(WAYS)('%s: a response without a body leaves as it is', async (way) => {
  const { ask, fault, tag } = await withCar(way)
  await fault({ act: { truncate: true, slow: 10 }, times: 2 })
  const kept = await ask('GET', GOL, { headers: { 'If-None-Match': tag } })
  const head = await ask('HEAD', GOL)
  expect([kept.status, kept.error, head.status, head.error]).toEqual([304, undefined, 200, undefined])
})

it.each(WAYS)('%s: a delay is really waited, and the response is right', async (way) => {
  const { ask, fault, marks, simulator } = await open(way)
  await fault({ match: { path: COINS }, act: { delay: 60 } })
  const startMs = performance.now()
  expect((await ask('GET', COINS)).status).toBe(200)
  expect(performance.now() - startMs).toBeGreaterThan(55)
  expect(marks()).toEqual([{ rules: [1], how: ['delayed 60 ms'], answered: true }])
  expect(simulator.worlds.require('default').journal.get(1)?.tookMs).toBeGreaterThan(55)
})

it.each(WAYS)('%s: of a client that leaves while it is delayed nothing is done', async (way) => {
  const { ask, fault, marks, failures, simulator } = await open(way)
  await fault({ match: { method: 'post' }, act: { delay: 30_000 } })
  const leaving = new AbortController()
  const met = ask('POST', LISTINGS, { body: car('gol-1'), signal: leaving.signal })
  await begun(simulator)
  leaving.abort()
  expect((await met).error).toMatch(/AbortError|ABORT_ERR|ECONNRESET/)
  const left = { rules: [1], how: ['the client left during the delay of 30000 ms'], answered: false }
  await vi.waitFor(() => expect(marks().filter(Boolean)).toEqual([left]))
  expect((await ask('GET', GOL)).status).toBe(404)
  expect(failures).toEqual([])
})

it.each(WAYS)('%s: what was delayed before a reset does not happen after it', async (way) => {
  const { ask, fault, simulator } = await open(way)
  await fault({ act: { delay: 40 } })
  const late = ask('POST', LISTINGS, { body: car('gol-1') })
  await begun(simulator)
  simulator.reset('default')
  expect((await late).error).toBe('ECONNRESET')
  expect((await ask('GET', GOL)).status).toBe(404)
})

it.each(WAYS)('%s: another writer slips in before a write, whose tag is then stale (PUB-34)', async (way) => {
  const { ask, fault, tag } = await withCar(way)
  await fault({ match: { operation: 'publications.amend' }, act: { staleTag: true } })
  const edit = { body: { Precio: PRICE } }
  const refused = await ask('PATCH', GOL, { ...edit, headers: { 'If-Match': tag } })
  expect(refused.status).toBe(412)
  const again = await ask('GET', GOL)
  expect(again.headers['etag']).not.toBe(tag)
  const merged = await ask('PATCH', GOL, { ...edit, headers: { 'If-Match': again.headers['etag']! } })
  expect(merged.status).toBe(200)
})

it.each(WAYS)(
  '%s: another writer slips in after a read, so that the tag is stale when it is used',
  async (way) => {
    const { ask, fault, tag, marks } = await withCar(way)
    await fault({ match: { operation: 'publications.read' }, act: { staleTag: true } })
    const read = await ask('GET', GOL)
    expect(read.headers['etag']).toBe(tag)
    expect((await ask('PATCH', `${GOL}/suspender`, { headers: { 'If-Match': tag } })).status).not.toBe(200)
    expect((await ask('PATCH', GOL, { body: { Precio: null }, headers: { 'If-Match': tag } })).status).toBe(
      412,
    )
    expect((await ask('GET', GOL)).bytes.toString()).toBe(read.bytes.toString())
    expect(marks()[1]?.how).toEqual(['another writer changed the publication after the response'])
  },
)

it('rules of one world touch no other', async () => {
  const { clients, fault, control, marks } = await faultySandbox()
  await control('POST', '', { name: 'other', scenario: 'empty' })
  await fault({ act: { status: 500 }, times: 9 }, 'other')
  const ask = clients['over a socket']
  expect((await ask('GET', COINS)).status).toBe(200)
  expect((await ask('GET', `/w/other${COINS}`)).status).toBe(500)
  expect((await ask('GET', COINS, { headers: { 'Playa-World': 'other' } })).status).toBe(500)
  expect([marks(), marks('other').length]).toEqual([[undefined], 2])
})

it('on a kept-alive connection a fault breaks that exchange alone', async () => {
  const { clients, fault, control } = await faultySandbox()
  await fault({ match: { agency: AGENCY.toUpperCase(), nth: 2 }, act: { status: 502 } })
  const ask = clients['over a socket']
  const met = [
    await ask('GET', LISTINGS),
    await ask('GET', COINS),
    await ask('GET', LISTINGS),
    await ask('GET', LISTINGS),
  ]
  expect(met.map(({ status }) => status)).toEqual([200, 200, 502, 200])
  expect((await control('GET', '/default/faults/f1')).json).toMatchObject({
    seen: 2,
    acted: 1,
    left: 0,
    armed: false,
  })
})
