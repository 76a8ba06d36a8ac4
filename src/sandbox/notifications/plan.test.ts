import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  agency as firstAgency,
  golListing,
  MAIL,
  miniatureWorld,
  NOW,
  send,
} from '../../../test/support/miniature-world.ts'
import {
  BASE,
  CHANNELS,
  catalogueInquiry,
  deliveriesOf,
  inquiryOn,
  inquiryReceived,
  queuedFor,
  webhook,
  worldWithListing,
} from '../../../test/support/notification-world.ts'
import { atOnce } from '../../lib/collections/steps.ts'
import { agencyTable } from '../../model/world/agency.ts'
import { deliveriesFromRows, MAX_PENDING_DELIVERIES, nextDueDelivery } from '../../model/world/delivery.ts'
import type { DomainEvent } from '../../model/world/domain-event.ts'
import type { World } from '../../model/world/world.ts'
import { queueDeliveries } from './plan.ts'

const ALL = ['agencia-invitacion-aceptada', 'publicacion-consultada', 'publicacion-estado']
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whom each delivery goes to, in order. */
const notified = (world: World): string[] =>
  deliveriesOf(world).map(({ to }) => (to.kind === 'app-webhook' ? `${to.app} ${to.topic}` : to.channel))

const written = (world: World, path: string, method = 'PATCH', body?: unknown) => {
  const heard = send(world, method, `/v3/publicaciones/${MAIL}${path}`, {
    ...(body !== undefined && { body }),
  })
  return queuedFor(heard.world, ...heard.events)
}

it('an inquiry on a publication notifies its app, then the active channels of the agency (EVT-06)', () => {
  const world = worldWithListing({ webhooks: ALL.map((topic) => webhook(topic)), channels: CHANNELS })
  const after = queuedFor(world, inquiryReceived(inquiryOn(world)))
  expect(notified(after)).toEqual([
    'uno publicacion-consultada',
    'PublicacionConsultadaWebHook',
    'PublicacionConsultadaAdfHook',
    'PublicacionConsultadaAdfMail',
    'PublicacionConsultadaHtmlMail',
  ])
  for (const delivery of deliveriesOf(after)) {
    expect(delivery).toMatchObject({
      state: 'pending',
      dueMs: NOW,
      happenedMs: NOW,
      base: BASE,
      agency: 0,
      why: null,
    })
    expect(delivery.hookId).toMatch(UUID)
  }
  expect(new Set(deliveriesOf(after).map(({ hookId }) => hookId)).size).toBe(5)
})

it('an inquiry on a catalogue entry notifies no destination (events/catalogue-inquiry)', () => {
  const world = worldWithListing({ webhooks: ALL.map((topic) => webhook(topic)), channels: CHANNELS })
  expect(queuedFor(world, inquiryReceived(catalogueInquiry(world)))).toBe(world)
})

it('a channel is notified only while it is Activo and has an address', () => {
  const off = Object.fromEntries(
    Object.entries(CHANNELS).map(([name, channel]) => [name, { ...channel, Activo: false }]),
  )
  const world = worldWithListing({ channels: off })
  expect(queuedFor(world, inquiryReceived(inquiryOn(world)))).toBe(world)
  const lost = worldWithListing({
    channels: {
      PublicacionConsultadaWebHook: { ...CHANNELS.PublicacionConsultadaWebHook, Callback: '' },
      PublicacionConsultadaAdfHook: { ...CHANNELS.PublicacionConsultadaAdfHook, Callback: null },
      PublicacionConsultadaAdfMail: { Email: null, Activo: true },
      PublicacionConsultadaHtmlMail: { EmailsCCO: null, Activo: true },
    },
  })
  expect(notified(queuedFor(lost, inquiryReceived(inquiryOn(lost))))).toEqual([
    'PublicacionConsultadaHtmlMail',
  ])
})

it('a webhook is notified only while it is Activo, has a Callback, and its topic is available (EVT-04)', () => {
  for (const change of [{ Activo: false }, { Callback: '' }, { Callback: null }, { app: 'dos' }]) {
    const world = worldWithListing({ webhooks: [webhook('publicacion-consultada', change)] })
    expect(queuedFor(world, inquiryReceived(inquiryOn(world)))).toBe(world)
  }
  const webhooks = [webhook('publicacion-consultada')]
  const other = worldWithListing({ webhooks, profile: { 'events/topics': 'list:otro' } })
  expect(queuedFor(other, inquiryReceived(inquiryOn(other)))).toBe(other)
  const listed = worldWithListing({
    webhooks,
    profile: { 'events/topics': 'list:otro,publicacion-consultada' },
  })
  expect(notified(queuedFor(listed, inquiryReceived(inquiryOn(listed))))).toEqual([
    'uno publicacion-consultada',
  ])
})

it('an app for which the agency exists no longer is not notified of its publications (ERR-07)', () => {
  const world = worldWithListing({ webhooks: [webhook('publicacion-consultada')] })
  const gone = { ...world, agencies: agencyTable([{ ...firstAgency, access: {} }]) }
  expect(queuedFor(gone, inquiryReceived(inquiryOn(gone)))).toBe(gone)
})

