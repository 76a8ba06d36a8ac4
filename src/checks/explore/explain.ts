import { describedRequest } from '../../../contracts/rules/described-request.ts'
import { isConcurrent, overlaps } from '../../../contracts/rules/overlaps.ts'
import type { HistoryExchange } from '../../../contracts/rules/recorded-exchange.ts'
import type { HarRecording } from './history/har.ts'
import { callerOf, originOf, TrafficJudge, type TrafficOptions, type TrafficSummary } from './traffic.ts'

/**
 * Judges a recording: each service, world and caller in it separately. With `agency`, judges only requests
 * that name this agency. What the recording lacks is never a finding.
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
  const summary = judgeHistory(relevant, { isAlone, isDeliberate: false, agency })
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
  const isMoving = isConcurrent(exchanges)
  const traffic = new TrafficJudge(options)
  for (const exchange of exchanges) traffic.observe(exchange, overlapping.has(exchange), isMoving)
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
