import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Choices, chosen } from './choices.ts'
import type { Call } from './http/call.ts'
import { listenerOf } from './listener.ts'
import { addInquiry, seed } from './seed.ts'
import { delivered, notifyInquiry } from './webhooks/deliveries.ts'
import { type Agency, emptyWorld, type World } from './world.ts'

export interface OutsiderOptions {
  readonly switches?: Partial<Choices>
  /** Path before `/v3`, such as `/api/gateway`; none when absent. */
  readonly basePath?: string
  /** Gives the present in milliseconds; the computer's clock when absent. */
  readonly now?: () => number
}

export interface Outsider {
  /** Base URL before `/v3`. */
  readonly url: string
  /** Administrator's mail of the agency that the first app may use. */
  readonly agency: string
  readonly otherAgency: string
  readonly operators: readonly { readonly mail: string; readonly phones: readonly string[] }[]
  /** Keys for the header `X-Api-Key`: the first app's, and the second's, which sees less. */
  readonly keys: { readonly first: string; readonly second: string }
  readonly topics: readonly string[]
  /** A body that POST /v3/publicaciones/{agency} accepts, but for its `ExternalId`. */
  readonly car: Readonly<Record<string, unknown>>
  /** Lets a person ask about a listing; returns whether the listing could receive it. */
  readonly inquire: (externalId: string) => boolean
  /** Waits for deliveries on their way. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

const CAR = {
  Marca: 'Citroën',
  Modelo: 'C3',
  Version: 'Feel 1.6',
  VersionYear: 2021,
  Transmision: 'Manual',
  Propulsion: 'Nafta',
  Carroceria: 'Hatchback',
  Kilometraje: 41_500,
  Color: 'Rojo',
  RefStock: 'R-77',
  Descripcion: 'Con service al día.',
  Precio: { Moneda: 'ARS', Importe: 12_750_000 },
  Fotos: ['https://fotos.vidriera.example/1.jpg', 'https://fotos.vidriera.example/2.jpg'],
}

/** Starts the implementation on a free port of 127.0.0.1. */
export const startOutsider = async ({
  switches,
  basePath = '',
  now = Date.now,
}: OutsiderOptions = {}): Promise<Outsider> => {
  const world = emptyWorld(chosen(switches), basePath, now)
  seed(world)
  const server = createServer({ keepAliveTimeout: world.choices.idleMs || 5_000 }, listenerOf(world))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A server that listens on a port has an address with one.
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [first, second] = world.apps
  const [agency, other] = [...world.agencies.values()]
  if (!first || !second || !agency || !other) throw new Error('the seed makes two apps and two agencies')
  return {
    url: world.origin + basePath,
    agency: agency.mail,
    otherAgency: other.mail,
    operators: agency.operators.map(({ mail, phones }) => ({ mail, phones })),
    keys: { first: first.key, second: second.key },
    topics: world.choices.topics,
    car: CAR,
    inquire: (externalId) => inquire(world, agency, externalId),
    settled: () => delivered(world),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await delivered(world)
    },
  }
}

const inquire = (world: World, agency: Agency, externalId: string): boolean => {
  const found = [...world.publications.values()].findLast(
    (one) => one.agency === agency && one.members.ExternalId.toLowerCase() === externalId.toLowerCase(),
  )
  const isOpen = found?.phase === 'active' || (found && world.choices.suspendedFault === 'receives')
  if (found === undefined || !isOpen) return false
  const inquiry = addInquiry(world, agency, found, world.now())
  const nothing = { params: {}, rawParams: {}, headers: {}, query: new URLSearchParams() }
  const shape = {
    form: 'full',
    mediaType: 'application/json',
    method: 'GET',
    path: '/',
    body: { kind: 'empty' },
  } as const
  const call: Call = { world, choices: world.choices, app: found.app, ...nothing, ...shape }
  notifyInquiry(call, inquiry)
  return true
}
