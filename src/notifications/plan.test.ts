import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ask, agency as firstAgency, gol, MAIL, miniature, NOW } from '../../test/support/miniature.ts'
import {
  BASE,
  CHANNELS,
  catalogueInquiry,
  deliveriesOf,
  inquired,
  plannedFor,
  received,
  stocked,
  webhook,
} from '../../test/support/notification-receiver.ts'
import { agencyTable } from '../world/agency.ts'
import { type Delivery, MOST_WAITING, nextDue, noDeliveries } from '../world/delivery.ts'
import type { Fact } from '../world/domain-event.ts'
import { Sorted } from '../collections/sorted-set.ts'
import type { World } from '../world/world.ts'
import { planned } from './plan.ts'

const ALL = ['agencia-invitacion-aceptada', 'publicacion-consultada', 'publicacion-estado']
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whom each delivery goes to, in order. */
const told = (world: World): string[] =>
  deliveriesOf(world).map(({ to }) => (to.kind === 'app-webhook' ? `${to.app} ${to.topic}` : to.channel))

const written = (world: World, path: string, method = 'PATCH', body?: unknown) => {
  const heard = ask(world, method, `/v3/publicaciones/${MAIL}${path}`, { ...(body !== undefined && { body }) })
  return plannedFor(heard.world, ...heard.facts)
}

it('an inquiry on a publication tells the app that published it, then the active channels of the agency (EVT-06)', () => {
  const world = stocked({ webhooks: ALL.map((topic) => webhook(topic)), channels: CHANNELS })
  const after = plannedFor(world, received(inquired(world)))
  expect(told(after)).toEqual([
    'uno publicacion-consultada',
    'PublicacionConsultadaWebHook',
    'PublicacionConsultadaAdfHook',
    'PublicacionConsultadaAdfMail',
    'PublicacionConsultadaHtmlMail',
  ])
  for (const delivery of deliveriesOf(after)) {
    expect(delivery).toMatchObject({ state: 'pending', dueMs: NOW, happenedMs: NOW, base: BASE, agency: 0, why: null })
    expect(delivery.hookId).toMatch(UUID)
  }
  expect(new Set(deliveriesOf(after).map(({ hookId }) => hookId)).size).toBe(5)
})

it('an inquiry on a catalogue entry tells nobody (events/catalogue-inquiry)', () => {
  const world = stocked({ webhooks: ALL.map((topic) => webhook(topic)), channels: CHANNELS })
  expect(plannedFor(world, received(catalogueInquiry(world)))).toBe(world)
})

it('a channel is told only while it is Activo and has an address', () => {
  const off = Object.fromEntries(
    Object.entries(CHANNELS).map(([name, channel]) => [name, { ...channel, Activo: false }]),
  )
  const world = stocked({ channels: off })
  expect(plannedFor(world, received(inquired(world)))).toBe(world)
  const lost = stocked({
    channels: {
      PublicacionConsultadaWebHook: { ...CHANNELS.PublicacionConsultadaWebHook, Callback: '' },
      PublicacionConsultadaAdfHook: { ...CHANNELS.PublicacionConsultadaAdfHook, Callback: null },
      PublicacionConsultadaAdfMail: { Email: null, Activo: true },
      PublicacionConsultadaHtmlMail: { EmailsCCO: null, Activo: true },
    },
  })
  expect(told(plannedFor(lost, received(inquired(lost))))).toEqual(['PublicacionConsultadaHtmlMail'])
})

it('a webhook is told only while it is Activo, has a Callback, and its topic is available (EVT-04)', () => {
  for (const change of [{ Activo: false }, { Callback: '' }, { Callback: null }, { app: 'dos' }]) {
    const world = stocked({ webhooks: [webhook('publicacion-consultada', change)] })
    expect(plannedFor(world, received(inquired(world)))).toBe(world)
  }
  const webhooks = [webhook('publicacion-consultada')]
  const other = stocked({ webhooks, profile: { 'events/topics': 'list:otro' } })
  expect(plannedFor(other, received(inquired(other)))).toBe(other)
  const listed = stocked({ webhooks, profile: { 'events/topics': 'list:otro,publicacion-consultada' } })
  expect(told(plannedFor(listed, received(inquired(listed))))).toEqual(['uno publicacion-consultada'])
})

it('an app for which the agency exists no longer is not told of its publications (ERR-07)', () => {
  const world = stocked({ webhooks: [webhook('publicacion-consultada')] })
  const gone = { ...world, agencies: agencyTable([{ ...firstAgency, access: {} }]) }
  expect(plannedFor(gone, received(inquired(gone)))).toBe(gone)
})

it('an accepted invitation is told to the app that invited', () => {
  const world = stocked({ webhooks: [webhook(ALL[0]!), webhook(ALL[0]!, { app: 'dos' })] })
  const after = plannedFor(world, { kind: 'invitation-accepted', agency: 1, app: 'dos' })
  expect(told(after)).toEqual(['dos agencia-invitacion-aceptada'])
  expect(deliveriesOf(after)[0]?.agency).toBe(1)
})

