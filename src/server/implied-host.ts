import type { IncomingMessage } from 'node:http'

/**
 * Names the host of an HTTP/1.0 request that has none, which that version allows and probes of health still
 * send: the address that the connection came to. A request of HTTP/1.1 without `Host` stays invalid.
 */
export const implyHost = (incoming: IncomingMessage): void => {
  const { headers, httpVersion, socket } = incoming
  if (httpVersion !== '1.0' || headers.host !== undefined) return
  const address = (socket.localAddress ?? 'localhost').replace(/^::ffff:/, '').replace(/%.*$/, '')
  headers.host = `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`
}
