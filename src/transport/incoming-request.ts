import type { IncomingMessage } from 'node:http'
import { arrivalOf } from './arrival.ts'

/** A request as it arrived, as far as the service looks at it. */
export interface Asked {
  readonly method: string
  /** As sent: nothing in it is decoded or normalised. */
  readonly url: string
  /** Value of a header by its lower-case name; null when absent. */
  header(name: string): string | null
  headersLike(prefix: string): readonly (readonly [string, string])[]
  /** Names and values in turn, as sent where a socket brought them. */
  rawHeaders(): readonly string[]
}

/** The same on its way through the app, through a socket or inside the process. */
export interface WebAsked extends Asked {
  readonly request: Request
  /** The message on the socket; undefined inside the process. */
  readonly incoming: IncomingMessage | undefined
}

/** `env` is what the server hands over beside the request. */
export const askedOf = (request: Request, env: unknown): WebAsked => {
  const incoming = incomingOf(env)
  return incoming ? new SocketAsked(request, incoming) : new ProcessAsked(request)
}

class ProcessAsked implements WebAsked {
  readonly request: Request
  readonly incoming = undefined

  constructor(request: Request) {
    this.request = request
  }

  get method(): string {
    return this.request.method
  }

  get url(): string {
    return this.request.url
  }

  header(name: string): string | null {
    return this.request.headers.get(name)
  }

  headersLike(prefix: string): readonly (readonly [string, string])[] {
    return [...this.request.headers].filter(([name]) => name.startsWith(prefix))
  }

  rawHeaders(): readonly string[] {
    return [...this.request.headers].flat()
  }
}

/** A message on a socket. Its own headers were parsed already; the web's view of them would parse them again. */
export class MessageAsked implements Asked {
  readonly incoming: IncomingMessage
  readonly method: string
  readonly url: string

  constructor(incoming: IncomingMessage, url: string) {
    this.incoming = incoming
    this.method = incoming.method ?? 'GET'
    this.url = url
  }

  header(name: string): string | null {
    const value = this.incoming.headers[name]
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
  }

  headersLike(prefix: string): readonly (readonly [string, string])[] {
    const names = Object.keys(this.incoming.headers).filter((name) => name.startsWith(prefix))
    return names.sort().map((name) => [name, this.header(name) ?? ''])
  }

  rawHeaders(): readonly string[] {
    return this.incoming.rawHeaders
  }
}

class SocketAsked extends MessageAsked implements WebAsked {
  readonly request: Request

  constructor(request: Request, incoming: IncomingMessage) {
    const { target } = arrivalOf(incoming)
    super(incoming, target.startsWith('/') ? urlOf(incoming, target) : request.url)
    this.request = request
  }
}

/** The absolute URL of a message whose target is a path. Clients of HTTP/1.0 may name no host. */
export const urlOf = ({ headers }: IncomingMessage, target: string): string =>
  `http://${headers.host ?? 'localhost'}${target}`

const incomingOf = (env: unknown): IncomingMessage | undefined =>
  // Only the server puts a member of that name there.
  typeof env === 'object' && env !== null && 'incoming' in env ? (env.incoming as IncomingMessage) : undefined
