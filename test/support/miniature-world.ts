import { defaultProfile, withOptions } from '../../src/api/assumptions/profile.ts'
import { startOfDay } from '../../src/lib/calendar/date-time.ts'
import type { PhotoSizes } from '../../src/model/domain/decision-context.ts'
import { decide } from '../../src/model/http/decision-core.ts'
import type { ApiRequest, ApiResponse } from '../../src/model/http/request.ts'
import { operations } from '../../src/model/resources/index.ts'
import { type Agency, agencyTable } from '../../src/model/world/agency.ts'
import { noDeliveries } from '../../src/model/world/delivery.ts'
import { noFaultRules } from '../../src/model/world/fault-rule.ts'
import { inquiryTable } from '../../src/model/world/inquiry.ts'
import { emptyOutbox } from '../../src/model/world/outbox.ts'
import { publicationTable } from '../../src/model/world/publication.ts'
import { emptyStory } from '../../src/model/world/story.ts'
import { noUsage } from '../../src/model/world/usage.ts'
import { visitTable } from '../../src/model/world/visit.ts'
import { webhookTable } from '../../src/model/world/webhook.ts'
import type { World } from '../../src/model/world/world.ts'
import { readCatalogue } from '../../src/sandbox/fixtures/catalogue.ts'
import { readPeoplePool } from '../../src/sandbox/fixtures/people-pool.ts'

/**
 * A minimal world in which every rule applies: one agency with 1, 2 and 3 slots, three apps, two operators.
 */

export const NOW = Date.parse('2026-03-01T12:00:00-03:00')
export const MAIL = 'jefa@taller.example'
export const OTHER_MAIL = 'jefe@otra.example'

const operator = (Nombre: string, Email: string, administrator: boolean, phone: string) => ({
  Nombre,
  Apellido: 'Paz',
  Email,
  TelefonoLaboral: phone,
  WhatsApp: null,
  Telefonos: [phone],
  Direcciones: [{ Region: 'Córdoba', Ciudad: 'Córdoba', Direccion: 'San Martín 100' }],
  administrator,
  createdThroughApi: administrator,
})

export const agency: Agency = {
  ordinal: 0,
  adminMail: MAIL,
  NombreComercial: 'El Taller',
  zoneMinutes: -180,
  pack: { Alta: 1, Media: 2, Baja: 3 },
  product: { suspends: true, cars: 'any' },
  access: {
    uno: { write: true, otherKinds: true },
    dos: { write: true, otherKinds: false },
    lector: { write: false, otherKinds: false },
  },
  operators: [
    operator('Julia', MAIL, true, '351 555-0001'),
    operator('Raúl', 'raul@taller.example', false, '351 555-0002'),
  ],
  branches: [],
  notifications: {},
}

const otherAgency: Agency = {
  ...agency,
  ordinal: 1,
  adminMail: OTHER_MAIL,
  NombreComercial: 'Otra',
  access: { dos: { write: true, otherKinds: true } },
  operators: [operator('Ema', OTHER_MAIL, true, '11 5555-0003')],
}

const app = (name: string) => ({ name, key: `key-${name}`, secret: `secret-of-${name}` })

/** Creates the world, optionally with other assumptions or another first agency. */
export const miniatureWorld = (
  profile: Readonly<Record<string, string>> = {},
  first: Partial<Agency> = {},
): World => ({
  setting: {
    scenario: 'miniature',
    seed: 1,
    startMs: NOW,
    anchorMs: startOfDay(NOW, -180),
    events: [],
    profile: withOptions(defaultProfile, profile, 'given'),
    apps: [app('uno'), app('dos'), app('lector')],
    catalogue: readCatalogue,
    people: readPeoplePool,
  },
  clock: { running: false, atMs: NOW, wallMs: NOW, speed: 1 },
  agencies: agencyTable([{ ...agency, ...first }, otherAgency]),
  publications: publicationTable(),
  inquiries: inquiryTable(),
  visits: visitTable(),
  webhooks: webhookTable(),
  usage: noUsage,
  deliveries: noDeliveries,
  outbox: emptyOutbox,
  faultRules: noFaultRules,
  story: emptyStory,
  next: { publication: 1, inquiry: 1, branch: 1 },
})

export interface RequestOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Name of the calling app; default the first. */
  readonly app?: string
  /** Sizes of photos, in place of measured ones. */
  readonly photos?: PhotoSizes
  /** True: the body is over the limit and was not kept. */
  readonly tooLarge?: boolean
}

export interface ExchangeResult extends ApiResponse {
  readonly text: string
  /** The body as JSON; undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  readonly json: any
  readonly world: World
}

/** Runs one exchange with a world, without a server. */
export const send = (
  world: World,
  method: string,
  target: string,
  options: RequestOptions = {},
): ExchangeResult => {
  const [path = '', query = ''] = target.split('?')
  const headers = lowered({
    ...(options.app && { Authorization: `Bearer key-${options.app}` }),
    ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
    ...options.headers,
  })
  const text =
    options.body === undefined
      ? ''
      : typeof options.body === 'string'
        ? options.body
        : JSON.stringify(options.body)
  const request: ApiRequest = {
    method,
    path,
    query,
    instance: path,
    header: (name) => headers.get(name) ?? null,
    headersLike: (start) => [...headers].filter(([name]) => name.startsWith(start)),
    body: options.tooLarge ? { kind: 'too-large' } : { kind: 'bytes', bytes: new TextEncoder().encode(text) },
    ...(options.photos && { photos: options.photos }),
    prefix: '',
    origin: 'http://playa.localhost',
    wallMs: NOW,
  }
  const exchanged = decide(operations, world, request)
  if ('needsPhotos' in exchanged)
    throw new Error(
      `the decision core needs the sizes of ${exchanged.needsPhotos.join(', ')}; pass them as photos`,
    )
  if ('search' in exchanged) throw new Error('the miniature has too few records for a long search')
  const answered =
    exchanged.response.body === null ? '' : Buffer.from(exchanged.response.body).toString('utf8')
  return { ...exchanged.response, text: answered, json: parsed(answered), world: exchanged.world }
}

const lowered = (headers: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An acceptable create of a used car. */
export const golListing = (ExternalId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Color: 'Blanco',
  Precio: { Moneda: 'ARS', Importe: 15_500_000 },
  Fotos: ['https://cdn.example/gol-1.jpg', 'https://cdn.example/gol-2.jpg'],
  ...more,
})
