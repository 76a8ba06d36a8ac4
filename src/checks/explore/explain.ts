import { describedRequest } from '../../../contracts/rules/described-request.ts'
import type { HistoryExchange } from '../../../contracts/rules/recorded-exchange.ts'
import type { HarRecording } from './history/har.ts'
import { concernOf } from './history/in-flight.ts'
import { callerOf, originOf, TrafficJudge, type TrafficOptions, type TrafficSummary } from './traffic.ts'

/** Largest error of a recorder's clock, in milliseconds. */
const TOLERANCE_MS = 2

/**
 * Judges a recording: each service, world and caller in it separately. With `agency`, judges only requests
 * that name this agency. Accuses no service for data that the recording lacks.
 */
export const explain = (
  recording: HarRecording,
  { agency }: { readonly agency?: string } = {},
): TrafficSummary => {
  const services = servicesIn(recording.exchanges)
  const relevant = recording.exchanges.filter((exchange) => services.has(originOf(exchange)))
  const callers = new Set(relevant.map(callerOf))
  // Each of several callers may write to publications of another.
  const isAlone = !recording.hasGaps && callers.size <= 1
  const summary = judgeHistory(relevant, { isAlone, isProbe: false, agency })
  return {
    ...summary,
    exchanges: recording.exchanges.length,
    unjudged: new Map([
      ...summary.unjudged,
      ['to other services', recording.exchanges.length - relevant.length],
      ['answered by the browser itself', recording.cached],
      ['that cannot be read', recording.skipped],
    ]),
  }
}

/** Judges exchanges in the order in which they were sent, with marks on those that overlap. */
export const judgeHistory = (
  exchanges: readonly HistoryExchange[],
  options: TrafficOptions,
): TrafficSummary => {
  const overlapping = overlaps(exchanges)
  const traffic = new TrafficJudge(options)
  for (const exchange of exchanges) traffic.observe(exchange, overlapping.has(exchange))
  return traffic.summary
}

/** The path of the entry point is one that other services may have too. */
const COMMON_PATH = /\/v3\/?$/

/**
 * Returns the origins that answer as described; other services may share a path, such as a map service with
 * `/v3`. Returns all origins if no request is specific to the description.
 */
const servicesIn = (exchanges: readonly HistoryExchange[]): ReadonlySet<string> => {
  const described = exchanges.filter(
    (exchange) => describedRequest(exchange) && !COMMON_PATH.test(new URL(exchange.url).pathname),
  )
  return new Set((described.length > 0 ? described : exchanges).map(originOf))
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
 * Returns the exchanges that others may have disturbed: with a publication, during a write to it; reads of
 * anything else, during any write to the service.
 */
const overlaps = (exchanges: readonly HistoryExchange[]): ReadonlySet<HistoryExchange> => {
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
      // Two reads do not disturb each other.
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
const isConcurrent = (exchanges: readonly HistoryExchange[]): boolean => {
  let lastEndMs = Number.NEGATIVE_INFINITY
  for (const { startMs, endMs } of exchanges) {
    if (lastEndMs - TOLERANCE_MS > startMs) return true
    lastEndMs = Math.max(lastEndMs, endMs)
  }
  return false
}
