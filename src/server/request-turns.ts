import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SortedSet } from '../collections/sorted-set.ts'
import { clientNetwork } from './client-network.ts'
import { clientAddress, readForwarded } from './forwarded.ts'

/**
 * How long requests are handled between two reads of sockets. Node handles all that it has read, and accepts
 * one connection then: two hundred busy connections would let each new one wait for all of them.
 */
const TURN_MS = 1
/** What a request takes at least: of a client with many at a time, each starts after the one before. */
const LEAST_MS = 0.05

/** Whose requests take turns: a connection, or a client of a trusted proxy, whose connections many share. */
interface Flow {
  /** Its client, which all its flows together count as. */
  readonly network: string
  /** Time of the queue at which its next request may start. */
  startMs: number
}

/** A request that waits for its turn. */
interface WaitingRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly flow: Flow
  readonly startMs: number
  readonly number: number
}

const byStart = (a: WaitingRequest, b: WaitingRequest): number => a.startMs - b.startMs || a.number - b.number

/**
 * Shares the event loop among clients. Requests that come while it is free are handled at once. Those that
 * have to wait are handled by start-time fair queuing: the time that each client's requests took decides when
 * its next one starts, so a client that asks little waits for few others, and each client has the same share,
 * however many connections it opens.
 */
export class RequestTurns {
  readonly #listener: RequestListener
  readonly #isToWait: () => boolean
  #waiting = SortedSet.empty(byStart)
  #added = 0
  /** Start of the request that was handled last, in the time of the queue. */
  #nowMs = 0
  /** The flows since the queue was empty, and how many of them each client has. */
  readonly #flows = new Map<Socket | string, Flow>()
  readonly #flowsOf = new Map<string, number>()
  /** Connections whose end is listened for. */
  readonly #known = new WeakSet<Socket>()
  #turnStartedMs: number | undefined
  /** What a response that comes from promises takes on average, after its request was handled. */
  #laterMs = TURN_MS / 8
  /** How many requests of the last turn left their responses to promises, and when it had handled them. */
  #promised = 0
  #handledMs = 0

  /** `isToWait` returns, after each read of sockets, whether requests wait for the next read. */
  constructor(listener: RequestListener, isToWait: () => boolean = () => false) {
    this.#listener = listener
    this.#isToWait = isToWait
  }

  /** Handles a request in this turn of the event loop or in a later one. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const startedMs = this.#turnStartedMs ?? this.#startTurn()
    const isFree = this.#waiting.size === 0 && performance.now() - startedMs < TURN_MS
    if (isFree) this.#listener(incoming, outgoing)
    else this.#wait(incoming, outgoing)
  }

  #wait(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const flow = this.#flowOf(incoming)
    const startMs = Math.max(this.#nowMs, flow.startMs)
    flow.startMs = startMs + LEAST_MS
    this.#added += 1
    this.#waiting = this.#waiting.with({ incoming, outgoing, flow, startMs, number: this.#added })
  }

  /** Starts a turn, at whose end those that wait are handled; returns when it began. */
  #startTurn(): number {
    const startedMs = performance.now()
    this.#turnStartedMs = startedMs
    setImmediate(() => this.#handleWaiting())
    // What the requests left to promises is done between the two.
    setImmediate(() => this.#measure())
    return startedMs
  }

  /** Handles waiting requests, after sockets were read and before they are read again. */
  #handleWaiting(): void {
    this.#turnStartedMs = undefined
    this.#promised = 0
    if (!this.#isToWait()) this.#handleSome()
    if (this.#waiting.size > 0) this.#startTurn()
    else if (this.#flows.size > 0) this.#forgetFlows()
  }

  #handleSome(): void {
    const startedMs = performance.now()
    this.#handledMs = startedMs
    while (this.#handledMs - startedMs + this.#promised * this.#laterMs < TURN_MS) {
      const [next] = this.#waiting.slice(0, 1)
      if (!next) break
      this.#waiting = this.#waiting.without(next)
      if (next.incoming.socket.destroyed) continue
      this.#run(next)
      // Its body is read and decided after this.
      if (!next.outgoing.writableEnded) this.#promised += 1
      this.#handledMs = performance.now()
    }
  }

  #measure(): void {
    if (this.#promised === 0) return
    this.#laterMs += ((performance.now() - this.#handledMs) / this.#promised - this.#laterMs) / 8
  }

  #forgetFlows(): void {
    this.#flows.clear()
    this.#flowsOf.clear()
    this.#nowMs = 0
  }

  #run({ incoming, outgoing, flow, startMs }: WaitingRequest): void {
    this.#nowMs = startMs
    const startedMs = performance.now()
    // A response that waits for others or for the outside takes the server less than its time.
    const charge = () => {
      const tookMs = Math.min(TURN_MS, performance.now() - startedMs)
      flow.startMs += tookMs * (this.#flowsOf.get(flow.network) ?? 1)
    }
    this.#listener(incoming, outgoing)
    if (outgoing.writableEnded) charge()
    else outgoing.once('prefinish', charge)
  }

  #flowOf(incoming: IncomingMessage): Flow {
    const network = clientNetwork(clientAddress(incoming))
    const key = readForwarded(incoming) ? network : incoming.socket
    const known = this.#flows.get(key)
    if (known) return known
    const others = this.#flowsOf.get(network) ?? 0
    const flow = { network, startMs: this.#nowMs + others * LEAST_MS }
    this.#flows.set(key, flow)
    this.#flowsOf.set(network, others + 1)
    if (typeof key !== 'string' && !this.#known.has(key)) {
      this.#known.add(key)
      key.once('close', () => this.#forget(key))
    }
    return flow
  }

  /** Forgets a closed connection, which would keep its share, and its memory, while others wait. */
  #forget(socket: Socket): void {
    const flow = this.#flows.get(socket)
    if (!flow) return
    this.#flows.delete(socket)
    this.#flowsOf.set(flow.network, (this.#flowsOf.get(flow.network) ?? 1) - 1)
  }
}
