import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { World } from '../../src/model/world/world.ts'
import {
  type ExchangeResult,
  golListing,
  MAIL,
  miniatureWorld,
  type RequestOptions,
  send,
} from '../support/miniature-world.ts'

/** The service is a pure function of the world and the request, so scripts can be replayed. */

const AT = `/v3/publicaciones/${MAIL}`

type Line = readonly [method: string, target: string, said: RequestOptions]

const id = fc.integer({ min: 0, max: 4 }).map((n) => `auto-${n}`)
const app = fc.constantFrom('uno', 'dos', 'lector')
const accept = fc.constantFrom('application/json', 'application/vnd.service.ref+json', 'image/png')
const body = fc.oneof(
  fc.record({
    Activa: fc.constantFrom(true, false, null),
    Precio: fc.constantFrom(null, { Moneda: 'USD', Importe: 5 }, { Moneda: 'Z', Importe: -1 }),
  }),
  fc.record({
    VersionYear: fc.constantFrom(2018, 1, 2020),
    Kilometraje: fc.constantFrom(61_000, 0, 5),
    RefStock: fc.option(fc.string({ maxLength: 27 })),
    Exposicion: fc.constantFrom('Alta', 'Media', 'Baja', null, 'Mal'),
  }),
  fc.jsonValue(),
)

const line: fc.Arbitrary<Line> = fc.oneof(
  fc.tuple(id, app, body, accept).map(([name, as, more, Accept]): Line => {
    const extra = typeof more === 'object' && more !== null && !Array.isArray(more) ? more : {}
    return [
      'POST',
      AT,
      { body: golListing(name, { ...extra, ExternalId: name }), app: as, headers: { Accept } },
    ]
  }),
  fc
    .tuple(fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'), id, app, body, accept)
    .map(
      ([method, name, as, sent, Accept]): Line => [
        method,
        `${AT}/${name}`,
        { body: sent, app: as, headers: { Accept } },
      ],
    ),
  fc
    .tuple(fc.constantFrom('suspender', 'archivar'), id, app)
    .map(([step, name, as]): Line => ['PATCH', `${AT}/${name}/${step}`, { app: as }]),
  fc.constantFrom<Line>(
    ['GET', AT, {}],
    ['GET', `/v3/agencias/${MAIL}/productos`, {}],
    ['GET', `${AT}?estado=suspendida`, {}],
  ),
)
const script = fc.array(line, { minLength: 5, maxLength: 30 })

const play = (
  lines: readonly Line[],
  start: World = miniatureWorld(),
): { readonly heard: ExchangeResult[]; readonly world: World } => {
  const heard: ExchangeResult[] = []
  let world = start
  for (const [method, target, said] of lines) {
    const one = send(world, method, target, said)
    heard.push(one)
    world = one.world
  }
  return { heard, world }
}

const bytesOf = ({ heard }: ReturnType<typeof play>) =>
  heard.map(({ status, headers, text, decision: decided }) => [status, headers, text, decided])

it('a replayed script gives the same bytes, headers, entity tags and ids', () => {
  fc.assert(
    fc.property(script, (lines) => {
      expect(bytesOf(play(lines))).toEqual(bytesOf(play(lines)))
    }),
    { seed: 1, numRuns: 20 },
  )
})

it('a stored world is a snapshot: later scripts do not change its responses', () => {
  fc.assert(
    fc.property(script, script, (before, after) => {
      const kept = play(before).world
      const once = bytesOf(play(after, kept))
      play([...after].reverse(), kept)
      expect(bytesOf(play(after, kept))).toEqual(once)
    }),
    { seed: 2, numRuns: 25 },
  )
})

it('no exchange of a script fails, and a refused one returns the identical world', () => {
  fc.assert(
    fc.property(script, (lines) => {
      let world: World = miniatureWorld()
      for (const [method, target, said] of lines) {
        const heard = send(world, method, target, said)
        expect(heard.status).toBeLessThan(500)
        if (heard.status >= 300 || method === 'GET' || method === 'HEAD') expect(heard.world).toBe(world)
        world = heard.world
      }
    }),
    { seed: 4, numRuns: 25 },
  )
})

it('under a rate limit, a refused request changes only the usage of the world', () => {
  fc.assert(
    fc.property(script, (lines) => {
      let world: World = miniatureWorld({ 'limits/rate': 'per-minute:20' })
      for (const [method, target, said] of lines) {
        const heard = send(world, method, target, said)
        if (heard.status >= 300)
          for (const member of Object.keys(world) as (keyof World)[])
            if (member !== 'usage') expect(heard.world[member]).toBe(world[member])
        world = heard.world
      }
    }),
    { seed: 6, numRuns: 20 },
  )
})

it('PUB-33: from one request to the next the entity tag changes exactly when the full representation does', () => {
  const fullForm = (world: World, name: string, as: string) =>
    send(world, 'GET', `${AT}/${name}`, { app: as })
  fc.assert(
    fc.property(script, (lines) => {
      let world: World = miniatureWorld()
      const known = new Map<string, string>()
      for (const [method, target, said] of lines) {
        const next = send(world, method, target, said).world
        for (const as of ['uno', 'dos']) {
          for (let n = 0; n <= 4; n++) {
            const [before, after] = [fullForm(world, `auto-${n}`, as), fullForm(next, `auto-${n}`, as)]
            expect(before.headers['ETag'] === after.headers['ETag']).toBe(before.text === after.text)
            const tag = after.headers['ETag']
            if (tag === undefined) continue
            // A tag never stands for two different texts in the whole history.
            expect(known.get(tag) ?? after.text).toBe(after.text)
            known.set(tag, after.text)
          }
        }
        world = next
      }
    }),
    { seed: 8, numRuns: 8 },
  )
})
