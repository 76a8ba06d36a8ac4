import { Simulator, type SimulatorOptions } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { golListing } from './miniature-world.ts'

/** Time of the frozen clock. */
export const NOW = '2026-03-01T12:00:00-03:00'
/** `adminMail` of the first agency of the scenario `two-apps`. */
export const AGENCY = 'ventas@elcruce.example'
/** Path of its publications. */
export const LISTINGS = `/v3/publicaciones/${AGENCY}`

/** A response of the server. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body as JSON; an empty object when it is none. */
  readonly json: Readonly<Record<string, unknown>>
}
/** Sends a request to the server in process. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Received>

/** Opens a server with the scenario `two-apps`; returns the function that sends requests to it. */
export const openServer = async (options: SimulatorOptions = {}): Promise<Send> => {
  const simulator = await Simulator.open({ scenario: 'two-apps', nowMs: Date.parse(NOW), ...options })
  const app = createApp(simulator)
  return async (method, path, body, headers = {}) => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const typed = body === undefined ? headers : { 'Content-Type': 'application/json', ...headers }
    const response = await app.fetch(
      new Request(`http://playa.localhost${path}`, { method, headers: typed, ...sent }),
    )
    const text = await response.text()
    const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}
    return { status: response.status, headers: Object.fromEntries(response.headers), text, json }
  }
}

/** Body that creates a publication with a picture of the sandbox. */
export const car = (ExternalId: string) =>
  golListing(ExternalId, { Fotos: ['http://playa.localhost/_playa/photos/1280x720/hatchback/blanco/1.svg'] })
