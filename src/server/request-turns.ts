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
/**
 * How long slices of other work wait while requests do. It is about as long as a slice, so that each has half
 * of the time.
 */
const ROOM_MS = 4
/** What a request takes at least: what promises add to it is known later. */
const LEAST_MS = 0.05
/** How many requests the cost of a connection is the average of, at most; half of them are forgotten then. */
const MOST_AVERAGED = 16
/** What cheap requests take at most, as a part of the average. */
const CHEAP_PART = 3 / 4
/** Clients without waiting requests that are kept beyond twice as many as have some. */
const MOST_IDLE_CLIENTS = 256

/** A client: all connections of its address, or of its network. */
interface Client {
  /** Its requests that wait. */
  waiting: SortedSet<WaitingRequest>
  /** Those of them that are expected to take less than its requests do on average, by a quarter at least. */
  cheap: SortedSet<WaitingRequest>
  /** Time of the queue at which its next request may start. */
  startMs: number
  /** Start of the request that was handled last, in the time of its own queue. */
  nowMs: number
  /** True: a cheap request is next, if one waits. */
  isCheapNext: boolean
  readonly connections: WeakMap<Socket, Connection>
  /** All its connections as one. */
  readonly whole: Connection
}

/** A connection, or a client of a trusted proxy, whose connections many share. */
interface Connection {
  /** Time of the queue of its client at which its next request may start. */
  startMs: number
  /** What its latest requests took. */
  costMs: number
  requests: number
}

const newConnection = (): Connection => ({ startMs: 0, costMs: 0, requests: 0 })

/** Returns what its requests take on average; a new connection is not known to be cheap. */
const averageMs = ({ costMs, requests }: Connection): number =>
  requests === 0 ? Number.POSITIVE_INFINITY : costMs / requests

/** A request that waits for its turn. */
interface WaitingRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly client: Client
  readonly connection: Connection
  readonly startMs: number
  readonly number: number
}

const byStart = (a: WaitingRequest, b: WaitingRequest): number => a.startMs - b.startMs || a.number - b.number

/** A request handled in this turn whose response comes from promises. */
type PromisedRequest = Pick<WaitingRequest, 'client' | 'connection'>

/**
 * Shares the event loop among clients. Requests that come while it is free are handled at once. Those that
 * have to wait are handled by start-time fair queuing: the time that each client's requests took decides when
 * its next one starts, so a client that asks little waits for few others, and each client has the same share,
 * however many connections it opens. So are the requests of one client by connection. But every second one is
 * of a connection whose requests are cheap, if there is one: it waits for one expensive request then, not for
 * one of each other connection.
 */
export class RequestTurns {
  readonly #listener: RequestListener
  readonly #isToWait: () => boolean
  #added = 0
  /** Start of the request that was handled last, in the time of the queue. */
  #nowMs = 0
  /** When the last client whose requests were handled may start the next. */
  #latestMs = 0
  /** The latest clients, by address, and those of them whose requests wait. */
  readonly #clients = new Map<string, Client>()
  readonly #waiting = new Set<Client>()
  #turnStartedMs: number | undefined
  /** What a response that comes from promises takes on average, after its request was handled. */
  #laterMs = TURN_MS / 8
  #promised: PromisedRequest[] = []
  /** Resolves when other work may go on. */
  #room: { readonly promise: Promise<void>; readonly end: () => void; readonly untilMs: number } | undefined
  /** When the requests of the last turn were handled. */
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

