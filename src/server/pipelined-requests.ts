import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { MemoryBudget } from '../simulator/memory-budget.ts'

/** Measured estimate of the objects around a request that waits. */
const WAITING_BYTES = 4 * 1024
/** Bytes of waiting requests of one connection at which parsing pauses. */
const MAX_WAITING_BYTES = 16 * WAITING_BYTES
/** Most ends of headers in a part that is parsed at once. */
const MAX_HEADS = 8
const SMALL_READ_BYTES = 512
const END_OF_HEADERS = '\r\n\r\n'

/** Estimates what a waiting request holds: its headers are up to 16 KiB. */
const bytesOf = ({ rawHeaders, url = '' }: IncomingMessage): number => {
  let bytes = WAITING_BYTES + url.length
  for (const text of rawHeaders) bytes += text.length
  return bytes
}

/** Unhandled input of one connection. */
class Backlog {
  bytes = 0
  /** The part of the bytes that belongs to requests waiting for a response. */
  waitingBytes = 0
  /** Bytes that were read and are not parsed yet. */
  unparsed: Buffer | undefined
  readonly socket: Socket

  constructor(socket: Socket) {
    this.socket = socket
  }

  refuse(): void {
    this.socket.destroy()
  }
}

/**
 * Handles the requests of one connection one by one: a pipelined request starts when the previous response is
 * in the connection's buffers, so a client that reads no responses causes no more of them.
 */
export class PipelinedRequests {
  readonly #memory: MemoryBudget
  readonly #backlogs = new WeakMap<Socket, Backlog>()
  /** Connections that have not pipelined; Node parses their reads completely. */
  readonly #readWhole = new Set<Socket>()

  constructor(memory: MemoryBudget) {
    this.#memory = memory
  }

  /** Returns a listener that calls the given one in a request's turn. */
  inTurn(listener: RequestListener): RequestListener {
    // A response without a connection waits for an earlier one.
    return (incoming, outgoing) =>
      outgoing.socket === null ? this.#wait(incoming, outgoing, listener) : listener(incoming, outgoing)
  }

  /**
   * Parses input in parts of a few requests, while few requests wait. Node parses all that it has read, up to
   * 64 KiB: 2,000 requests, each with its objects, before the first of them is handled. Node takes a sixth
   * less time if each read is one request, so it parses the first connections until they pipeline.
   */
  parseInParts(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (this.#readWhole.size >= this.#memory.wholeReads) return this.#parseInParts(socket)
      this.#readWhole.add(socket)
      socket.once('close', () => this.#readWhole.delete(socket))
    })
    server.on('connect', ({ socket }) => {
      // Node's parser has left the connection and serves others: more input must not reach it.
      this.#backlogOf(socket).unparsed = undefined
      socket.removeAllListeners('data').resume()
    })
  }

  #parseInParts(socket: Socket): void {
    const [parse, ...others] = socket.listeners('data')
    // Without the one listener of Node's server nothing is known about what parses.
    if (!parse || others.length > 0) return
    const backlog = this.#backlogOf(socket)
    const parseMore = () => this.#parse(backlog, (part) => parse.call(socket, part))
    // Node passes the bytes to its parser until there is another listener.
    socket.removeAllListeners('data')
    socket.on('data', (read: Buffer) => {
      // A small read, as nearly all are, holds few requests.
      if (read.length <= SMALL_READ_BYTES && backlog.bytes === 0) return parse.call(socket, read)
      backlog.unparsed = backlog.unparsed ? Buffer.concat([backlog.unparsed, read]) : read
      parseMore()
    })
    socket.on('resume', parseMore)
  }

  #parse(backlog: Backlog, parse: (part: Buffer) => void): void {
    const { socket } = backlog
    while (backlog.unparsed && !socket.isPaused() && backlog.waitingBytes < MAX_WAITING_BYTES) {
      const bytes = backlog.unparsed
      const end = endOfHeads(bytes)
      backlog.unparsed = end < bytes.length ? bytes.subarray(end) : undefined
      parse(end < bytes.length ? bytes.subarray(0, end) : bytes)
      // A connection that ends accepts no more requests.
      if (!socket.writable) backlog.unparsed = undefined
    }
    // Node resumes a connection with the end of every message, also when its user had paused it.
    if (backlog.unparsed) socket.pause()
    this.#weigh(backlog)
  }

  #weigh(backlog: Backlog): void {
    if (backlog.socket.destroyed) return
    const bytes = backlog.waitingBytes + (backlog.unparsed?.length ?? 0)
    if (bytes !== backlog.bytes) this.#memory.waiting.grow(backlog, bytes - backlog.bytes)
    if (bytes === 0) this.#memory.waiting.release(backlog)
  }

  #backlogOf(socket: Socket): Backlog {
    const known = this.#backlogs.get(socket)
    if (known) return known
    const backlog = new Backlog(socket)
    this.#backlogs.set(socket, backlog)
    socket.once('close', () => this.#memory.waiting.release(backlog))
    return backlog
  }

  #wait(incoming: IncomingMessage, outgoing: ServerResponse, listener: RequestListener): void {
    const { socket } = incoming
    // The rest of the input of a cut connection is still parsed.
    if (socket.destroyed) return
    const backlog = this.#backlogOf(socket)
    if (this.#readWhole.delete(socket)) this.#parseInParts(socket)
    const bytes = bytesOf(incoming)
    backlog.waitingBytes += bytes
    this.#weigh(backlog)
    outgoing.once('socket', () => {
      // Not in this turn: the response before is still being taken off.
      setImmediate(() => {
        if (socket.destroyed) return
        backlog.waitingBytes -= bytes
        this.#weigh(backlog)
        listener(incoming, outgoing)
        if (backlog.waitingBytes < MAX_WAITING_BYTES) socket.resume()
      })
    })
  }
}

/** Returns the end of the last headers that are parsed at once; the length if there are fewer. */
const endOfHeads = (bytes: Buffer): number => {
  let end = 0
  for (let heads = 0; heads < MAX_HEADS; heads += 1) {
    const found = bytes.indexOf(END_OF_HEADERS, end, 'latin1')
    if (found < 0) return bytes.length
    end = found + END_OF_HEADERS.length
  }
  return end
}