it('publicacion-estado is told of creation and of every transition, and of nothing else', () => {
  const webhooks = [webhook('publicacion-estado')]
  const world = stocked({ webhooks })
  expect(told(written(world, '', 'POST', gol('Gol-2', { Activa: false })))).toHaveLength(1)
  const suspended = written(world, '/Gol-1/suspender')
  expect(told(suspended)).toHaveLength(1)
  expect(told(written(suspended, '/Gol-1', 'PATCH', { Activa: true }))).toHaveLength(2)
  expect(told(written(suspended, '/Gol-1/archivar'))).toHaveLength(2)
  expect(told(written(world, '/Gol-1', 'PATCH', { Activa: false }))).toHaveLength(1)
  expect(told(written(world, '/Gol-1', 'PATCH', { Precio: { Moneda: 'ARS', Importe: 1 } }))).toHaveLength(0)
  expect(told(written(world, '/Gol-1', 'PATCH', {}))).toHaveLength(0)
})

it('every write of a publication says so as a fact, and a write that changes nothing gives none', () => {
  const world = stocked()
  const one = `/v3/publicaciones/${MAIL}/Gol-1`
  const kinds = (method: string, path: string, body?: unknown) =>
    ask(world, method, path, { ...(body !== undefined && { body }) }).facts.map((fact: Fact) => fact.kind)
  expect(kinds('PATCH', `${one}/suspender`)).toEqual(['publication-written'])
  expect(kinds('PATCH', `${one}/archivar`)).toEqual(['publication-written'])
  expect(kinds('PATCH', one, { Precio: null })).toEqual(['publication-written'])
  expect(kinds('PUT', one, { VersionYear: 2018, Kilometraje: 70_000, Color: 'Rojo', Fotos: [] })).toEqual([])
  const put = { VersionYear: 2018, Kilometraje: 62_000, Color: 'Rojo', Fotos: ['https://cdn.example/1.jpg'] }
  expect(kinds('PUT', one, put)).toEqual(['publication-written'])
  expect(kinds('GET', one)).toEqual([])
})

it('events/hook-id: per notification it differs, per configuration it is the same in all deliveries of one', () => {
  const ids = (option: string): string[][] => {
    const world = stocked({
      profile: { 'events/hook-id': option },
      webhooks: [webhook('publicacion-consultada')],
      channels: CHANNELS,
    })
    const once = plannedFor(world, received(inquired(world)))
    const all = deliveriesOf(plannedFor(once, received(inquired(once, {}, { number: 2 })))).map(({ hookId }) => hookId)
    return [all.slice(0, 5), all.slice(5)]
  }
  const [first = [], second = []] = ids('per-notification')
  expect(new Set([...first, ...second]).size).toBe(10)
  const [one, two] = ids('per-configuration')
  expect(one).toEqual(two)
  expect(new Set(one).size).toBe(5)
  expect(one?.every((id) => UUID.test(id))).toBe(true)
})

it('equal worlds draw equal hook ids, other seeds others', () => {
  const idIn = (seed: number) => {
    const world = stocked({ webhooks: [webhook('publicacion-consultada')] })
    const seeded = { ...world, setting: { ...world.setting, seed } }
    return deliveriesOf(plannedFor(seeded, received(inquired(seeded))))[0]?.hookId
  }
  expect(idIn(1)).toBe(idIn(1))
  expect(idIn(1)).not.toBe(idIn(2))
})

it.each(['per-notification', 'per-configuration'])(
  'a world that began at another time gives other hook ids, %s: a receiver that remembers them takes none for a repeat',
  (option) => {
    const world = stocked({ webhooks: [webhook('publicacion-consultada')], profile: { 'events/hook-id': option } })
    const idIn = (startMs: number) => {
      const begun = { ...world, setting: { ...world.setting, startMs } }
      return deliveriesOf(plannedFor(begun, received(inquired(begun))))[0]?.hookId
    }
    expect(idIn(NOW)).toBe(idIn(NOW))
    expect(idIn(NOW)).not.toBe(idIn(NOW + 1))
  },
)

it('no more wait than fit: what comes then is cancelled at once', () => {
  const world = stocked({ webhooks: [webhook('publicacion-consultada')] })
  const { all } = plannedFor(world, received(inquired(world))).deliveries
  const waiting = Array.from({ length: MOST_WAITING - 1 }, (_, i) => ({ ...[...all][0]!, number: i + 1 }))
  const full = Sorted.from<Delivery>((a, b) => a.number - b.number, waiting)
  const deliveries = { next: MOST_WAITING, all: full, due: full, ended: noDeliveries.ended }
  const after = plannedFor({ ...world, deliveries }, ...Array(3).fill(received(inquired(world)))).deliveries
  expect([after.due.size, after.ended.size]).toEqual([MOST_WAITING, 2])
  expect([...after.ended][0]).toMatchObject({ state: 'cancelled', dueMs: null })
})

it('the delivery that is due first is found whatever the order of planning', () => {
  const world = stocked({ webhooks: [webhook('publicacion-consultada')] })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 }), (delays) => {
      const full = delays.reduce(
        (made, delay) => planned(made, [received(inquired(world))], { nowMs: NOW + delay, base: BASE }),
        world,
      )
      expect(nextDue(full.deliveries)?.dueMs).toBe(NOW + Math.min(...delays))
    }),
    { seed: 7, numRuns: 50 },
  )
})

it('nothing is planned, and nothing copied, where nothing is configured', () => {
  const world = miniature()
  const { facts } = ask(stocked(), 'PATCH', `/v3/publicaciones/${MAIL}/Gol-1/suspender`)
  expect(facts).toHaveLength(1)
  expect(plannedFor(world, ...facts)).toBe(world)
})
