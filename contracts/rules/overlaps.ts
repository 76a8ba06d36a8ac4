import { describedRequest, returnsPublication } from './described-request.ts'
import { type HistoryExchange, sentObject } from './recorded-exchange.ts'

/** Finds the exchanges of a history that others may have affected. */

/** Largest error of a recorder's clock, in milliseconds. */
const TOLERANCE_MS = 2

/** What a request concerns, as far as other requests at the same time can affect it. */
export interface Concern {
  /** Address of the service. */
  readonly service: string
  /** The publication; undefined for a request to anything else. */
  readonly publication: string | undefined
  readonly isWrite: boolean
}

/** Placeholder for a publication whose id is not known: any of the service. */
const ANY = '*'

/** Returns what a request concerns. */
export const concernOf = (
  exchange: Pick<HistoryExchange, 'method' | 'url' | 'headers' | 'body'>,
): Concern => {
  const { method, url } = exchange
  const request = describedRequest(exchange)
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  // Any publication of the agency may show the phone and the address of an operator.
  if (request?.operation.id === 'operators.edit')
    return { service: new URL(url).origin, publication: ANY, isWrite }
  if (!request || !returnsPublication(request.operation))
    return { service: new URL(url).origin, publication: undefined, isWrite }
  const id = request.parameters['externalid'] ?? sentObject(exchange)?.['ExternalId']
  const known = `${request.base} ${request.parameters['adminmail']} ${String(id)}`.toLowerCase()
  return { service: new URL(url).origin, publication: id === undefined ? ANY : known, isWrite }
}

/**
 * Returns whether another request at the same time leaves open what a request sees: both concern one
 * publication and one of them writes, or the request reads something else and the other writes.
 */
export const interferes = (one: Concern, other: Concern): boolean => {
  if (!(one.isWrite || other.isWrite) || one.service !== other.service) return false
  if (one.publication === undefined) return !one.isWrite
  if (other.publication === undefined) return false
  return one.publication === other.publication || one.publication === ANY || other.publication === ANY
}

/** Exchanges that overlap no other so far. */
class Lone {
  lastEndMs = Number.NEGATIVE_INFINITY
  #exchanges: HistoryExchange[] = []

  add(exchange: HistoryExchange): void {
    this.lastEndMs = Math.max(this.lastEndMs, exchange.endMs)
    this.#exchanges.push(exchange)
  }

  /** Returns them once: ended exchanges overlap nothing later. */
  take(): readonly HistoryExchange[] {
    return this.#exchanges.splice(0)
  }
}

/** Reads and writes of one subject that overlap no other so far. */
class Lane {
  readonly reads = new Lone()
  readonly writes = new Lone()

  of({ isWrite }: Concern): Lone {
    return isWrite ? this.writes : this.reads
  }
}

/** Returns the exchanges, in the order of their start, that others interfere with; in linear time. */
export const overlaps = (exchanges: readonly HistoryExchange[]): ReadonlySet<HistoryExchange> => {
  const found = new Set<HistoryExchange>()
  // A client that sends requests one by one does so even if the clock is too coarse to show it.
  const margin = isConcurrent(exchanges) ? -TOLERANCE_MS : TOLERANCE_MS
  const lanes = new Map<string, Lane>()
  const laneOf = (key: string): Lane => {
    const known = lanes.get(key) ?? new Lane()
    lanes.set(key, known)
    return known
  }
  /** Marks the exchange and `others` that it overlaps. */
  const compare = (exchange: HistoryExchange, others: Lone) => {
    if (others.lastEndMs - margin <= exchange.startMs) return
    for (const one of others.take()) if (one.endMs - margin > exchange.startMs) found.add(one)
    found.add(exchange)
  }
  for (const exchange of exchanges) {
    const concern = concernOf(exchange)
    const { service, publication, isWrite } = concern
    if (publication !== undefined) {
      const [all, any] = [laneOf(`${service} all`), laneOf(`${service} any`)]
      const own = publication === ANY ? any : laneOf(publication)
      // Two reads do not affect each other.
      for (const lane of publication === ANY ? [all] : [own, any])
        for (const others of isWrite ? [lane.reads, lane.writes] : [lane.writes]) compare(exchange, others)
      for (const lane of [own, all]) lane.of(concern).add(exchange)
    }
    const { reads, writes } = laneOf(service)
    if (isWrite && reads.lastEndMs - margin > exchange.startMs)
      for (const one of reads.take()) if (one.endMs - margin > exchange.startMs) found.add(one)
    if (publication === undefined && !isWrite && writes.lastEndMs - margin > exchange.startMs)
      found.add(exchange)
    if (isWrite) writes.add(exchange)
    else if (publication === undefined) reads.add(exchange)
  }
  return found
}

/** Returns whether some request was certainly sent before an earlier one was answered. */
export const isConcurrent = (exchanges: readonly HistoryExchange[]): boolean => {
  let lastEndMs = Number.NEGATIVE_INFINITY
  for (const { startMs, endMs } of exchanges) {
    if (lastEndMs - TOLERANCE_MS > startMs) return true
    lastEndMs = Math.max(lastEndMs, endMs)
  }
  return false
}
