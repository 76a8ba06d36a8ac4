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
}

/** `env` is what the server hands over beside the request. */
export const askedOf = (request: Request, env: unknown): Asked => {
  const incoming = incomingOf(env)
  const { method, url } = request
  const headersLike = (prefix: string) => [...request.headers].filter(([name]) => name.startsWith(prefix))
  if (!incoming) return { request, method, url, incoming, header: (name) => request.headers.get(name), headersLike }
  // The message's own headers were parsed already; the web's view of them would parse them again.
  const { headers } = incoming
  const header = (name: string): string | null => {
    const value = headers[name]
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
  }
  const { target } = arrivalOf(incoming)
  const sent = target.startsWith('/') ? `http://${headers.host}${target}` : url
  return { request, method, url: sent, incoming, header, headersLike }
}

const incomingOf = (env: unknown): IncomingMessage | undefined =>
  // Only the server puts a member of that name there.
  typeof env === 'object' && env !== null && 'incoming' in env ? (env.incoming as IncomingMessage) : undefined
