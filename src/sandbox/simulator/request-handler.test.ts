import { expect, it, vi } from 'vitest'
import { golListing, MAIL, miniatureWorld, NOW } from '../../../test/support/miniature-world.ts'
import type { PhotoSizes } from '../../model/domain/decision-context.ts'
import type { World } from '../../model/world/world.ts'
import { FetchRequest } from '../transport/incoming-request.ts'
import { EventBus } from './event-bus.ts'
import type { HandledRequest } from './exchange.ts'
import { type HandlerPorts, handle } from './request-handler.ts'
import { newWorldHandle, type WorldHandle } from './world-registry.ts'

const AT = `/v3/publicaciones/${MAIL}`

const newHandle = (profile: Record<string, string> = {}): WorldHandle =>
  newWorldHandle('default', miniatureWorld(profile), 0)

type HandledResponse = HandledRequest['response']
type Ports = Omit<HandlerPorts, 'worlds'>

/** Handles a request in that world. */
const respond = async (
  ports: Ports,
  into: WorldHandle,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<HandledResponse> => {
  const init = { method, headers: { 'Content-Type': 'application/json', ...headers } }
  const request = new Request(
    `http://playa.localhost${path}`,
    body ? { ...init, body: JSON.stringify(body) } : init,
  )
  return (await handle({ ...ports, worlds: { get: () => into } }, new FetchRequest(request))).response
}

const basePorts = {
  honorsPrefer: true,
  queueDeliveries: (world: World) => world,
  reschedule: () => undefined,
  linkOrigin: (origin: string) => origin,
  eventBus: new EventBus(),
}

const noPhotos: Ports = {
  ...basePorts,
  wallMs: () => NOW,
  measurePhotos: () => {
    throw new Error('no photo has to be measured')
  },
}

it('a request without a body is decided before `handle` returns', () => {
  const world = newHandle()
  const request = new FetchRequest(new Request(`http://playa.localhost${AT}`))
  expect(handle({ ...noPhotos, worlds: { get: () => world } }, request)).toMatchObject({
    response: { status: 200 },
  })
})

it('a polled list has the same bytes until a write changes it', async () => {
  const world = newHandle()
  const ports = { ...noPhotos, measurePhotos: async () => new Map() }
  const bodyOf = async (path = AT) => (await respond(noPhotos, world, 'GET', path)).body
  const empty = await bodyOf('/v3/publicaciones/jefe%40otra.example')
  expect(String(empty)).not.toBe('')
  await respond(ports, world, 'POST', AT, golListing('UNO'))
  const before = await bodyOf()
  expect(await bodyOf()).toBe(before)
  await respond(noPhotos, world, 'PATCH', `${AT}/UNO`, { Precio: { Moneda: 'ARS', Importe: 14_400_000 } })
  const after = await bodyOf()
  expect(after).not.toBe(before)
  expect(new TextDecoder().decode(after as Uint8Array)).toContain('14400000')
})

it('a write replaces the world of its handle', async () => {
  const world = newHandle()
  expect(await respond(noPhotos, world, 'POST', AT, golListing('gol-1'))).toMatchObject({ status: 201 })
  expect(world.world).not.toBe(world.start)
  expect(await respond(noPhotos, world, 'GET', `${AT}/gol-1`)).toMatchObject({ status: 200 })
})

it('reads of one record are equal, until the record or the media type is another', async () => {
  const world = newHandle()
  const read = (headers = {}) => respond(noPhotos, world, 'GET', `${AT}/gol-1`, undefined, headers)
  await respond(noPhotos, world, 'POST', AT, golListing('gol-1'))
  const first = await read()
  expect(await read()).toEqual(first)
  expect((await read({ Accept: 'text/json' })).headers).toMatchObject({ 'Content-Type': 'text/json' })
  expect(await read()).toEqual(first)
  for (const tag of ['*', first.headers.ETag ?? '', `W/${first.headers.ETag}`])
    expect(await read({ 'If-None-Match': tag })).toMatchObject({ status: 304, body: null })
  expect(await read({ 'If-None-Match': '"other"' })).toEqual(first)
  expect(await respond(noPhotos, world, 'HEAD', `${AT}/gol-1`)).toMatchObject({ status: 200, body: null })
  await respond(noPhotos, world, 'PATCH', `${AT}/gol-1`, { Activa: false })
  const after = await read()
  expect(after.headers.ETag).not.toBe(first.headers.ETag)
  expect(textOf(after)).toContain('Suspendida')
})

it('an unknown world is a 404 that says how to create it', async () => {
  const request = new FetchRequest(new Request('http://playa.localhost/w/other/v3'))
  const { response } = await handle({ ...noPhotos, worlds: { get: () => undefined } }, request)
  expect(response.status).toBe(404)
  expect(JSON.parse(String(response.body))).toMatchObject({ Instance: '/w/other/v3' })
  expect(response.body).toContain('POST /_playa/worlds')
})

/** Ports whose photo measurements the test resolves. */
const slowPhotos = () => {
  const waiting: (() => void)[] = []
  const measure = (urls: readonly string[]): PhotoSizes =>
    new Map(urls.map((url) => [url, { widthPx: 1280, heightPx: 720 }]))
  const ports: Ports = {
    ...basePorts,
    wallMs: () => NOW,
    measurePhotos: (urls) => new Promise((resolve) => waiting.push(() => resolve(measure(urls)))),
  }
  return {
    ports,
    /** Resolves when that many measurements are pending. */
    requested: (count = 1) => vi.waitFor(() => expect(waiting.length).toBe(count)),
    measured: () =>
      waiting.splice(0).forEach((go) => {
        go()
      }),
  }
}

const downloads = () => newHandle({ 'publications/photos': 'downloaded' })

it('other writes during a photo measurement are kept: the second decision sees the current world', async () => {
  const [world, { ports, measured, requested }] = [downloads(), slowPhotos()]
  const slow = respond(ports, world, 'POST', AT, golListing('gol-1'))
  await requested()
  const concurrent = await respond(
    noPhotos,
    world,
    'POST',
    AT,
    golListing('cero-1', { Kilometraje: 0, VersionYear: 2026, Fotos: [] }),
  )
  expect(concurrent).toMatchObject({ status: 201 })
  measured()
  expect((await slow).status).toBe(201)
  for (const id of ['gol-1', 'cero-1'])
    expect(await respond(noPhotos, world, 'GET', `${AT}/${id}`)).toMatchObject({ status: 200 })
})

it('of two creates of one ExternalId with concurrent photo measurements, one wins', async () => {
  const [world, { ports, measured, requested }] = [downloads(), slowPhotos()]
  const both = [
    respond(ports, world, 'POST', AT, golListing('gol-1')),
    respond(ports, world, 'POST', AT, golListing('GOL-1')),
  ]
  await requested(2)
  measured()
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 409])
})

