import createClient, { type Client } from 'openapi-fetch'
import { toApiError } from './api-error.ts'
import type { paths } from './control-api.d.ts'

/** A handler of web-standard requests: the pages know nothing else of the sandbox. */
export type RequestHandler = (request: Request) => Response | Promise<Response>

interface ForwardOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** An in-process connection to the control API that sends the control token. */
export class SandboxConnection {
  readonly origin: string
  /** Typed calls, by path and method of the control API's document. */
  readonly calls: Client<paths, 'application/json'>
  readonly #handler: RequestHandler
  readonly #authorization: Readonly<Record<string, string>>

  constructor(handler: RequestHandler, origin: string, token: string | undefined) {
    this.origin = origin
    this.#handler = handler
    this.#authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    this.calls = createClient<paths, 'application/json'>({
      baseUrl: origin,
      fetch: async (request) => handler(request),
      headers: { Accept: 'application/json', ...this.#authorization },
    })
  }

  /** Requests a path of the control API and returns the response unread, for pages that pass it on. */
  forward(path: string, { headers, signal }: ForwardOptions = {}): Promise<Response> {
    return this.fetch(path, { headers: { ...headers, ...this.#authorization }, ...(signal && { signal }) })
  }

  /** Requests any path of the server, without the control token. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#handler(new Request(new URL(path, this.origin), init))
  }
}

/** What openapi-fetch returns for one call. */
interface CallResult<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Returns the JSON of a successful call; throws an `ApiError` for every other response. */
export const dataOf = async <Data>(call: Promise<CallResult<Data>>): Promise<Data> => {
  const { data, error, response } = await call
  if (!response.ok) throw toApiError(response.status, error)
  // A success carries the JSON that the document describes; a 204 has none, and its `Data` is `undefined`.
  return data as Data
}
