import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestNote } from '../transport/request-note.ts'
import { clientAddress } from './forwarded.ts'

/** Node's bindings of a web request, with members that handling adds. */
export interface NodeBindings extends RequestNote {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** True: a `PlainResponse` may be returned. */
  readonly takesPlain?: true
}

/** Answers a request on a socket, synchronously where it can. */
export type NodeHandler = (request: Request, env: NodeBindings) => Response | Promise<Response>

/** Returns the message behind a request on a socket; undefined in process. */
export const incomingOf = (env: unknown): IncomingMessage | undefined =>
  // Only Node's adapter puts a member of that name there.
  typeof env === 'object' && env !== null && 'incoming' in env ? (env.incoming as IncomingMessage) : undefined

/** Returns the response that Node's server sends for a request on a socket; undefined in process. */
export const outgoingOf = (env: unknown): ServerResponse | undefined =>
  // Node's adapter puts it beside the message.
  typeof env === 'object' && env !== null && 'outgoing' in env ? (env.outgoing as ServerResponse) : undefined

/** Returns whether a `PlainResponse` may be returned for the request. */
export const takesPlain = (env: unknown): boolean =>
  typeof env === 'object' && env !== null && 'takesPlain' in env

/** Returns the address of the client; undefined in process. */
export const clientAddressOf = (env: unknown): string | undefined => {
  const incoming = incomingOf(env)
  if (incoming) return clientAddress(incoming)
  const isNamed = typeof env === 'object' && env !== null && 'clientAddress' in env
  return isNamed ? String(env.clientAddress) : undefined
}
