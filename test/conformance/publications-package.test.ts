import { expect, it } from 'vitest'
import type { World } from '../../src/model/world/world.ts'
import { withProfile } from '../../src/sandbox/scenarios/world-start.ts'
import { golListing, MAIL, miniatureWorld, OTHER_MAIL, send } from '../support/miniature-world.ts'

/**
 * Levels of exposure and the package: 1 place of Alta, 2 of Media, 3 of Baja (PUB-07, AGE-07, AGE-08,
 * AGE-09).
 */

const AT = `/v3/publicaciones/${MAIL}`
const PRODUCTS = `/v3/agencias/${MAIL}/productos`

const create = (world: World, id: string, more: Readonly<Record<string, unknown>> = {}, as = 'uno') =>
  send(world, 'POST', AT, { body: golListing(id, more), app: as })

/** Returns the world after creates at these levels, named auto-0, auto-1 ... */
const filled = (levels: readonly (string | null)[], profile: Readonly<Record<string, string>> = {}): World =>
  levels.reduce<World>((world, Exposicion, i) => {
    const result = create(world, `auto-${i}`, { Exposicion })
    if (result.status !== 201) throw new Error(result.text)
    return result.world
  }, miniatureWorld(profile))

const counts = (world: World) => {
  const { Alta, Media, Baja } = send(world, 'GET', PRODUCTS).json
  return [Alta, Media, Baja].map(({ Pack, Activas, Disponibles }) => `${Activas}+${Disponibles}=${Pack}`)
}
const level = ({ json }: { json: { Exposicion: string } }) => json.Exposicion
const step = (world: World, i: number, name: string) => send(world, 'PATCH', `${AT}/auto-${i}/${name}`)
const patch = (world: World, i: number, body: object) => send(world, 'PATCH', `${AT}/auto-${i}`, { body })
const put = (world: World, i: number, more: object = {}) =>
  send(world, 'PUT', `${AT}/auto-${i}`, { body: { VersionYear: 2018, Kilometraje: 61_000, ...more } })
const FULL = ['Alta', 'Media', 'Media', 'Baja', 'Baja', 'Baja'] as const

it('AGE-07: the package has three levels of three integers each, and links', () => {
  const { status, json } = send(miniatureWorld(), 'GET', PRODUCTS)
  expect([status, Object.keys(json).sort()]).toEqual([200, ['Alta', 'Baja', 'Media', '_links']])
  expect([json.Alta, json.Media, json.Baja]).toEqual([
    { Pack: 1, Activas: 0, Disponibles: 1 },
    { Pack: 2, Activas: 0, Disponibles: 2 },
    { Pack: 3, Activas: 0, Disponibles: 3 },
  ])
  expect(json._links.self.href).toBe(`/v3/agencias/${encodeURIComponent(MAIL)}/productos`)
})

it('AGE-07: 400 for an address that is not an e-mail, 404 plain for an agency that does not exist for the app', () => {
  const read = (mail: string) => send(miniatureWorld(), 'GET', `/v3/agencias/${mail}/productos`)
  expect([read('nadie').status, Object.keys(read('nadie').json.Errors)]).toEqual([400, ['adminMail']])
  for (const mail of [OTHER_MAIL, 'nadie@taller.example'])
    expect([read(mail).status, read(mail).headers['Content-Type']]).toEqual([
      404,
      'text/plain; charset=utf-8',
    ])
})

it('PUB-07: null takes the best free level, then the next, until nothing is left', () => {
  let world: World = miniatureWorld()
  const given: string[] = []
  for (let i = 0; i < 6; i++) {
    const result = create(world, `auto-${i}`)
    given.push(level(result))
    world = result.world
  }
  expect(given).toEqual(FULL)
  const refused = create(world, 'auto-6')
  expect([refused.status, Object.keys(refused.json.Errors), counts(world)]).toEqual([
    409,
    ['Exposicion'],
    ['1+0=1', '2+0=2', '3+0=3'],
  ])
})

const next = (levels: readonly (string | null)[], asked: string, option: string) =>
  level(create(filled(levels, { 'publications/exposure-fallback': option }), 'auto-9', { Exposicion: asked }))

it('publications/exposure-fallback: a full level gives way to the highest free one', () => {
  expect(next(['Alta'], 'Alta', 'highest')).toBe('Media')
  expect(next(['Alta', 'Media', 'Media'], 'Alta', 'highest')).toBe('Baja')
  expect(next(['Media', 'Media'], 'Media', 'highest')).toBe('Alta')
  expect(next(['Alta', 'Media', 'Media'], 'Media', 'highest')).toBe('Baja')
  expect(next(['Baja', 'Baja', 'Baja'], 'Baja', 'highest')).toBe('Alta')
  expect(next(['Alta', 'Baja', 'Baja', 'Baja'], 'Baja', 'highest')).toBe('Media')
})

