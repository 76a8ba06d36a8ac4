import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestNote } from '../sandbox/transport/request-note.ts'
import { clientAddress } from './forwarded.ts'

/** What `@hono/node-server` hands over with a request, and what its handling notes. */
export interface NodeBindings extends RequestNote {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Answers a request on a socket. */
export type NodeHandler = (request: Request, env: NodeBindings) => Response | Promise<Response>

/** Returns the bindings of a request on a socket; undefined in process and in other runtimes. */
export const nodeBindings = (env: unknown): NodeBindings | undefined =>
  // Only Node's adapter puts a member of that name there.
  typeof env === 'object' && env !== null && 'incoming' in env ? (env as NodeBindings) : undefined

/** Returns the address of the client; undefined in process. */
export const clientAddressOf = (env: unknown): string | undefined => {
  const bindings = nodeBindings(env)
  if (bindings) return clientAddress(bindings.incoming)
  const isNamed = typeof env === 'object' && env !== null && 'clientAddress' in env
  return isNamed ? String(env.clientAddress) : undefined
}
