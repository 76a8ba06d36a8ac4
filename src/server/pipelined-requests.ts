import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ByteHolder, HeldBytes } from '../simulator/held-bytes.ts'

/** Measured estimate of a request that waits: its headers and the objects around it. */
const WAITING_BYTES = 4 * 1024
/** Most requests of one connection that wait before nothing more is read from it. */
const MAX_WAITING = 16

/**
 * Handles the requests of one connection one after the other: a pipelined one starts when the response before
 * it was taken over by the connection's buffers, so a client that reads no responses causes no further ones.
 */
export const oneAfterTheOther = (listener: RequestListener, waiting: HeldBytes): RequestListener => {
  const holders = new WeakMap<Socket, ByteHolder>()
  const holderOf = (socket: Socket): ByteHolder => {
    const known = holders.get(socket)
    if (known) return known
    const holder = { bytes: 0, refuse: () => void socket.destroy() }
    holders.set(socket, holder)
    socket.once('close', () => waiting.release(holder))
    return holder
  }
  const wait = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { socket } = incoming
    const holder = holderOf(socket)
    waiting.grow(holder, WAITING_BYTES)
    if (holder.bytes > MAX_WAITING * WAITING_BYTES) socket.pause()
    outgoing.once('socket', () => {
      waiting.grow(holder, -WAITING_BYTES)
      if (holder.bytes === 0) waiting.release(holder)
      // Not in this turn: the response before is still being taken off.
      setImmediate(() => {
        if (socket.destroyed) return
        listener(incoming, outgoing)
        if (holder.bytes <= MAX_WAITING * WAITING_BYTES) socket.resume()
      })
    })
  }
  // A response without a connection waits for an earlier one.
  return (incoming, outgoing) =>
    outgoing.socket === null ? wait(incoming, outgoing) : listener(incoming, outgoing)
}
