import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isApiTarget } from '../transport/incoming-request.ts'
import type { NodeHandler } from './node-bindings.ts'
import { PlainResponse } from './plain-response.ts'

/**
 * Passes ordinary requests of the described API to `respond` without the web request and response that
 * Hono's adapter makes of each message, which take a seventh of the time of a read. Other messages go through
 * `adapt`; both take the same path through `respond`.
 */
export const apiListener = (
  respond: NodeHandler,
  adapt: (respond: NodeHandler) => RequestListener,
): RequestListener => {
  const adapted = adapt(respond)
  return (incoming, outgoing) => {
    if (!isOrdinary(incoming)) return adapted(incoming, outgoing)
    const send = (response: Response | Promise<Response>): void => {
      if (!(response instanceof PlainResponse)) return void adapt(() => response)(incoming, outgoing)
      outgoing.writeHead(response.status, response.headers)
      outgoing.end(response.body)
    }
    const response = responseTo(respond, incoming, outgoing)
    if (response instanceof Promise) response.then(send, (error: unknown) => send(Promise.reject(error)))
    else send(response)
  }
}

const responseTo = (
  respond: NodeHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Response | Promise<Response> => {
  try {
    // Handlers of such a request use no other members of it: the body is read from the message.
    const request = new MessageRequest(incoming, outgoing) as Partial<Request> as Request
    return respond(request, { incoming, outgoing, takesPlain: true })
  } catch (error) {
    return Promise.reject(error)
  }
}

/** Hosts whose URLs need no check; the adapter refuses invalid hosts. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::[1-9]\d{0,4})?$/

const isOrdinary = ({ method, url = '', headers }: IncomingMessage): boolean =>
  (method === 'GET' || (WRITES.has(method ?? '') && hasSmallBody(headers))) &&
  isApiTarget(url) &&
  !url.includes('\\') &&
  PLAIN_HOST.test(headers.host ?? '')

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Node reads and drops the rest of a body that is refused unread. The adapter limits how much, and for how
 * long, so it handles all bodies that may be large.
 */
const hasSmallBody = ({
  'content-length': length,
  'transfer-encoding': coding,
}: IncomingMessage['headers']): boolean => coding === undefined && Number(length ?? 0) <= SMALL_BODY_BYTES

const SMALL_BODY_BYTES = 16 * 1024

/** The used part of the web request of a message. */
class MessageRequest implements Pick<Request, 'method' | 'url' | 'signal'> {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  #signal: AbortSignal | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  get method(): string {
    return this.#incoming.method ?? 'GET'
  }

  get url(): string {
    const { headers, url } = this.#incoming
    return `http://${headers.host}${url}`
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOfLeaving(this.#outgoing)
    return this.#signal
  }
}

/** Returns a signal that aborts when the client leaves before it has the response. */
const signalOfLeaving = (outgoing: ServerResponse): AbortSignal => {
  const leaving = new AbortController()
  const abort = () => {
    if (!outgoing.writableFinished) leaving.abort()
  }
  if (outgoing.destroyed) abort()
  else outgoing.once('close', abort)
  return leaving.signal
}
