import type { IncomingMessage } from 'node:http'
import { arrivalOf } from './arrival.ts'

/** A request as it arrived, through a socket or inside the process. */
export interface Asked {
  readonly request: Request
  readonly method: string
  /** As sent: nothing in it is decoded or normalised. */
  readonly url: string
  /** The message on the socket; undefined inside the process. */
  readonly incoming: IncomingMessage | undefined
  /** Value of a header by its lower-case name; null when absent. */
  header(name: string): string | null
  headersLike(prefix: string): readonly (readonly [string, string])[]
  /** Names and values in turn, as sent where a socket brought them. */
  rawHeaders(): readonly string[]
}

/** `env` is what the server hands over beside the request. */
export const askedOf = (request: Request, env: unknown): Asked => {
  const incoming = incomingOf(env)
  return incoming ? new SocketAsked(request, incoming) : new ProcessAsked(request)
}

class ProcessAsked implements Asked {
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

/** The message's own headers were parsed already; the web's view of them would parse them again. */
class SocketAsked implements Asked {
  readonly request: Request
  readonly incoming: IncomingMessage
  readonly url: string

  constructor(request: Request, incoming: IncomingMessage) {
    this.request = request
    this.incoming = incoming
    const { target } = arrivalOf(incoming)
    this.url = target.startsWith('/') ? `http://${incoming.headers.host}${target}` : request.url
  }

  get method(): string {
    return this.request.method
  }

  header(name: string): string | null {
    const value = this.incoming.headers[name]
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
  }

  headersLike(prefix: string): readonly (readonly [string, string])[] {
    return [...this.request.headers].filter(([name]) => name.startsWith(prefix))
  }

  rawHeaders(): readonly string[] {
    return this.incoming.rawHeaders
  }
}

const incomingOf = (env: unknown): IncomingMessage | undefined =>
  // Only the server puts a member of that name there.
  typeof env === 'object' && env !== null && 'incoming' in env ? (env.incoming as IncomingMessage) : undefined
