import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { golListing, MAIL, send } from '../../../test/support/miniature-world.ts'
import {
  CHANNELS,
  catalogueInquiry,
  deliveriesOf,
  http,
  inquiryOn,
  inquiryReceived,
  queuedFor,
  render,
  SECRET,
  webhook,
  worldWithListing,
} from '../../../test/support/notification-world.ts'
import type { World } from '../../model/world/world.ts'

/** Options that show in deliveries only: each differs from its default. */

type Options = Readonly<Record<string, string>>

const destinations = (world: World): string[] =>
  deliveriesOf(world).map(({ to }) => (to.kind === 'app-webhook' ? `${to.app} ${to.topic}` : to.channel))

const consulted = (profile: Options = {}) => {
  const world = worldWithListing({ profile, webhooks: [webhook('publicacion-consultada')] })
  return http(render(queuedFor(world, inquiryReceived(inquiryOn(world)))))
}

const agencyHook = (
  channel: 'PublicacionConsultadaWebHook' | 'PublicacionConsultadaAdfHook',
  profile: Options,
) => {
  const world = worldWithListing({ profile, channels: { [channel]: CHANNELS[channel] } })
  const { headers } = http(render(queuedFor(world, inquiryReceived(inquiryOn(world)))))
  return headers.map(([name]) => name)
}

it('events/method: a delivery is a POST, or a PUT', () => {
  expect([consulted().method, consulted({ 'events/method': 'put' }).method]).toEqual(['POST', 'PUT'])
})

it('events/signature-algorithm: the key is the secret in UTF-8, or decoded from base64', () => {
  for (const [option, encoding] of [
    ['utf-8-key', 'utf8'],
    ['base64-key', 'base64'],
  ] as const) {
    const { byName, signatureInput = '' } = consulted({ 'events/signature-algorithm': option })
    const key = Buffer.from(SECRET, encoding)
    expect(byName['Notification-Signature']).toBe(
      createHmac('sha256', key).update(signatureInput).digest('base64'),
    )
  }
})

it('events/topic-header: agency hooks have no topic, or always', () => {
  for (const channel of ['PublicacionConsultadaWebHook', 'PublicacionConsultadaAdfHook'] as const) {
    expect(agencyHook(channel, {})).not.toContain('Notification-Topic')
    expect(agencyHook(channel, { 'events/topic-header': 'always' })).toContain('Notification-Topic')
  }
})

it('events/agency-hooks=custom-only: agency hooks carry their custom headers alone', () => {
  const only = { 'events/agency-hooks': 'custom-only', 'events/topic-header': 'always' }
  expect(agencyHook('PublicacionConsultadaWebHook', only)).toEqual(['Content-Type', 'X-Uno'])
  expect(agencyHook('PublicacionConsultadaAdfHook', only)).toEqual(['Content-Type', 'Authorization'])
})

it('events/catalogue-inquiry=notified: the channels get an inquiry on a catalogue entry, no app does', () => {
  const profile = { 'events/catalogue-inquiry': 'notified' }
  const world = worldWithListing({
    profile,
    webhooks: [webhook('publicacion-consultada')],
    channels: CHANNELS,
  })
  const after = queuedFor(world, inquiryReceived(catalogueInquiry(world)))
  expect(destinations(after)).toEqual(Object.keys(CHANNELS))
  expect(http(render(after)).body).toContain('"TipoAnuncio":"catalogo"')
})

it('events/state-topic: a creation is notified, or only what changes a state', () => {
  const notified = (option: string) => {
    const profile = { 'events/state-topic': option }
    const world = worldWithListing({ profile, webhooks: [webhook('publicacion-estado')] })
    const created = send(world, 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('Gol-2') })
    const suspended = send(created.world, 'PATCH', `/v3/publicaciones/${MAIL}/Gol-2/suspender`)
    return [created, suspended].map((step) => destinations(queuedFor(step.world, ...step.events)).length)
  }
  expect([notified('every-state'), notified('changes-only')]).toEqual([
    [1, 1],
    [0, 1],
  ])
})

it('events/inquiry-recipients: the publisher is notified, or every app that can read the inquiry', () => {
  const notified = (option: string) => {
    const webhooks = ['uno', 'dos'].map((app) => webhook('publicacion-consultada', { app }))
    const world = worldWithListing({ profile: { 'events/inquiry-recipients': option }, webhooks })
    const others = send(world, 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('Gol-2'), app: 'dos' })
    const [car] = [...others.world.publications].filter(({ ExternalId }) => ExternalId === 'Gol-2')
    if (!car) throw new Error(others.text)
    const after = queuedFor(others.world, inquiryReceived(inquiryOn(others.world, {}, { car })))
    return destinations(after)
  }
  // The first app reads inquiries of other kinds, the second its own only.
  expect(notified('publisher')).toEqual(['dos publicacion-consultada'])
  expect(notified('every-reader')).toEqual(['uno publicacion-consultada', 'dos publicacion-consultada'])
})
