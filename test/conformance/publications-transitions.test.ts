import { expect, test } from 'vitest'
import type { World } from '../../src/world/world.ts'
import { ask, gol, MAIL, miniature, OTHER_MAIL } from '../support/miniature.ts'

/** Every condition against every step, and the links that promise them (PUB-29 .. PUB-32, PUB-37). */

const AT = `/v3/publicaciones/${MAIL}`
const ONE = `${AT}/auto-1`

type Condition = 'active' | 'suspended' | 'archived'
const CONDITIONS: readonly Condition[] = ['active', 'suspended', 'archived']

const publicationIn = (condition: Condition, start: World): World => {
  const { world } = ask(start, 'POST', AT, { body: gol('auto-1', { Activa: condition !== 'suspended' }) })
  return condition === 'archived' ? ask(world, 'PATCH', `${ONE}/archivar`).world : world
}

const full = { VersionYear: 2018, Kilometraje: 61_000, Fotos: ['https://cdn.example/1.jpg'] }
const steps = {
  suspend: (world: World) => ask(world, 'PATCH', `${ONE}/suspender`),
  archive: (world: World) => ask(world, 'PATCH', `${ONE}/archivar`),
  'PATCH {}': (world: World) => ask(world, 'PATCH', ONE, { body: {} }),
  'PATCH Precio': (world: World) => ask(world, 'PATCH', ONE, { body: { Precio: null } }),
  'PATCH Activa true': (world: World) => ask(world, 'PATCH', ONE, { body: { Activa: true } }),
  'PATCH Activa false': (world: World) => ask(world, 'PATCH', ONE, { body: { Activa: false } }),
  PUT: (world: World) => ask(world, 'PUT', ONE, { body: full }),
  'PUT Activa false': (world: World) => ask(world, 'PUT', ONE, { body: { ...full, Activa: false } }),
} as const
type Step = keyof typeof steps
const STEPS = Object.keys(steps) as Step[] // of a literal, whose keys these are

/** Status and, after a success, the state read back. */
const outcome = (world: World, step: Step) => {
  const heard = steps[step](world)
  if (heard.status !== 200) {
    expect(heard.world).toBe(world)
    return String(heard.status)
  }
  expect(ask(heard.world, 'GET', ONE).text).toBe(heard.text)
  return heard.json.EstadoActual
}

