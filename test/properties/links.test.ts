import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { World } from '../../src/model/world/world.ts'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/**
 * The service never refuses a request that follows an offered link with a valid body and the current entity
 * tag.
 */

const AT = `/v3/publicaciones/${MAIL}`

interface Offered {
  readonly href: string
  readonly method?: string
}

const level = fc.constantFrom('Alta', 'Media', 'Baja', null)
const colour = fc.string({ minLength: 1, maxLength: 60 })
const amount = fc.option(
  fc.record({ Moneda: fc.constantFrom('ARS', 'USD'), Importe: fc.integer({ min: 0, max: 1_000_000 }) }),
)
const choice = fc.record({
  which: fc.nat(),
  level,
  colour,
  amount,
  km: fc.integer({ min: 1, max: 999_000 }),
  stays: fc.boolean(),
})

type Choice = typeof choice extends fc.Arbitrary<infer C> ? C : never

/**
 * Returns a body that is valid in this state. Four publications never fill six places, so one is always free.
 */
const bodyOf = (
  method: string,
  relation: string,
  { level: Exposicion, colour: Color, amount: Precio, km, stays }: Choice,
  state: State,
) => {
  const Activa = stays || (state.active && !state.suspends) ? state.active : !state.active
  if (relation === 'modificar') return { Precio, Activa }
  if (method === 'PUT') return { VersionYear: 2018, Kilometraje: km, Color, Precio, Exposicion, Activa }
  return undefined
}

interface State {
  readonly active: boolean
  /** True when the response offers the link. */
  readonly suspends: boolean
}

it.each([
  ['the defaults', {}, true],
  [
    'weak tags and required preconditions',
    { 'publications/precondition-required': '428', 'publications/etag-strength': 'weak' },
    true,
  ],
  ['absolute links', { 'common/href-form': 'absolute' }, true],
  ['a product that does not suspend', {}, false],
  ['suspending twice', { 'publications/suspend-twice': '200' }, true],
] as const)('no step that a publication offers is refused, under %s', (_, profile, suspends) => {
  fc.assert(
    fc.property(fc.array(choice, { minLength: 5, maxLength: 25 }), (choices) => {
      let world: World = miniatureWorld(profile, { product: { suspends, cars: 'any' } })
      for (const n of [0, 1, 2, 3])
        world = send(world, 'POST', AT, { body: golListing(`auto-${n}`, { Activa: n !== 3 }) }).world
      for (const one of choices) {
        const read = send(world, 'GET', `${AT}/auto-${one.which % 4}`)
        const links = Object.entries<Offered>(read.json._links)
        const [relation, link] = links[Math.floor(one.which / 4) % links.length]!
        const method = link.method ?? 'GET'
        const state = {
          active: read.json.EstadoActual === 'Activa',
          suspends: 'suspender' in read.json._links,
        }
        const body = bodyOf(method, relation, one, state)
        const headers = method === 'GET' ? {} : { 'If-Match': read.headers['ETag'] ?? '' }
        const followed = send(world, method, link.href.replace('http://playa.localhost', ''), {
          headers,
          ...(body && { body }),
        })
        expect([relation, followed.status, followed.text.slice(0, 200)]).toEqual([
          relation,
          200,
          expect.any(String),
        ])
        world = followed.world
      }
    }),
    { seed: 3, numRuns: 12 },
  )
})

it('every readable link from the entry point on has a response, after any walk', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('suspender', 'archivar'), { maxLength: 2 }), (steps) => {
      let world = send(miniatureWorld(), 'POST', AT, { body: golListing('auto-0') }).world
      for (const step of steps) world = send(world, 'PATCH', `${AT}/auto-0/${step}`).world
      const seen = new Set<string>()
      const waiting = ['/v3', `${AT}/auto-0`]
      for (let href = waiting.pop(); href !== undefined && seen.size < 60; href = waiting.pop()) {
        if (seen.has(href)) continue
        seen.add(href)
        const heard = send(world, 'GET', href)
        expect([href, heard.status]).toEqual([href, 200])
        // Catalogue lists link to thousands of similar entries; the walk stays with the agency's resources.
        if (/marcas|modelos|versiones|ciudades|regiones/.test(href)) continue
        waiting.push(...hrefsIn(heard.json))
      }
      expect(seen.size).toBeGreaterThan(10)
    }),
    { seed: 5, numRuns: 3 },
  )
})

const hrefsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const { href, templated, method } = value as { href?: unknown; templated?: unknown; method?: unknown } // untrusted JSON; each member is checked below
  if (typeof href === 'string') return templated || method ? [] : [href]
  return Object.values(value).flatMap(hrefsIn)
}
