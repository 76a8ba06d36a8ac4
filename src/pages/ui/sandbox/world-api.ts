import { parseJson } from '../../../lib/text/parse-json.ts'
import { ApiError, answerError } from './api-error.ts'
import { type AppCredentials, credentialHeaders } from './credentials.ts'
import type { SandboxConnection } from './sandbox-connection.ts'

/** A response of the described API. */
export interface WorldApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown
}

interface WorldApiOptions {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** True: the journal records the request like a client's. */
  readonly recorded?: boolean
}

interface Signer {
  readonly app: AppCredentials | undefined
  /** Option of `auth/scheme`. */
  readonly scheme: string
  readonly nowMs: number
}

const JSON_TYPE = 'application/json'

/** Requests the described API of one world, signed as the world's first app. */
export class WorldApi {
  readonly #connection: SandboxConnection
  readonly #world: string
  readonly #signer: () => Promise<Signer>

  constructor(connection: SandboxConnection, world: string, signer: () => Promise<Signer>) {
    this.#connection = connection
    this.#world = world
    this.#signer = signer
  }

  get origin(): string {
    return this.#connection.origin
  }

  /** Sends a request. `path` starts with `/v3` or is a link that the API gave. */
  async request(method: string, path: string, options: WorldApiOptions = {}): Promise<WorldApiResponse> {
    const url = this.urlOf(path)
    const target = url.pathname + url.search
    const { app, scheme, nowMs } = await this.#signer()
    const { body, recorded = false } = options
    const headers = new Headers({
      'User-Agent': 'playa-console',
      // The journal holds requests of clients, not of the console. A repeated request has its own headers.
      ...(!recorded && { Accept: JSON_TYPE }),
      ...(!recorded && method === 'GET' && { 'Playa-Aside': 'yes' }),
      ...(!recorded && body !== undefined && { 'Content-Type': JSON_TYPE }),
      ...(app && credentialHeaders(app, scheme, { method, target, nowMs, body })),
    })
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    // A string body would get a default Content-Type; bytes keep it absent where the client sent none.
    const init = { method, headers, ...(body !== undefined && { body: new TextEncoder().encode(body) }) }
    const response = await this.#connection.fetch(target, init).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'the connection was reset'
      throw new ApiError(502, `No response: ${reason}. A fault may be active.`)
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parseJson(text) }
  }

  /** Sends an unsigned request to a path that `urlOf` returned, with the caller's own headers. */
  fetch(target: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    return this.#connection.fetch(target, { headers })
  }

  /** Returns the JSON of a successful `GET`; throws an `ApiError` for every other response. */
  async read<Data>(path: string): Promise<Data> {
    const answer = await this.request('GET', path)
    if (answer.status >= 400) throw answerError(answer)
    // The contract suite holds the API to its document, from which callers take `Data`.
    return answer.json as Data
  }

  /** Returns the URL of a path or link inside this world; throws an `ApiError` for links to other places. */
  urlOf(path: string): URL {
    const prefix = `/w/${this.#world}`
    const url = new URL(path.startsWith('/v3') ? prefix + path : path, `${this.origin}${prefix}/v3/`)
    if (url.origin === this.origin && url.pathname.startsWith(`${prefix}/v3`)) return url
    throw new ApiError(400, `The console only follows links inside the world ${this.#world}, not ${path}.`)
  }
}