it('publications/exposure-fallback: or to the nearest lower one, and upwards only when none is lower', () => {
  expect(next(['Alta'], 'Alta', 'nearest-lower')).toBe('Media')
  expect(next(['Alta', 'Media', 'Media'], 'Alta', 'nearest-lower')).toBe('Baja')
  expect(next(['Media', 'Media'], 'Media', 'nearest-lower')).toBe('Baja')
  expect(next(['Media', 'Media', 'Baja', 'Baja', 'Baja'], 'Media', 'nearest-lower')).toBe('Alta')
  expect(next(['Baja', 'Baja', 'Baja'], 'Baja', 'nearest-lower')).toBe('Media')
  expect(next(['Media', 'Media', 'Baja', 'Baja', 'Baja'], 'Baja', 'nearest-lower')).toBe('Alta')
})

it('publications/exposure-permitted: a level without places is never given', () => {
  const world = miniatureWorld({}, { pack: { Alta: 0, Media: 0, Baja: 1 } })
  const made = create(world, 'auto-0', { Exposicion: 'Alta' })
  expect([level(made), counts(made.world)]).toEqual(['Baja', ['0+0=0', '0+0=0', '1+0=1']])
  expect(create(made.world, 'auto-1').status).toBe(409)
  expect(create(miniatureWorld({}, { pack: { Alta: 0, Media: 0, Baja: 0 } }), 'auto-0').status).toBe(409)
})

it('AGE-08: the counts follow every step of a publication', () => {
  const world = filled(['Media'])
  const suspended = step(world, 0, 'suspender')
  const back = patch(suspended.world, 0, { Activa: true })
  const off = patch(back.world, 0, { Activa: false })
  const again = put(off.world, 0)
  const moved = put(again.world, 0, { Exposicion: 'Baja' })
  const archived = step(moved.world, 0, 'archivar')
  const media = [world, suspended.world, back.world, off.world, again.world, moved.world, archived.world].map(
    (at) => counts(at).slice(1),
  )
  expect(media).toEqual([
    ['1+1=2', '0+3=3'],
    ['0+2=2', '0+3=3'],
    ['1+1=2', '0+3=3'],
    ['0+2=2', '0+3=3'],
    ['1+1=2', '0+3=3'],
    ['0+2=2', '1+2=3'],
    ['0+2=2', '0+3=3'],
  ])
})

it('agencies/package-counts: under the second option a suspended publication keeps its place', () => {
  const option = { 'agencies/package-counts': 'active-and-suspended' }
  const world = filled(['Alta'], option)
  const suspended = step(world, 0, 'suspender')
  expect(counts(suspended.world)[0]).toBe('1+0=1')
  expect(level(create(suspended.world, 'auto-1', { Exposicion: 'Alta' }))).toBe('Media')
  const back = patch(suspended.world, 0, { Activa: true })
  expect([back.status, level(back)]).toEqual([200, 'Alta'])
  expect(counts(step(suspended.world, 0, 'archivar').world)[0]).toBe('0+1=1')
  const full = filled([...FULL], option)
  const refused = create(full, 'auto-9', { Activa: false })
  expect([refused.status, Object.keys(refused.json.Errors)]).toEqual([409, ['Exposicion']])
})

it('publications/exposure-later: a create of a suspended one takes no place and remembers the level asked for', () => {
  const world = filled(['Alta'])
  const made = create(world, 'auto-1', { Activa: false, Exposicion: 'Alta' })
  expect([level(made), counts(made.world)[0]]).toEqual(['Alta', '1+0=1'])
  expect(create(filled([...FULL]), 'auto-9', { Activa: false }).status).toBe(201)
})

it('publications/exposure-later: reactivation takes the level held, else one by fallback, else is refused', () => {
  const suspended = step(filled(['Alta']), 0, 'suspender').world
  expect(level(patch(suspended, 0, { Activa: true }))).toBe('Alta')
  const taken = create(suspended, 'auto-1', { Exposicion: 'Alta' }).world
  const fallback = patch(taken, 0, { Activa: true })
  expect([level(fallback), counts(fallback.world)]).toEqual(['Media', ['1+0=1', '1+1=2', '0+3=3']])
  const packed = ['Media', 'Media', 'Baja', 'Baja', 'Baja'].reduce(
    (world, Exposicion, i) => create(world, `auto-${i + 2}`, { Exposicion }).world,
    taken,
  )
  for (const refused of [
    patch(packed, 0, { Activa: true }),
    put(packed, 0),
    put(packed, 0, { Exposicion: 'Baja' }),
  ]) {
    expect([refused.status, Object.keys(refused.json.Errors)]).toEqual([409, ['Exposicion']])
    expect(refused.world).toBe(packed)
  }
})

