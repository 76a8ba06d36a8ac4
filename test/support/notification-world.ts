import type { Interesado } from '../../src/api/wire/response-schemas.ts'
import type { NotificationSettings } from '../../src/model/world/agency.ts'
import { type Delivery, deliveryByNumber } from '../../src/model/world/delivery.ts'
import type { DomainEvent } from '../../src/model/world/domain-event.ts'
import type { Inquiry } from '../../src/model/world/inquiry.ts'
import { publicationKey } from '../../src/model/world/publication.ts'
import { type Webhook, webhookTable } from '../../src/model/world/webhook.ts'
import type { World } from '../../src/model/world/world.ts'
import { queueDeliveries } from '../../src/sandbox/notifications/plan.ts'
import { type OutgoingMessage, renderDelivery } from '../../src/sandbox/notifications/render.ts'
import { entityRepresentations } from '../../src/sandbox/simulator/delivery-representations.ts'
import { golListing, MAIL, miniatureWorld, NOW, send } from './miniature-world.ts'

/** Worlds with events that cause deliveries. */

export const BASE = 'http://playa.localhost/w/uno'
export const SECRET = 'un secreto ñandú €'
const RAUL = 'raul@taller.example'

export const webhook = (topic: string, more: Partial<Webhook> = {}): Webhook => ({
  app: 'uno',
  topic,
  Callback: 'https://app.example/hook',
  Secret: SECRET,
  Description: null,
  Activo: true,
  HeaderCustom01: null,
  HeaderCustom02: null,
  HeaderCustom03: null,
  ...more,
})

export const CHANNELS: Required<NotificationSettings> = {
  PublicacionConsultadaWebHook: {
    Callback: 'https://agencia.example/web',
    Secret: SECRET,
    Activo: true,
    HeaderCustom01: { Name: 'X-Uno', Value: '1' },
    HeaderCustom02: null,
    HeaderCustom03: null,
  },
  PublicacionConsultadaAdfHook: {
    Callback: 'https://agencia.example/adf',
    Activo: true,
    HeaderCustom01: { Name: 'Authorization', Value: 'Bearer abc' },
  },
  PublicacionConsultadaAdfMail: { Email: 'crm@agencia.example', Activo: true },
  PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@otra.example, b@otra.example', Activo: true },
}

interface ListingSetup {
  readonly profile?: Readonly<Record<string, string>>
  readonly webhooks?: readonly Webhook[]
  readonly channels?: NotificationSettings
  /** Members of the create request. */
  readonly listing?: Readonly<Record<string, unknown>>
}

/**
 * Creates a world with the listing `Gol-1` of the app `uno`, operator Raúl, and the given configurations.
 */
export const worldWithListing = ({
  profile = {},
  webhooks = [],
  channels = {},
  listing = {},
}: ListingSetup = {}): World => {
  const empty = { ...miniatureWorld(profile, { notifications: channels }), webhooks: webhookTable(webhooks) }
  const heard = send(empty, 'POST', `/v3/publicaciones/${MAIL}`, {
    body: golListing('Gol-1', {
      OperadorResponsable: RAUL,
      Vin: '9BWAB45U8JT003214',
      RefStock: 'S-77',
      ...listing,
    }),
  })
  if (heard.status !== 201) throw new Error(heard.text)
  return heard.world
}

const INQUIRER: Interesado = {
  Interes: 'compra',
  Nombre: 'María José',
  Apellido: "D'Angelo",
  Email: 'maria@correo.example',
  Telefono: '+54 9 351 555-0123',
  DocIdentidad: '70111222',
  Provincia: 'Córdoba',
  Ciudad: 'Villa María',
  Comentario: '¿Sigue disponible?',
  InfoOperacion: null,
}

/** Creates an inquiry on the listing. */
export const inquiryOn = (
  world: World,
  who: Partial<Interesado> = {},
  more: Partial<Inquiry> = {},
): Inquiry => {
  const car = world.publications.get(publicationKey(0, 'Gol-1'))
  if (!car) throw new Error('there is no Gol-1')
  return {
    number: 1,
    agency: 0,
    offsetMs: NOW - world.setting.anchorMs,
    car,
    OperadorResponsable: car.OperadorResponsable,
    OrigenLead: 'form',
    lead: { ...INQUIRER, ...who },
    ...more,
  }
}

export const catalogueInquiry = (world: World): Inquiry => {
  const [version] = world.setting.catalogue().versions
  if (!version) throw new Error('the catalogue has no versions')
  return inquiryOn(world, {}, { car: { version, Estado: 'nuevo' }, OperadorResponsable: MAIL })
}

export const inquiryReceived = (inquiry: Inquiry): DomainEvent => ({ kind: 'inquiry-received', inquiry })

export const queuedFor = (world: World, ...facts: readonly DomainEvent[]): World =>
  queueDeliveries(world, facts, { nowMs: NOW, base: BASE })

export const deliveriesOf = (world: World): Delivery[] => [...world.deliveries.all]

export const delivery = (world: World, number = 1): Delivery => {
  const found = deliveryByNumber(world.deliveries, number)
  if (!found) throw new Error(`there is no delivery ${number}`)
  return found
}

export const render = (world: World, number = 1, nowMs = NOW): OutgoingMessage =>
  renderDelivery(world, delivery(world, number), nowMs, entityRepresentations)

/** Narrows a message to HTTP; throws for other kinds. */
export const http = (message: OutgoingMessage) => {
  if (message.kind !== 'http') throw new Error(`expected http, got ${JSON.stringify(message)}`)
  const headers = Object.fromEntries(message.headers.map(([name, value]) => [name, value]))
  return { ...message, byName: headers }
}

export const mail = (message: OutgoingMessage) => {
  if (message.kind !== 'mail') throw new Error(`expected a mail, got ${JSON.stringify(message)}`)
  return message.mail
}