const table = (profile: Readonly<Record<string, string>> = {}, suspends = true) =>
  Object.fromEntries(
    STEPS.map((step) => [
      step,
      CONDITIONS.map((condition) =>
        outcome(publicationIn(condition, miniature(profile, { product: { suspends, cars: 'any' } })), step),
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

test('PUB-29 .. PUB-31, PUB-37: the table of transitions under the defaults', () => {
  expect(table()).toEqual(DEFAULT_TABLE)
})

test('publications/suspend-refused: a product that does not permit it refuses each way to suspend an active one, and nothing else', () => {
  const refused = (status: string) => ({
    ...DEFAULT_TABLE,
    suspend: `${status} 409 409`,
    'PATCH Activa false': `${status} Suspendida 409`,
    'PUT Activa false': `${status} Suspendida 409`,
  })
  expect(table({}, false)).toEqual(refused('403'))
  expect(table({ 'publications/suspend-refused': '409' }, false)).toEqual(refused('409'))
})

test('publications/suspend-twice: under the second option suspending a suspended one succeeds', () => {
  expect(table({ 'publications/suspend-twice': '200' })).toEqual({
    ...DEFAULT_TABLE,
    suspend: 'Suspendida Suspendida 409',
  })
})

test('publications/write-to-archived: under the second option every write to an archived one is forbidden', () => {
  const forbidden = Object.fromEntries(
    Object.entries(DEFAULT_TABLE).map(([step, row]) => [step, row.replace(/409$/, '403')]),
  )
  expect(table({ 'publications/write-to-archived': '403' })).toEqual(forbidden)
})

test('publications/patch-nothing-archived: under the second option a PATCH that asks for nothing new is tolerated', () => {
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

test.each(promises)(
  'a step is offered as a link exactly when it would not be refused, under %s',
  (_, profile, suspends) => {
    for (const condition of CONDITIONS) {
      const world = publicationIn(condition, miniature(profile, { product: { suspends, cars: 'any' } }))
      const { _links } = ask(world, 'GET', ONE).json
      const promised = { suspend: 'suspender', archive: 'archivar', 'PATCH {}': 'modificar', PUT: 'editar' } as const
      for (const [step, relation] of Object.entries(promised)) {
        const refused = /^\d+$/.test(outcome(world, step as Step)) // a key of the object above
        expect([condition, relation, relation in _links]).toEqual([condition, relation, !refused])
      }
    }
  },
)

test('an app that may only read is offered no step', () => {
  const { world } = ask(miniature({ 'publications/other-apps': 'shared' }), 'POST', AT, { body: gol('auto-1') })
  const { _links } = ask(world, 'GET', ONE, { as: 'lector' }).json
  expect(Object.keys(_links).sort()).toEqual(['agencia', 'consultas', 'operador', 'self'])
})

test('COM-02: links of steps carry the method, and the others none', () => {
  const { _links } = ask(publicationIn('active', miniature()), 'GET', ONE).json
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

test('every link of a publication without a method can be read', () => {
  for (const condition of CONDITIONS) {
    const world = publicationIn(condition, miniature())
    const { _links } = ask(world, 'GET', ONE).json
    for (const { href, method } of Object.values<{ href: string; method?: string }>(_links))
      if (!method) expect([href, ask(world, 'GET', href).status]).toEqual([href, 200])
  }
})

test('publications/read-archived: an archived one is read, or does not exist any more under the second option', () => {
  expect(ask(publicationIn('archived', miniature()), 'GET', ONE).json.EstadoActual).toBe('Archivada')
  const world = publicationIn('archived', miniature({ 'publications/read-archived': '404' }))
  expect(ask(world, 'GET', ONE).status).toBe(404)
  expect(ask(world, 'GET', `${AT}?estado=Archivada`).json._entries).toEqual([])
  expect(ask(world, 'PATCH', ONE, { body: {} }).status).toBe(409)
})

test('PUB-31: the refusal of a write to an archived one is of the validation kind, with its sentence under `_`', () => {
  const heard = ask(publicationIn('archived', miniature()), 'PATCH', `${ONE}/archivar`)
  expect([heard.headers['Content-Type'], Object.keys(heard.json.Errors), heard.json.Status]).toEqual([
    'application/problem+json',
    ['_'],
    409,
  ])
  const other = miniature({ 'errors/conflict-keys': 'estado-actual', 'publications/conflict-status-member': '400' })
  const told = ask(publicationIn('archived', other), 'PATCH', `${ONE}/archivar`)
  expect([told.status, Object.keys(told.json.Errors), told.json.Status]).toEqual([409, ['EstadoActual'], 400])
})

test('PUB-32: suspended and archived ones are not in the list, unless it is asked for them', () => {
  const total = (condition: Condition, query: string, profile = {}) =>
    ask(publicationIn(condition, miniature(profile)), 'GET', AT + query).json.Total
  expect(CONDITIONS.map((condition) => total(condition, ''))).toEqual([1, 0, 0])
  expect(CONDITIONS.map((condition) => total(condition, '?estado=suspendida'))).toEqual([0, 1, 0])
  expect(CONDITIONS.map((condition) => total(condition, '', { 'publications/list': 'all-states' }))).toEqual([1, 1, 1])
})

test('common/unexpected-body: suspender and archivar ignore a body, whatever it is', () => {
  const world = publicationIn('active', miniature())
  for (const step of ['suspender', 'archivar']) {
    for (const body of ['{', '[]', { Activa: true, Precio: null }]) {
      expect(ask(world, 'PATCH', `${ONE}/${step}`, { body, headers: { 'Content-Type': 'text/plain' } }).status).toBe(
        200,
      )
    }
  }
})

test('PUB-35: a step in one agency leaves the same ExternalId of another alone', () => {
  const made = ask(miniature(), 'POST', AT, { body: gol('auto-1'), as: 'dos' })
  const other = ask(made.world, 'POST', `/v3/publicaciones/${OTHER_MAIL}`, { body: gol('auto-1'), as: 'dos' })
  const { world } = ask(other.world, 'PATCH', `${ONE}/suspender`, { as: 'dos' })
  expect(ask(world, 'GET', `/v3/publicaciones/${OTHER_MAIL}/auto-1`, { as: 'dos' }).text).toBe(other.text)
})