it('publications/exposure-later: in a full edit null keeps the level, another level is taken when it is free', () => {
  const world = filled(['Media', 'Alta'])
  expect(level(put(world, 0))).toBe('Media')
  expect(level(put(world, 0, { Exposicion: null }))).toBe('Media')
  expect(level(put(world, 0, { Exposicion: 'Baja' }))).toBe('Baja')
  expect(level(put(world, 0, { Exposicion: 'Media' }))).toBe('Media')
  // Alta is full, and of the free ones Media, its own, is the highest.
  expect(level(put(world, 0, { Exposicion: 'Alta' }))).toBe('Media')
  const free = step(world, 1, 'archivar').world
  expect(level(put(free, 0, { Exposicion: 'Alta' }))).toBe('Alta')
})

it('publications/exposure-later: in a full package every publication can still be edited at its own level', () => {
  const world = filled([...FULL])
  for (let i = 0; i < FULL.length; i++) {
    for (const result of [
      put(world, i),
      put(world, i, { Exposicion: FULL[i] }),
      patch(world, i, { Precio: null }),
      patch(world, i, { Activa: true }),
    ]) {
      expect([result.status, level(result)]).toEqual([200, FULL[i]])
    }
  }
})

it('publications/exposure-later: a suspended one that stays suspended takes the level asked for, and no place', () => {
  const world = step(filled(['Alta', 'Media']), 1, 'suspender').world
  const edited = put(world, 1, { Activa: false, Exposicion: 'Alta' })
  expect([edited.status, level(edited), counts(edited.world)]).toEqual([
    200,
    'Alta',
    ['1+0=1', '0+2=2', '0+3=3'],
  ])
})

it('publications/package-exhausted: 403 without Errors, or created suspended, under the other options', () => {
  const forbidden = create(filled([...FULL], { 'publications/package-exhausted': '403' }), 'auto-9')
  expect([forbidden.status, forbidden.json.Errors]).toEqual([403, undefined])
  const suspended = create(filled([...FULL], { 'publications/package-exhausted': 'suspended' }), 'auto-9')
  expect([suspended.status, suspended.json.EstadoActual, counts(suspended.world)]).toEqual([
    201,
    'Suspendida',
    ['1+0=1', '2+0=2', '3+0=3'],
  ])
  const still = send(suspended.world, 'PATCH', `${AT}/auto-9`, { body: { Activa: true, Precio: null } })
  expect([still.status, still.json.EstadoActual, still.json.Precio]).toEqual([200, 'Suspendida', null])
})

it('AGE-09: places taken by another app of the agency count', () => {
  let world: World = miniatureWorld()
  for (let i = 0; i < 6; i++) world = create(world, `auto-${i}`, {}, i % 2 ? 'uno' : 'dos').world
  expect([counts(world), create(world, 'auto-6', {}, 'dos').status]).toEqual([
    ['1+0=1', '2+0=2', '3+0=3'],
    409,
  ])
})

it("AGE-09: another agency's package is its own", () => {
  const made = send(filled(['Alta']), 'POST', `/v3/publicaciones/${OTHER_MAIL}`, {
    body: golListing('auto-0'),
    app: 'dos',
  })
  expect([level(made), counts(made.world)[0]]).toEqual(['Alta', '1+0=1'])
})

it('AGE-08, AGE-09: a world that is switched to count suspended ones has places for all that it counts', () => {
  const { world } = create(step(filled(FULL), 0, 'suspender').world, 'auto-6')
  expect(counts(world)).toEqual(['1+0=1', '2+0=2', '3+0=3'])
  const switched = withProfile(world, { 'agencies/package-counts': 'active-and-suspended' }, 'given')
  expect(counts(switched)).toEqual(['2+0=2', '2+0=2', '3+0=3'])
  expect(counts(step(switched, 6, 'suspender').world)).toEqual(['2+0=2', '2+0=2', '3+0=3'])
  expect(counts(step(switched, 6, 'archivar').world)).toEqual(['1+1=2', '2+0=2', '3+0=3'])
})
