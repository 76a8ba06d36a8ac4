import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ByteHolder, HeldBytes } from '../simulator/held-bytes.ts'

/** Measured estimate of the objects around a request that waits. */
const WAITING_BYTES = 4 * 1024
/** Most requests of one connection that wait before nothing more is read from it. */
const MAX_WAITING = 16

/** Estimates what a waiting request holds: its headers are up to 16 KiB. */
const bytesOf = ({ rawHeaders, url = '' }: IncomingMessage): number => {
  let bytes = WAITING_BYTES + url.length
  for (const text of rawHeaders) bytes += text.length
  return bytes
}

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
    // Of a connection that was cut, the rest of what was read is still parsed.
    if (socket.destroyed) return
    const holder = holderOf(socket)
    const bytes = bytesOf(incoming)
    waiting.grow(holder, bytes)
    if (holder.bytes > MAX_WAITING * WAITING_BYTES) socket.pause()
    outgoing.once('socket', () => {
      if (socket.destroyed) return
      waiting.grow(holder, -bytes)
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
