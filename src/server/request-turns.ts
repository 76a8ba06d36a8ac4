import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SortedSet } from '../collections/sorted-set.ts'
import { clientNetwork } from './client-network.ts'
import { clientAddress, readForwarded } from './forwarded.ts'

/**
 * How long requests are handled between two reads of sockets. Node handles all that it has read, and accepts
 * one connection then: two hundred busy connections would let each new one wait for all of them.
 */
const TURN_MS = 2
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

/** A turn of the event loop: sockets are read, then waiting requests are handled. */
interface Turn {
  readonly startedMs: number
  /** Callbacks at the end of the turn that are still to come, each of which handles a request. */
  coming: number
  /** When the first of them ran. */
  handlingSinceMs: number | undefined
  isOver: boolean
}

/** Most requests that are handled between two reads of sockets, however little they take. */
const MOST_AT_ONCE = 64

/**
 * Shares the event loop among clients. Requests that come while it is free are handled at once. Those that
 * have to wait are handled by start-time fair queuing: the time that each client's requests took decides when
 * its next one starts, so a client that asks little waits for few others, and each client has the same share,
 * however many connections it opens.
 */
export class RequestTurns {
  readonly #listener: RequestListener
  readonly #givesWay: () => boolean
  #waiting = SortedSet.empty(byStart)
  #added = 0
  /** Start of the request that was handled last, in the time of the queue. */
  #nowMs = 0
  /** The flows since the queue was empty, and how many of them each client has. */
  readonly #flows = new Map<Socket | string, Flow>()
  readonly #flowsOf = new Map<string, number>()
  /** Connections whose end is listened for. */
  readonly #known = new WeakSet<Socket>()
  /** The turn in which sockets are being read. */
  #turn: Turn | undefined

  /** `givesWay` returns, after each read of sockets, whether waiting requests give way to the next read. */
  constructor(listener: RequestListener, givesWay: () => boolean = () => false) {
    this.#listener = listener
    this.#givesWay = givesWay
  }

  /** Handles a request in this turn of the event loop or in a later one. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const turn = this.#turn ?? this.#startTurn()
    const isFree = this.#waiting.size === 0 && performance.now() - turn.startedMs < TURN_MS
    if (isFree) this.#listener(incoming, outgoing)
    else this.#wait(incoming, outgoing, turn)
  }

  #wait(incoming: IncomingMessage, outgoing: ServerResponse, turn: Turn): void {
    const flow = this.#flowOf(incoming)
    const startMs = Math.max(this.#nowMs, flow.startMs)
    flow.startMs = startMs + LEAST_MS
    this.#added += 1
    this.#waiting = this.#waiting.with({ incoming, outgoing, flow, startMs, number: this.#added })
    this.#arm(turn)
  }

  /** Starts a turn, at whose end those that wait are handled. */
  #startTurn(): Turn {
    const turn = { startedMs: performance.now(), coming: 0, handlingSinceMs: undefined, isOver: false }
    this.#turn = turn
    const count = Math.max(1, Math.min(MOST_AT_ONCE, this.#waiting.size))
    for (let i = 0; i < count; i += 1) this.#arm(turn)
    return turn
  }

  /**
   * Handles one more request at the end of the turn. Each has its own callback, after which what it left to
   * promises is done: the time of both counts.
   */
  #arm(turn: Turn): void {
    if (turn.coming >= MOST_AT_ONCE) return
    turn.coming += 1
    setImmediate(() => this.#handleWaiting(turn))
  }

  /** Handles a waiting request, after sockets were read and before they are read again. */
  #handleWaiting(turn: Turn): void {
    turn.coming -= 1
    const nowMs = performance.now()
    if (turn.handlingSinceMs === undefined) {
      turn.handlingSinceMs = nowMs
      turn.isOver = this.#givesWay()
      this.#turn = undefined
    }
    turn.isOver ||= nowMs - turn.handlingSinceMs >= TURN_MS
    if (!turn.isOver) this.#handleNext()
    if (turn.coming > 0) return
    if (this.#waiting.size > 0) this.#turn ?? this.#startTurn()
    else if (this.#flows.size > 0) this.#forgetFlows()
  }

  #handleNext(): void {
    let next: WaitingRequest | undefined
    do {
      ;[next] = this.#waiting.slice(0, 1)
      if (next) this.#waiting = this.#waiting.without(next)
    } while (next?.incoming.socket.destroyed)
    if (next) this.#run(next)
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