it('PUB-34: of two edits with one ETag and concurrent photo measurements, one wins', async () => {
  const [world, { ports, measured, requested }] = [downloads(), slowPhotos()]
  const creating = respond(ports, world, 'POST', AT, golListing('gol-1'))
  await requested()
  measured()
  const { headers } = await creating
  const edit = (Color: string): Promise<HandledResponse> =>
    respond(
      ports,
      world,
      'PUT',
      `${AT}/gol-1`,
      { ...golListing('gol-1'), Color, Fotos: [`https://cdn.example/${Color}.jpg`] },
      { 'If-Match': headers['ETag'] ?? '' },
    )
  const both = [edit('Rojo'), edit('Azul')]
  await requested(2)
  measured()
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412])
})

it('a write whose world is reset during a photo measurement is applied to the reset world', async () => {
  const [world, { ports, measured, requested }] = [downloads(), slowPhotos()]
  const slow = respond(ports, world, 'POST', AT, golListing('gol-1'))
  await requested()
  world.world = world.start
  measured()
  expect((await slow).status).toBe(201)
  expect(await respond(noPhotos, world, 'GET', `${AT}/gol-1`)).toMatchObject({ status: 200 })
})

it('limits/rate: a caller over its rate is refused, even for a repeated read', async () => {
  const counted = newHandle({ 'limits/rate': 'per-minute:2' })
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await respond(noPhotos, counted, 'GET', '/v3')).status)
  expect(statuses).toEqual([200, 200, 429])
  // Reads of the console do not count, so the usage of clients does not limit it.
  expect(await respond(noPhotos, counted, 'GET', '/v3', undefined, { 'Playa-Aside': '1' })).toMatchObject({
    status: 200,
  })
})

it('a repeated read depends on every header that matters, and on the caller', async () => {
  const world = newHandle({ 'auth/scheme': 'open' })
  await respond(noPhotos, world, 'POST', AT, golListing('gol-1'))
  const read = (headers: Record<string, string>) =>
    respond(noPhotos, world, 'GET', `${AT}/gol-1`, undefined, headers)
  const tag = (await read({})).headers['ETag'] ?? ''
  expect(await read({ Accept: 'null' })).toMatchObject({ status: 406 })
  expect(await read({ 'If-None-Match': tag })).toMatchObject({ status: 304 })
  expect(await read({ Accept: `application/json ${tag}` })).not.toMatchObject({ status: 304 })
  expect(await read({ Authorization: 'Bearer key-dos' })).toMatchObject({ status: 404 })
  expect(await read({})).toMatchObject({ status: 200 })
})

it('a read after a write or a reset returns the new state', async () => {
  const world = newHandle()
  await respond(noPhotos, world, 'POST', AT, golListing('gol-1'))
  const state = async () => textOf(await respond(noPhotos, world, 'GET', `${AT}/gol-1`))
  expect(JSON.parse(await state()).EstadoActual).toBe('Activa')
  await respond(noPhotos, world, 'PATCH', `${AT}/gol-1`, { Activa: false })
  expect(JSON.parse(await state()).EstadoActual).toBe('Suspendida')
  world.world = world.start
  expect(await state()).toContain('No existe')
})

const textOf = ({ body }: HandledResponse): string =>
  body === null ? '' : Buffer.from(body).toString('utf8')

it("a list by period follows the world's day", async () => {
  const world = newHandle()
  world.world = { ...world.world, clock: { ...world.world.clock, running: true } }
  const at = async (wallMs: number) =>
    textOf(await respond({ ...noPhotos, wallMs: () => wallMs }, world, 'GET', `/v3/consultas/${MAIL}`))
  expect(await at(NOW)).toContain('"Hasta":"2026-03-01')
  const midnight = Date.parse('2026-03-02T00:00:00-03:00')
  expect(await at(midnight - 1)).toContain('"Hasta":"2026-03-01')
  expect(await at(midnight)).toContain('"Hasta":"2026-03-02')
})
