import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WrongServer } from '../support/wrong-server.ts'

/** Wrong servers of deliveries: the deliveries of a sandbox go through a relay that alters them. */

export interface RelayedDelivery {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RelayContext {
  readonly secret: string
  /** The first secret that the webhook had. */
  readonly firstSecret: string
  /** The first attempt of the same delivery, as the sandbox sent it. */
  readonly earlier: RelayedDelivery | undefined
}

export type AlterDelivery = (sent: RelayedDelivery, known: RelayContext) => Partial<RelayedDelivery>

interface RelayRoute {
  readonly callback: string
  readonly secret: string
  readonly firstSecret: string
  readonly alter: AlterDelivery
  readonly attempts: Map<string, RelayedDelivery>
}

const routes: RelayRoute[] = []
let opened: Promise<string> | undefined

/** Starts the relay once; it does not keep the process alive. */
const relayUrl = (): Promise<string> =>
  (opened ??= new Promise((resolve) => {
    const server = createServer(async (incoming, outgoing) => {
      const way = routes[Number(incoming.url?.slice(1))]
      outgoing.writeHead(way ? await forwarded(way, await receivedDelivery(incoming, way)) : 404).end()
    })
    server.unref()
    server.listen(0, '127.0.0.1', () => {
      // The server listens on a port, so its address is not a text.
      const { port } = server.address() as AddressInfo
      resolve(`http://127.0.0.1:${port}`)
    })
  }))

const FRAMING = /^(host|connection|content-length|transfer-encoding)$/

const receivedDelivery = async (
  incoming: IncomingMessage,
  { callback }: RelayRoute,
): Promise<RelayedDelivery> => {
  let body = ''
  for await (const part of incoming) body += part
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    FRAMING.test(name) ? [] : [[name, String(value)]],
  )
  return { method: incoming.method ?? '', url: callback, headers: Object.fromEntries(headers), body }
}

const forwarded = (
  { secret, firstSecret, alter, attempts }: RelayRoute,
  sent: RelayedDelivery,
): Promise<number> => {
  const id = sent.headers['notification-hook-id'] ?? ''
  const earlier = attempts.get(id)
  if (!earlier) attempts.set(id, sent)
  const { method, url, headers, body } = { ...sent, ...alter(sent, { secret, firstSecret, earlier }) }
  return new Promise((resolve) => {
    const framed = { ...headers, 'content-length': Buffer.byteLength(body) }
    const outgoing = request(url, { method, headers: framed, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 502)
    })
    // The run may have ended, and its receiver with it.
    outgoing.on('error', () => resolve(502))
    outgoing.end(body)
  })
}

const CONFIGURATION = /\/appnotificaciones\/./

/**
 * Returns a wrong server that alters deliveries. Its responses show the configured callback, not the relay.
 */
export const altersDeliveries = (alter: AlterDelivery): WrongServer['serve'] => {
  const firstSecrets = new Map<string, string>()
  return async (asked, next) => {
    const { pathname } = new URL(asked.url)
    if (!CONFIGURATION.test(pathname) || asked.method === 'GET') return next(asked)
    const configuration: Readonly<Record<string, unknown>> = JSON.parse(await asked.text())
    const secret = String(configuration['Secret'] ?? '')
    const firstSecret = firstSecrets.get(pathname) ?? secret
    firstSecrets.set(pathname, firstSecret)
    const callback = String(configuration['Callback'])
    const relay = `${await relayUrl()}/${routes.push({ callback, secret, firstSecret, alter, attempts: new Map() }) - 1}`
    const body = JSON.stringify({ ...configuration, Callback: relay })
    const answer = await next(new Request(asked.url, { method: asked.method, headers: asked.headers, body }))
    const headers = new Headers(answer.headers)
    headers.delete('content-length')
    return new Response((await answer.text()).replaceAll(relay, callback), { status: answer.status, headers })
  }
}
