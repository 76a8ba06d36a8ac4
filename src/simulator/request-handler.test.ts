import { expect, it } from 'vitest'
import { gol, MAIL, miniature, NOW } from '../../test/support/miniature.ts'
import type { PhotoSizes } from '../domain/decision-context.ts'
import type { World } from '../world/world.ts'
import type { Answer } from '../http/request.ts'
import { askedOf } from '../transport/incoming-request.ts'
import { Feed } from './event-bus.ts'
import { type Rim, serve, takeApart } from './request-handler.ts'
import { type Held, newHeld } from './world-registry.ts'

it.each([
  ['http://a.example/v3', 'http://a.example', '/v3', ''],
  ['http://a.example:4010/v3/x?q=1&r=%20', 'http://a.example:4010', '/v3/x', 'q=1&r=%20'],
  ['http://[::1]:80/v3?', 'http://[::1]:80', '/v3', ''],
  ['http://a.example/v3?a=http://b.example/?c', 'http://a.example', '/v3', 'a=http://b.example/?c'],
  ['http://a.example/v3/%2F%zz/..;?', 'http://a.example', '/v3/%2F%zz/..;', ''],
  ['http://a.example/v3#part?q', 'http://a.example', '/v3', ''],
  ['http://a.example/v3?q=1#part', 'http://a.example', '/v3', 'q=1'],
])('%s is taken apart as it was sent', (url, origin, path, query) => {
  expect(takeApart(url)).toEqual({ origin, path, query })
})

const AT = `/v3/publicaciones/${MAIL}`

const held = (profile: Record<string, string> = {}): Held => newHeld('default', miniature(profile), 0)

const asked = (
  rim: Rim,
  into: Held,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => {
  const bytes = new TextEncoder().encode(body ? JSON.stringify(body) : '')
  const request = new Request(`http://playa.localhost${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  return serve(rim, into, {
    asked: askedOf(request, undefined),
    body: { kind: 'bytes', bytes },
    prefix: '',
  })
}

const alone = { follow: (world: World) => world, stir: () => undefined, feed: new Feed() }

const never: Rim = {
  ...alone,
  wallMs: () => NOW,
  measurePhotos: () => {
    throw new Error('no photo has to be measured')
  },
}

it('an exchange is over before serve returns, and the world has moved on', () => {
  const world = held()
  expect(asked(never, world, 'POST', AT, gol('gol-1'))).toMatchObject({ status: 201 })
  expect(world.world).not.toBe(world.start)
  expect(asked(never, world, 'GET', `${AT}/gol-1`)).toMatchObject({ status: 200 })
})

/** A rim whose photos are measured when the test says so. */
const slowPhotos = () => {
  const waiting: (() => void)[] = []
  const measure = (urls: readonly string[]): PhotoSizes =>
    new Map(urls.map((url) => [url, { widthPx: 1280, heightPx: 720 }]))
  const rim: Rim = {
    ...alone,
    wallMs: () => NOW,
    measurePhotos: (urls) => new Promise((resolve) => waiting.push(() => resolve(measure(urls)))),
  }
  return {
    rim,
    measured: () =>
      waiting.splice(0).forEach((go) => {
        go()
      }),
  }
}

const downloads = () => held({ 'publications/photos': 'downloaded' })

it('what others wrote while photos were fetched is kept: the second run sees the world of its moment', async () => {
  const [world, { rim, measured }] = [downloads(), slowPhotos()]
  const slow = asked(rim, world, 'POST', AT, gol('gol-1'))
  expect(slow).toBeInstanceOf(Promise)
  const meanwhile = asked(never, world, 'POST', AT, gol('cero-1', { Kilometraje: 0, VersionYear: 2026, Fotos: [] }))
  expect(meanwhile).toMatchObject({ status: 201 })
  measured()
  expect((await slow).status).toBe(201)
  for (const id of ['gol-1', 'cero-1']) expect(asked(never, world, 'GET', `${AT}/${id}`)).toMatchObject({ status: 200 })
})

it('of two creates of one ExternalId whose photos are fetched at the same time, one wins', async () => {
  const [world, { rim, measured }] = [downloads(), slowPhotos()]
  const both = [asked(rim, world, 'POST', AT, gol('gol-1')), asked(rim, world, 'POST', AT, gol('GOL-1'))]
  measured()
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 409])
})

it('of two edits with one ETag whose photos are fetched at the same time, one wins (PUB-34)', async () => {
  const [world, { rim, measured }] = [downloads(), slowPhotos()]
  const creating = asked(rim, world, 'POST', AT, gol('gol-1'))
  measured()
  const { headers } = await creating
  const edit = (Color: string): Answer | Promise<Answer> =>
    asked(
      rim,
      world,
      'PUT',
      `${AT}/gol-1`,
      { ...gol('gol-1'), Color, Fotos: [`https://cdn.example/${Color}.jpg`] },
      { 'If-Match': headers['ETag'] ?? '' },
    )
  const both = [edit('Rojo'), edit('Azul')]
  measured()
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412])
})