it('an accepted invitation notifies the inviting app', () => {
  const world = worldWithListing({ webhooks: [webhook(ALL[0]!), webhook(ALL[0]!, { app: 'dos' })] })
  const after = queuedFor(world, { kind: 'invitation-accepted', agency: 1, app: 'dos' })
  expect(notified(after)).toEqual(['dos agencia-invitacion-aceptada'])
  expect(deliveriesOf(after)[0]?.agency).toBe(1)
})

it('publicacion-estado is sent for creation and for every transition, and for nothing else', () => {
  const webhooks = [webhook('publicacion-estado')]
  const world = worldWithListing({ webhooks })
  expect(notified(written(world, '', 'POST', golListing('Gol-2', { Activa: false })))).toHaveLength(1)
  const suspended = written(world, '/Gol-1/suspender')
  expect(notified(suspended)).toHaveLength(1)
  expect(notified(written(suspended, '/Gol-1', 'PATCH', { Activa: true }))).toHaveLength(2)
  expect(notified(written(suspended, '/Gol-1/archivar'))).toHaveLength(2)
  expect(notified(written(world, '/Gol-1', 'PATCH', { Activa: false }))).toHaveLength(1)
  expect(notified(written(world, '/Gol-1', 'PATCH', { Precio: { Moneda: 'ARS', Importe: 1 } }))).toHaveLength(
    0,
  )
  expect(notified(written(world, '/Gol-1', 'PATCH', {}))).toHaveLength(0)
})

it('every write of a publication says so as a fact, and a write that changes nothing gives none', () => {
  const world = worldWithListing()
  const one = `/v3/publicaciones/${MAIL}/Gol-1`
  const kinds = (method: string, path: string, body?: unknown) =>
    send(world, method, path, { ...(body !== undefined && { body }) }).events.map(
      (fact: DomainEvent) => fact.kind,
    )
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
    const world = worldWithListing({
      profile: { 'events/hook-id': option },
      webhooks: [webhook('publicacion-consultada')],
      channels: CHANNELS,
    })
    const once = queuedFor(world, inquiryReceived(inquiryOn(world)))
    const all = deliveriesOf(queuedFor(once, inquiryReceived(inquiryOn(once, {}, { number: 2 })))).map(
      ({ hookId }) => hookId,
    )
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
    const world = worldWithListing({ webhooks: [webhook('publicacion-consultada')] })
    const seeded = { ...world, setting: { ...world.setting, seed } }
    return deliveriesOf(queuedFor(seeded, inquiryReceived(inquiryOn(seeded))))[0]?.hookId
  }
  expect(idIn(1)).toBe(idIn(1))
  expect(idIn(1)).not.toBe(idIn(2))
})

it.each(['per-notification', 'per-configuration'])(
  'a world that began at another time gives other hook ids, %s: a receiver that remembers them takes none for a repeat',
  (option) => {
    const world = worldWithListing({
      webhooks: [webhook('publicacion-consultada')],
      profile: { 'events/hook-id': option },
    })
    const idIn = (startMs: number) => {
      const begun = { ...world, setting: { ...world.setting, startMs } }
      return deliveriesOf(queuedFor(begun, inquiryReceived(inquiryOn(begun))))[0]?.hookId
    }
    expect(idIn(NOW)).toBe(idIn(NOW))
    expect(idIn(NOW)).not.toBe(idIn(NOW + 1))
  },
)

it('no more wait than fit: what comes then is cancelled at once', () => {
  const world = worldWithListing({ webhooks: [webhook('publicacion-consultada')] })
  const { all } = queuedFor(world, inquiryReceived(inquiryOn(world))).deliveries
  const waiting = Array.from({ length: MAX_PENDING_DELIVERIES - 1 }, (_, i) => ({
    ...[...all][0]!,
    number: i + 1,
  }))
  const deliveries = atOnce(deliveriesFromRows(MAX_PENDING_DELIVERIES, waiting))
  const after = queuedFor(
    { ...world, deliveries },
    ...Array(3).fill(inquiryReceived(inquiryOn(world))),
  ).deliveries
  expect([after.due.size, after.ended.size]).toEqual([MAX_PENDING_DELIVERIES, 2])
  expect([...after.ended][0]).toMatchObject({ state: 'cancelled', dueMs: null })
})

it('the delivery that is due first is found whatever the order of planning', () => {
  const world = worldWithListing({ webhooks: [webhook('publicacion-consultada')] })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 }), (delays) => {
      const full = delays.reduce(
        (made, delay) =>
          queueDeliveries(made, [inquiryReceived(inquiryOn(world))], { nowMs: NOW + delay, base: BASE }),
        world,
      )
      expect(nextDueDelivery(full.deliveries)?.dueMs).toBe(NOW + Math.min(...delays))
    }),
    { seed: 7, numRuns: 50 },
  )
})

it('nothing is planned, and nothing copied, where nothing is configured', () => {
  const world = miniatureWorld()
  const { events: facts } = send(worldWithListing(), 'PATCH', `/v3/publicaciones/${MAIL}/Gol-1/suspender`)
  expect(facts).toHaveLength(1)
  expect(queuedFor(world, ...facts)).toBe(world)
})
