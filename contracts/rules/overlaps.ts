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

/** Returns the exchanges that others at the same time may have affected, of exchanges in order of start. */
export const overlaps = (exchanges: readonly HistoryExchange[]): ReadonlySet<HistoryExchange> => {
  const found = new Set<HistoryExchange>()
  // A client that sends requests one by one does so even if the clock is too coarse to show it.
  const margin = isConcurrent(exchanges) ? -TOLERANCE_MS : TOLERANCE_MS
  let inFlight: { readonly exchange: HistoryExchange; readonly concern: Concern }[] = []
  for (const exchange of exchanges) {
    const concern = concernOf(exchange)
    const isInFlight = ({ endMs }: HistoryExchange) => endMs - margin > exchange.startMs
    if (!inFlight.every((other) => isInFlight(other.exchange)))
      inFlight = inFlight.filter((other) => isInFlight(other.exchange))
    for (const other of inFlight) {
      if (interferes(concern, other.concern)) found.add(exchange)
      if (interferes(other.concern, concern)) found.add(other.exchange)
    }
    inFlight.push({ exchange, concern })
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