it('a world that is reset while photos are fetched takes the write into its new beginning', async () => {
  const [world, { rim, measured }] = [downloads(), slowPhotos()]
  const slow = asked(rim, world, 'POST', AT, gol('gol-1'))
  world.world = world.start
  measured()
  expect((await slow).status).toBe(201)
  expect(asked(never, world, 'GET', `${AT}/gol-1`)).toMatchObject({ status: 200 })
})

it('a read is answered again from memory for as long as the world is the same', () => {
  const world = held()
  asked(never, world, 'POST', AT, gol('gol-1'))
  const first = asked(never, world, 'GET', `${AT}/gol-1`)
  expect(asked(never, world, 'GET', `${AT}/gol-1`)).toBe(first)
  expect(asked(never, world, 'GET', `${AT}/gol-1`, undefined, { Accept: 'text/json' })).not.toBe(first)
  asked(never, world, 'PATCH', `${AT}/gol-1`, { Precio: null })
  expect(asked(never, world, 'GET', `${AT}/gol-1`)).not.toEqual(first)
})

it('what uses something up is never answered from memory', () => {
  const counted = held({ 'limits/rate': 'per-minute:2' })
  const statuses = [1, 2, 3].map(() => asked(never, counted, 'GET', '/v3'))
  expect(statuses).toMatchObject([{ status: 200 }, { status: 200 }, { status: 429 }])
})

it('a remembered answer is for the very same request only: no header stands in for an absent one or for another', () => {
  const world = held({ 'auth/scheme': 'open' })
  asked(never, world, 'POST', AT, gol('gol-1'))
  const read = (headers: Record<string, string>) => asked(never, world, 'GET', `${AT}/gol-1`, undefined, headers)
  const plain = read({})
  expect(read({})).toBe(plain)
  const tag = plain instanceof Promise ? '' : (plain.headers['ETag'] ?? '')
  expect(read({ Accept: 'null' })).toMatchObject({ status: 406 })
  expect(read({ 'If-None-Match': tag })).toMatchObject({ status: 304 })
  expect(read({ Accept: `application/json ${tag}` })).not.toMatchObject({ status: 304 })
  expect(read({ Authorization: 'Bearer key-dos' })).toMatchObject({ status: 404 })
  expect(read({})).toMatchObject({ status: 200 })
})

it('no answer is remembered beyond the world that gave it: a write and a reset show at once', () => {
  const world = held()
  asked(never, world, 'POST', AT, gol('gol-1'))
  const state = () => {
    const answer = asked(never, world, 'GET', `${AT}/gol-1`)
    return answer instanceof Promise || answer.body === null ? '' : Buffer.from(answer.body).toString('utf8')
  }
  expect([state(), state()].map((text) => JSON.parse(text).EstadoActual)).toEqual(['Activa', 'Activa'])
  asked(never, world, 'PATCH', `${AT}/gol-1`, { Activa: false })
  expect(JSON.parse(state()).EstadoActual).toBe('Suspendida')
  world.world = world.start
  expect(state()).toContain('No existe')
})

it('lists by period are remembered for no longer than a minute, for they speak of today', () => {
  const world = held()
  world.world = { ...world.world, clock: { ...world.world.clock, running: true } }
  const at = (wallMs: number) => {
    const answer = asked({ ...never, wallMs: () => wallMs }, world, 'GET', `/v3/consultas/${MAIL}`)
    return answer instanceof Promise || answer.body === null ? '' : Buffer.from(answer.body).toString('utf8')
  }
  expect(at(NOW)).toContain('"Hasta":"2026-03-01')
  const midnight = Date.parse('2026-03-02T00:00:00-03:00')
  expect(at(midnight - 1)).toContain('"Hasta":"2026-03-01')
  expect(at(midnight)).toContain('"Hasta":"2026-03-02')
})
