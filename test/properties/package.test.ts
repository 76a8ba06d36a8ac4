import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { World } from '../../src/model/world/world.ts'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** The package's numbers are consistent after any writes of several apps (AGE-07, AGE-08, AGE-09). */

const AT = `/v3/publicaciones/${MAIL}`
const LEVELS = ['Alta', 'Media', 'Baja'] as const

const level = fc.constantFrom(...LEVELS, null, undefined)
const activa = fc.constantFrom(true, false, null, undefined)
const id = fc.integer({ min: 0, max: 9 }).map((n) => `auto-${n}`)
const as = fc.constantFrom('uno', 'dos')

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('create' as const), id, as, level, activa }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('put' as const), id, as, level, activa }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('patch' as const), id, as, level, activa }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('suspender' as const, 'archivar' as const),
      id,
      as,
      level,
      activa,
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const take = (world: World, { does, id: name, as: app, level: Exposicion, activa: Activa }: Step) => {
  const at = `${AT}/${name}`
  switch (does) {
    case 'create':
      return send(world, 'POST', AT, { body: golListing(name, { Exposicion, Activa }), app: app })
    case 'put':
      return send(world, 'PUT', at, {
        body: { VersionYear: 2018, Kilometraje: 61_000, Exposicion, Activa },
        app: app,
      })
    case 'patch':
      return send(world, 'PATCH', at, { body: { Activa }, app: app })
    default:
      return send(world, 'PATCH', `${at}/${does}`, { app: app })
  }
}

/** Returns the publications that use a place, from the lists of both apps. */
const countedByReading = (world: World, states: readonly string[]) => {
  const seen: Record<string, number> = { Alta: 0, Media: 0, Baja: 0 }
  for (const app of ['uno', 'dos']) {
    for (const state of states) {
      const { _entries } = send(world, 'GET', `${AT}?estado=${state}`, { app: app }).json
      for (const { Exposicion } of _entries) seen[Exposicion] = (seen[Exposicion] ?? 0) + 1
    }
  }
  return seen
}

const walks: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['the defaults', {}, ['Activa']],
  ['nearest-lower', { 'publications/exposure-fallback': 'nearest-lower' }, ['Activa']],
  ['created suspended when full', { 'publications/package-exhausted': 'suspended' }, ['Activa']],
  ['suspended ones counted', { 'agencies/package-counts': 'active-and-suspended' }, ['Activa', 'Suspendida']],
  [
    'suspended ones counted, ids reused',
    {
      'agencies/package-counts': 'active-and-suspended',
      'publications/external-id-reuse': '201',
      'publications/package-exhausted': 'suspended',
    },
    ['Activa', 'Suspendida'],
  ],
]

it.each(walks)(
  'AGE-08, AGE-09: after every step Activas is what reading counts, and with Disponibles makes Pack, under %s',
  (_, profile, states) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 30 }), (steps) => {
        let world: World = miniatureWorld(profile)
        for (const one of steps) {
          const heard = take(world, one)
          expect([200, 201, 404, 409]).toContain(heard.status)
          if (heard.status >= 400) expect(heard.world).toBe(world)
          world = heard.world
          const { Alta, Media, Baja } = send(world, 'GET', `/v3/agencias/${MAIL}/productos`).json
          for (const { Pack, Activas, Disponibles } of [Alta, Media, Baja]) {
            expect(Activas + Disponibles).toBe(Pack)
            expect(Disponibles).toBeGreaterThanOrEqual(0)
          }
          expect({ Alta: Alta.Activas, Media: Media.Activas, Baja: Baja.Activas }).toEqual(
            countedByReading(world, states),
          )
        }
      }),
      { seed: 7, numRuns: 8 },
    )
  },
)

it('PUB-07: a create is refused for lack of a place only when every level is full', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), level, (steps, asked) => {
      const world = steps.reduce<World>((before, one) => take(before, one).world, miniatureWorld())
      const { Alta, Media, Baja } = send(world, 'GET', `/v3/agencias/${MAIL}/productos`).json
      const free = [Alta, Media, Baja].some(({ Disponibles }) => Disponibles > 0)
      const heard = send(world, 'POST', AT, { body: golListing('nuevo', { Exposicion: asked }) })
      expect(heard.status).toBe(free ? 201 : 409)
      if (free && asked && { Alta, Media, Baja }[asked].Disponibles > 0)
        expect(heard.json.Exposicion).toBe(asked)
    }),
    { seed: 11, numRuns: 30 },
  )
})