  /** Resolves when no request waits any more, or other work has waited for long enough. */
  room(): Promise<void> | undefined {
    if (this.#waiting.size === 0) return undefined
    if (!this.#room) {
      let end = () => {}
      const promise = new Promise<void>((resolve) => (end = resolve))
      this.#room = { promise, end, untilMs: performance.now() + ROOM_MS }
    }
    return this.#room.promise
  }

  #wait(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const client = this.#clientOf(incoming)
    const connection = readForwarded(incoming) ? client.whole : connectionOf(client, incoming.socket)
    // What was handled out of this order, because it was cheap, delays the next one by a single turn.
    const startMs = Math.min(Math.max(client.nowMs, connection.startMs), client.nowMs + TURN_MS)
    connection.startMs = startMs + LEAST_MS
    this.#added += 1
    const request = { incoming, outgoing, client, connection, startMs, number: this.#added }
    client.waiting = client.waiting.with(request)
    if (averageMs(connection) < CHEAP_PART * averageMs(client.whole))
      client.cheap = client.cheap.with(request)
    if (this.#waiting.has(client)) return
    client.startMs = Math.max(this.#nowMs, client.startMs)
    this.#waiting.add(client)
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
    this.#promised = []
    if (!this.#isToWait()) this.#handleSome()
    if (this.#waiting.size > 0) this.#startTurn()
    // A client that was alone owes nothing for it.
    else this.#nowMs = this.#latestMs
    if (this.#room && (this.#waiting.size === 0 || performance.now() >= this.#room.untilMs)) {
      this.#room.end()
      this.#room = undefined
    }
  }

  #handleSome(): void {
    const startedMs = performance.now()
    this.#handledMs = startedMs
    while (this.#handledMs - startedMs + this.#promised.length * this.#laterMs < TURN_MS) {
      const next = this.#takeNext()
      if (!next) break
      if (next.incoming.socket.destroyed) continue
      this.#run(next)
      this.#handledMs = performance.now()
    }
  }

  /** Takes the next request of the client that may start first. */
  #takeNext(): WaitingRequest | undefined {
    let client: Client | undefined
    for (const other of this.#waiting) if (!client || other.startMs < client.startMs) client = other
    if (!client) return undefined
    const [cheap] = client.isCheapNext ? client.cheap.slice(0, 1) : []
    const next = cheap ?? client.waiting.slice(0, 1)[0]
    if (!next) return undefined
    if (!cheap) client.nowMs = next.startMs
    client.isCheapNext = !cheap
    client.waiting = client.waiting.without(next)
    client.cheap = client.cheap.without(next)
    if (client.waiting.size === 0) this.#waiting.delete(client)
    return next
  }

  /** Charges those that left their responses to promises for what these took, beyond what each is charged. */
  #measure(): void {
    if (this.#promised.length === 0) return
    const tookMs = (performance.now() - this.#handledMs) / this.#promised.length
    this.#laterMs += (tookMs - this.#laterMs) / 8
    if (tookMs <= TURN_MS) return
    for (const request of this.#promised) this.#charge(request, tookMs - TURN_MS)
  }

  #run(request: WaitingRequest): void {
    const { incoming, outgoing, client, connection } = request
    this.#nowMs = client.startMs
    count(connection)
    if (connection !== client.whole) count(client.whole)
    const startedMs = performance.now()
    this.#listener(incoming, outgoing)
    const handledMs = performance.now()
    this.#charge(request, Math.max(LEAST_MS, handledMs - startedMs))
    if (outgoing.writableEnded) return
    this.#promised.push(request)
    // A response that waits for others or for the outside takes the server less than its time.
    outgoing.once('prefinish', () => this.#charge(request, Math.min(TURN_MS, performance.now() - handledMs)))
  }

  #clientOf(incoming: IncomingMessage): Client {
    const network = clientNetwork(clientAddress(incoming))
    const known = this.#clients.get(network)
    if (known) return known
    if (this.#clients.size > MOST_IDLE_CLIENTS + 2 * this.#waiting.size) this.#forgetIdleClients()
    const client: Client = {
      waiting: SortedSet.empty(byStart),
      cheap: SortedSet.empty(byStart),
      startMs: this.#nowMs,
      nowMs: 0,
      isCheapNext: true,
      connections: new WeakMap(),
      whole: newConnection(),
    }
    this.#clients.set(network, client)
    return client
  }

  /** Charges a request, its connection and its client for what it took. */
  #charge({ client, connection }: PromisedRequest, tookMs: number): void {
    client.startMs += tookMs
    this.#latestMs = Math.max(this.#latestMs, client.startMs)
    connection.startMs += Math.min(TURN_MS, tookMs)
    connection.costMs += tookMs
    if (connection !== client.whole) client.whole.costMs += tookMs
  }

  #forgetIdleClients(): void {
    for (const [network, client] of this.#clients)
      if (client.waiting.size === 0) this.#clients.delete(network)
  }
}

const connectionOf = ({ connections }: Client, socket: Socket): Connection => {
  const known = connections.get(socket)
  if (known) return known
  const connection = newConnection()
  connections.set(socket, connection)
  return connection
}

/** Counts a request whose cost is added later. */
const count = (connection: Connection): void => {
  if (connection.requests >= MOST_AVERAGED) {
    connection.costMs /= 2
    connection.requests /= 2
  }
  connection.requests += 1
}
