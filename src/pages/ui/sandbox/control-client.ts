import type { AssumptionData, ScenarioData, ServerData, WorldData, WorldSummaryData } from './api-types.ts'
import type { paths } from './control-api.d.ts'
import { dataOf, type RequestHandler, SandboxConnection } from './sandbox-connection.ts'
import { WorldClient } from './world-client.ts'

type NewWorld = NonNullable<paths['/_playa/worlds']['post']['requestBody']>['content']['application/json']

/** Calls the control API in process. Every refusal is thrown as an `ApiError`. */
export class ControlClient {
  readonly #connection: SandboxConnection

  constructor(handler: RequestHandler, origin: string, token: string | undefined) {
    this.#connection = new SandboxConnection(handler, origin, token)
  }

  get origin(): string {
    return this.#connection.origin
  }

  server(): Promise<ServerData> {
    return dataOf(this.#connection.calls.GET('/_playa'))
  }

  scenarios(): Promise<readonly ScenarioData[]> {
    return dataOf(this.#connection.calls.GET('/_playa/scenarios'))
  }

  assumptions(): Promise<readonly AssumptionData[]> {
    return dataOf(this.#connection.calls.GET('/_playa/assumptions'))
  }

  worlds(): Promise<readonly WorldSummaryData[]> {
    return dataOf(this.#connection.calls.GET('/_playa/worlds'))
  }

  createWorld(body: NewWorld): Promise<WorldData> {
    return dataOf(this.#connection.calls.POST('/_playa/worlds', { body }))
  }

  world(name: string): WorldClient {
    return new WorldClient(this.#connection, name)
  }

  /** Opens the server-sent events of a world; `signal` ends them. */
  events(world: string, signal: AbortSignal): Promise<Response> {
    return this.#connection.forward(`/_playa/events?world=${encodeURIComponent(world)}`, { signal })
  }

  /** Requests any path of the server, without the control token. */
  fetch(path: string): Promise<Response> {
    return this.#connection.fetch(path)
  }
}
