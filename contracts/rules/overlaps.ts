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
  if (one.service !== other.service) return false
  if (one.publication === undefined) return !one.isWrite && other.isWrite
  const isSame = [one.publication, ANY].includes(other.publication ?? '') || one.publication === ANY
  return other.publication !== undefined && isSame && (one.isWrite || other.isWrite)
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

/**
 * Returns the exchanges that others may have affected: with a publication, during a write to it; reads of
 * anything else, during any write to the service.
 */
export const overlaps = (exchanges: readonly HistoryExchange[]): ReadonlySet<HistoryExchange> => {
  const found = new Set<HistoryExchange>()
  // A client that sends requests one by one does so even if the clock is too coarse to show it.
  const margin = isConcurrent(exchanges) ? -TOLERANCE_MS : TOLERANCE_MS
  const lanes = new Map<string, readonly [reads: Lone, writes: Lone]>()
  /** Marks the exchange and `others` that it overlaps, as far as `isMarked`. */
  const compare = (exchange: HistoryExchange, others: Lone, isMarked: (one: HistoryExchange) => boolean) => {
    if (others.lastEndMs - margin <= exchange.startMs) return
    for (const one of [...others.take().filter(({ endMs }) => endMs - margin > exchange.startMs), exchange])
      if (isMarked(one)) found.add(one)
  }
  for (const exchange of exchanges) {
    const { service, publication, isWrite } = concernOf(exchange)
    if (publication !== undefined) {
      const [reads, writes] = laneOf(lanes, publication)
      // Two reads do not affect each other.
      for (const others of isWrite ? [reads, writes] : [writes]) compare(exchange, others, () => true)
      ;(isWrite ? writes : reads).add(exchange)
    }
    const [reads, writes] = laneOf(lanes, service)
    if (isWrite) compare(exchange, reads, isRead)
    else if (publication === undefined && writes.lastEndMs - margin > exchange.startMs) found.add(exchange)
    if (isWrite) writes.add(exchange)
    else if (publication === undefined) reads.add(exchange)
  }
  return found
}

const isRead = ({ method }: HistoryExchange): boolean => method === 'GET'

const laneOf = (
  lanes: Map<string, readonly [Lone, Lone]>,
  key: string,
): readonly [reads: Lone, writes: Lone] => {
  const known = lanes.get(key) ?? ([new Lone(), new Lone()] as const)
  lanes.set(key, known)
  return known
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
