import type { IncomingMessage } from 'node:http'

/**
 * Adds the host to an HTTP/1.0 request without one, which that version allows and health probes still send:
 * the local address of the connection. A request of HTTP/1.1 without `Host` stays invalid.
 */
export const implyHost = (incoming: IncomingMessage): void => {
  const { headers, httpVersion, socket } = incoming
  if (httpVersion !== '1.0' || headers.host !== undefined) return
  const address = (socket.localAddress ?? 'localhost').replace(/^::ffff:/, '').replace(/%.*$/, '')
  headers.host = `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`
}
