import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HeldBytes } from '../simulator/held-bytes.ts'
import type { MemoryBudget } from '../simulator/memory-budget.ts'
import { endWithProblem } from './parser-refusals.ts'

/** How often the buffers of all connections are weighed. */
const WEIGH_INTERVAL_MS = 200

/**
 * Bounds the connections of a server and the bytes in their buffers. At the limit the connections that have
 * been silent longest are closed; if none is silent, a new one is refused with 503.
 */
export const boundConnections = (server: Server, memory: MemoryBudget): void => {
  const sockets = new Set<Socket>()
  const limit = memory.connections
  server.on('connection', (socket: Socket) => {
    if (sockets.size >= limit) closeSilent(sockets)
    // Clients reconnect, but a request in flight would fail: these are the second choice.
    if (sockets.size >= limit) server.closeIdleConnections()
    if (sockets.size >= limit)
      return endWithProblem(socket, 503, `This server has ${limit} connections, the most that it takes.`)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const weighing = setInterval(() => cutUnread(sockets, memory.share('answers')), WEIGH_INTERVAL_MS)
  weighing.unref()
  server.once('close', () => clearInterval(weighing))
}

/** Closes the older half of the connections that never sent anything. */
const closeSilent = (sockets: Set<Socket>): void => {
  const silent = [...sockets].filter(({ bytesRead }) => bytesRead === 0)
  for (const socket of silent.slice(0, Math.ceil(silent.length / 2))) {
    sockets.delete(socket)
    socket.destroy()
  }
}

/** Cuts the connections with the most unread bytes while all together hold more than `limitBytes`. */
const cutUnread = (sockets: Iterable<Socket>, limitBytes: number): void => {
  const unread = [...sockets].filter(({ writableLength }) => writableLength > 0)
  let heldBytes = unread.reduce((sum, { writableLength }) => sum + writableLength, 0)
  if (heldBytes <= limitBytes) return
  for (const socket of unread.sort((a, b) => b.writableLength - a.writableLength)) {
    if (heldBytes <= limitBytes) return
    heldBytes -= socket.writableLength
    socket.destroy()
  }
}

/** Responses up to this size are taken over by the system's buffers. */
const SMALL_RESPONSE_BYTES = 64 * 1024

/**
 * Weighs the body of a response that is about to be sent, until its reader has it. Returns false when it
 * exceeds the limit of all waiting responses: the caller can still refuse it.
 */
export const weighResponse = (
  answers: HeldBytes,
  outgoing: ServerResponse | undefined,
  bytes: number,
): boolean => {
  if (!outgoing || bytes <= SMALL_RESPONSE_BYTES) return true
  let fits = true
  const refuse = () => {
    fits = false
    // The connection of a response that is being sent is cut.
    if (outgoing.headersSent) outgoing.destroy()
  }
  const holder = { bytes: 0, refuse }
  answers.grow(holder, bytes)
  if (fits) outgoing.once('close', () => answers.release(holder))
  return fits
}

/**
 * Weighs the bytes of a response in the buffers of its connection, until its reader has them: many responses
 * may be made before the buffers of all connections are weighed again.
 */
export const weighUnread = (answers: HeldBytes, outgoing: ServerResponse): void => {
  outgoing.once('prefinish', () => {
    const bytes = outgoing.socket?.writableLength ?? 0
    if (bytes <= SMALL_RESPONSE_BYTES) return
    const holder = { bytes: 0, refuse: () => void outgoing.destroy() }
    outgoing.once('close', () => answers.release(holder))
    answers.grow(holder, bytes)
  })
}
