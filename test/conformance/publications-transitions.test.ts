import { expect, it } from 'vitest'
import type { World } from '../../src/model/world/world.ts'
import { golListing, MAIL, miniatureWorld, OTHER_MAIL, send } from '../support/miniature-world.ts'

/**
 * Every state against every transition, and the links that offer them (PUB-29, PUB-30, PUB-31, PUB-32,
 * PUB-37).
 */

const AT = `/v3/publicaciones/${MAIL}`
const ONE = `${AT}/auto-1`

type Condition = 'active' | 'suspended' | 'archived'
const CONDITIONS: readonly Condition[] = ['active', 'suspended', 'archived']

const publicationIn = (condition: Condition, start: World): World => {
  const { world } = send(start, 'POST', AT, {
    body: golListing('auto-1', { Activa: condition !== 'suspended' }),
  })
  return condition === 'archived' ? send(world, 'PATCH', `${ONE}/archivar`).world : world
}

const full = { VersionYear: 2018, Kilometraje: 61_000, Fotos: ['https://cdn.example/1.jpg'] }
const steps = {
  suspend: (world: World) => send(world, 'PATCH', `${ONE}/suspender`),
  archive: (world: World) => send(world, 'PATCH', `${ONE}/archivar`),
  'PATCH {}': (world: World) => send(world, 'PATCH', ONE, { body: {} }),
  'PATCH Precio': (world: World) => send(world, 'PATCH', ONE, { body: { Precio: null } }),
  'PATCH Activa true': (world: World) => send(world, 'PATCH', ONE, { body: { Activa: true } }),
  'PATCH Activa false': (world: World) => send(world, 'PATCH', ONE, { body: { Activa: false } }),
  PUT: (world: World) => send(world, 'PUT', ONE, { body: full }),
  'PUT Activa false': (world: World) => send(world, 'PUT', ONE, { body: { ...full, Activa: false } }),
} as const
type Step = keyof typeof steps
const STEPS = Object.keys(steps) as Step[] // of a literal, whose keys these are

/** Returns the status and, after a success, the state in a read. */
const outcome = (world: World, step: Step) => {
  const result = steps[step](world)
  if (result.status !== 200) {
    expect(result.world).toBe(world)
    return String(result.status)
  }
  expect(send(result.world, 'GET', ONE).text).toBe(result.text)
  return result.json.EstadoActual
}

const table = (profile: Readonly<Record<string, string>> = {}, suspends = true) =>
  Object.fromEntries(
    STEPS.map((step) => [
      step,
      CONDITIONS.map((condition) =>
        outcome(
          publicationIn(condition, miniatureWorld(profile, { product: { suspends, cars: 'any' } })),
          step,
        ),
      ).join(' '),
    ]),
  )

const DEFAULT_TABLE = {
  //                     from active, suspended and archived
  suspend: 'Suspendida 409 409',
  archive: 'Archivada Archivada 409',
  'PATCH {}': 'Activa Suspendida 409',
  'PATCH Precio': 'Activa Suspendida 409',
  'PATCH Activa true': 'Activa Activa 409',
  'PATCH Activa false': 'Suspendida Suspendida 409',
  PUT: 'Activa Activa 409',
  'PUT Activa false': 'Suspendida Suspendida 409',
}

it('PUB-29, PUB-30, PUB-31, PUB-37: the table of transitions under the defaults', () => {
  expect(table()).toEqual(DEFAULT_TABLE)
})

it('publications/suspend-refused: a product that does not permit it refuses each way to suspend an active one, and nothing else', () => {
  const refused = (status: string) => ({
    ...DEFAULT_TABLE,
    suspend: `${status} 409 409`,
    'PATCH Activa false': `${status} Suspendida 409`,
    'PUT Activa false': `${status} Suspendida 409`,
  })
  expect(table({}, false)).toEqual(refused('403'))
  expect(table({ 'publications/suspend-refused': '409' }, false)).toEqual(refused('409'))
})

it('publications/suspend-twice: under the second option suspending a suspended one succeeds', () => {
  expect(table({ 'publications/suspend-twice': '200' })).toEqual({
    ...DEFAULT_TABLE,
    suspend: 'Suspendida Suspendida 409',
  })
})

it('publications/write-to-archived: under the second option every write to an archived one is forbidden', () => {
  const forbidden = Object.fromEntries(
    Object.entries(DEFAULT_TABLE).map(([step, row]) => [step, row.replace(/409$/, '403')]),
  )
  expect(table({ 'publications/write-to-archived': '403' })).toEqual(forbidden)
})

it('publications/patch-nothing-archived: under the second option a PATCH that asks for nothing new is tolerated', () => {
  const profile = { 'publications/patch-nothing-archived': '200' }
  expect(table(profile)).toEqual({
    ...DEFAULT_TABLE,
    'PATCH {}': 'Activa Suspendida Archivada',
    'PATCH Activa false': 'Suspendida Suspendida Archivada',
  })
})

const promises: readonly (readonly [string, Readonly<Record<string, string>>, boolean])[] = [
  ['the defaults', {}, true],
  ['a product that does not suspend', {}, false],
  ['suspend-twice', { 'publications/suspend-twice': '200' }, true],
  ['suspend-twice without the product', { 'publications/suspend-twice': '200' }, false],
  ['write-to-archived', { 'publications/write-to-archived': '403' }, true],
]

it.each(promises)(
  'a step is offered as a link exactly when it would not be refused, under %s',
  (_, profile, suspends) => {
    for (const condition of CONDITIONS) {
      const world = publicationIn(condition, miniatureWorld(profile, { product: { suspends, cars: 'any' } }))
      const { _links } = send(world, 'GET', ONE).json
      const promised = {
        suspend: 'suspender',
        archive: 'archivar',
        'PATCH {}': 'modificar',
        PUT: 'editar',
      } as const
      for (const [step, relation] of Object.entries(promised)) {
        const refused = /^\d+$/.test(outcome(world, step as Step)) // a key of the object above
        expect([condition, relation, relation in _links]).toEqual([condition, relation, !refused])
      }
    }
  },
)

it('an app that may only read is offered no step', () => {
  const { world } = send(miniatureWorld({ 'publications/other-apps': 'shared' }), 'POST', AT, {
    body: golListing('auto-1'),
  })
  const { _links } = send(world, 'GET', ONE, { app: 'lector' }).json
  expect(Object.keys(_links).sort()).toEqual(['agencia', 'consultas', 'operador', 'self'])
})

it('COM-02: links of steps carry the method, and the others none', () => {
  const { _links } = send(publicationIn('active', miniatureWorld()), 'GET', ONE).json
  const methods = Object.fromEntries(
    Object.entries<{ method?: string }>(_links).map(([relation, { method }]) => [relation, method]),
  )
  expect(methods).toEqual({
    self: undefined,
    agencia: undefined,
    operador: undefined,
    consultas: undefined,
    editar: 'PUT',
    modificar: 'PATCH',
    suspender: 'PATCH',
    archivar: 'PATCH',
  })
})

it('every link of a publication without a method can be read', () => {
  for (const condition of CONDITIONS) {
    const world = publicationIn(condition, miniatureWorld())
    const { _links } = send(world, 'GET', ONE).json
    for (const { href, method } of Object.values<{ href: string; method?: string }>(_links))
      if (!method) expect([href, send(world, 'GET', href).status]).toEqual([href, 200])
  }
})

it('publications/read-archived: an archived one is read, or does not exist any more under the second option', () => {
  expect(send(publicationIn('archived', miniatureWorld()), 'GET', ONE).json.EstadoActual).toBe('Archivada')
  const world = publicationIn('archived', miniatureWorld({ 'publications/read-archived': '404' }))
  expect(send(world, 'GET', ONE).status).toBe(404)
  expect(send(world, 'GET', `${AT}?estado=Archivada`).json._entries).toEqual([])
  expect(send(world, 'PATCH', ONE, { body: {} }).status).toBe(409)
})

it('PUB-31: the refusal of a write to an archived one is of the validation kind, with its sentence under `_`', () => {
  const result = send(publicationIn('archived', miniatureWorld()), 'PATCH', `${ONE}/archivar`)
  expect([result.headers['Content-Type'], Object.keys(result.json.Errors), result.json.Status]).toEqual([
    'application/problem+json',
    ['_'],
    409,
  ])
  const other = miniatureWorld({
    'errors/conflict-keys': 'estado-actual',
    'publications/conflict-status-member': '400',
  })
  const refused = send(publicationIn('archived', other), 'PATCH', `${ONE}/archivar`)
  expect([refused.status, Object.keys(refused.json.Errors), refused.json.Status]).toEqual([
    409,
    ['EstadoActual'],
    400,
  ])
})

it('PUB-32: suspended and archived ones are not in the list, unless it is asked for them', () => {
  const total = (condition: Condition, query: string, profile = {}) =>
    send(publicationIn(condition, miniatureWorld(profile)), 'GET', AT + query).json.Total
  expect(CONDITIONS.map((condition) => total(condition, ''))).toEqual([1, 0, 0])
  expect(CONDITIONS.map((condition) => total(condition, '?estado=suspendida'))).toEqual([0, 1, 0])
  expect(CONDITIONS.map((condition) => total(condition, '', { 'publications/list': 'all-states' }))).toEqual([
    1, 1, 1,
  ])
})

it('common/unexpected-body: suspender and archivar ignore a body, whatever it is', () => {
  const world = publicationIn('active', miniatureWorld())
  for (const step of ['suspender', 'archivar']) {
    for (const body of ['{', '[]', { Activa: true, Precio: null }]) {
      expect(
        send(world, 'PATCH', `${ONE}/${step}`, { body, headers: { 'Content-Type': 'text/plain' } }).status,
      ).toBe(200)
    }
  }
})

it('PUB-35: a step in one agency leaves the same ExternalId of another alone', () => {
  const made = send(miniatureWorld(), 'POST', AT, { body: golListing('auto-1'), app: 'dos' })
  const other = send(made.world, 'POST', `/v3/publicaciones/${OTHER_MAIL}`, {
    body: golListing('auto-1'),
    app: 'dos',
  })
  const { world } = send(other.world, 'PATCH', `${ONE}/suspender`, { app: 'dos' })
  expect(send(world, 'GET', `/v3/publicaciones/${OTHER_MAIL}/auto-1`, { app: 'dos' }).text).toBe(other.text)
})
