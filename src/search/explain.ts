import { type AssumptionId, defaultProfile, optionText, withOptions } from '../assumptions/profile.ts'
import { sameInAnyCase } from '../text/same-in-any-case.ts'
import { isUrl } from '../text/url.ts'
import { describedRequest, isPublicationAnswer } from './history/described-request.ts'
import type { Breach } from './history/finding.ts'
import type { HarRecording } from './history/har.ts'
import { type HistoryExchange, isRemoved, sentObject } from './history/recorded-exchange.ts'
import { HistoryJudge } from './judge.ts'
import type { ObservedOption } from './rules/judgement.ts'

/** An option that a recording implies. */
export interface ImpliedOption {
  readonly id: AssumptionId
  readonly option: string
  /** Number of the exchange that shows it first. */
  readonly exchange: number
}

/** The result of an explanation: what a recording shows about the service. */
export interface Explanation {
  /** The first answer that no lawful service could have given comes first. */
  readonly breaches: readonly Breach[]
  /** Exchanges in the recording, and those of them that the description covers. */
  readonly exchanges: number
  readonly judged: number
  /** Exchanges of the service that have no answer, such as aborted ones. */
  readonly unanswered: number
  /** Entries that the browser answered itself. */
  readonly cached: number
  /** Entries that could not be read. */
  readonly skipped: number
  readonly profile: readonly ImpliedOption[]
}

/** Largest error of a recorder's clock, in milliseconds. */
const TOLERANCE_MS = 2

/**
 * Judges a recording: each service, world and caller in it separately. With `agency`, judges only requests
 * that name this agency. Accuses no service for data that the recording lacks.
 */
export const explain = (
  recording: HarRecording,
  { agency }: { readonly agency?: string } = {},
): Explanation => {
  const services = servicesIn(recording.exchanges)
  const relevant = recording.exchanges.filter(
    (exchange) => services.has(originOf(exchange)) && concerns(exchange, agency),
  )
  const described = relevant.filter((exchange) => describedRequest(exchange))
  const overlapping = overlaps(relevant)
  const callers = new Set(relevant.map(callerOf))
  // Each of several callers may write to publications of another.
  const isAlone = !recording.hasGaps && callers.size <= 1
  const judges = new Map<string, HistoryJudge>()
  const breaches: Breach[] = []
  for (const exchange of relevant) {
    const key = `${callerOf(exchange)} ${exchange.headers['playa-world'] ?? ''}`
    const judge = judges.get(key) ?? new HistoryJudge({ isAlone, isProbe: false })
    judges.set(key, judge)
    breaches.push(...judge.observe(exchange, { isAmongOthers: overlapping.has(exchange) }))
  }
  return {
    breaches,
    exchanges: recording.exchanges.length,
    judged: described.filter(({ status }) => status > 0).length,
    unanswered: described.filter(({ status }) => status === 0).length,
    cached: recording.cached,
    skipped: recording.skipped,
    profile: impliedProfile([...judges.values()].flatMap(({ observed }) => observed)),
  }
}

/** The path of the entry point is one that other services may have too. */
const COMMON_PATH = /\/v3\/?$/

/**
 * Returns the origins that answer as described; other services may share a path, such as a map service with
 * `/v3`. Returns all origins if no request is specific to the description.
 */
const servicesIn = (exchanges: readonly HistoryExchange[]): ReadonlySet<string> => {
  const own = exchanges.filter(
    (exchange) => describedRequest(exchange) && !COMMON_PATH.test(new URL(exchange.url).pathname),
  )
  return new Set((own.length > 0 ? own : exchanges).map(originOf))
}

const originOf = ({ url }: Pick<HistoryExchange, 'url'>): string => (isUrl(url) ? new URL(url).origin : '')

const concerns = (exchange: HistoryExchange, agency: string | undefined): boolean => {
  if (agency === undefined) return true
  const mail = describedRequest(exchange)?.parameters['adminmail']
  return mail === undefined || sameInAnyCase(mail, agency)
}

/** Returns the caller: a signature differs with each request, the key before it does not. */
const callerOf = ({ headers, url }: HistoryExchange): string => {
  const origin = originOf({ url })
  const authorization = headers['authorization'] ?? ''
  const key = isRemoved(authorization) ? '' : authorization.split(':', 1)[0]
  return `${origin} ${key} ${isRemoved(headers['x-api-key'] ?? '') ? '' : (headers['x-api-key'] ?? '')}`
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

/** Returns the exchanges with a publication that were in flight during a write to it. */
const overlaps = (exchanges: readonly HistoryExchange[]): ReadonlySet<HistoryExchange> => {
  const found = new Set<HistoryExchange>()
  // A client that sends requests one by one does so even if the clock is too coarse to show it.
  const margin = isConcurrent(exchanges) ? -TOLERANCE_MS : TOLERANCE_MS
  const byKey = new Map<string, readonly [reads: Lone, writes: Lone]>()
  for (const exchange of exchanges) {
    const key = keyOf(exchange)
    if (key === undefined) continue
    const lanes = byKey.get(key) ?? [new Lone(), new Lone()]
    byKey.set(key, lanes)
    const isRead = exchange.method === 'GET'
    // Two reads do not disturb each other.
    for (const others of isRead ? [lanes[1]] : lanes)
      if (others.lastEndMs - margin > exchange.startMs) {
        for (const other of others.take()) if (other.endMs - margin > exchange.startMs) found.add(other)
        found.add(exchange)
      }
    lanes[isRead ? 0 : 1].add(exchange)
  }
  return found
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

const keyOf = (exchange: HistoryExchange): string | undefined => {
  const request = describedRequest(exchange)
  if (!request || !isPublicationAnswer(request.operation)) return undefined
  const id = request.parameters['externalid'] ?? sentObject(exchange)?.['ExternalId']
  return `${request.base} ${request.parameters['adminmail']} ${String(id)}`.toLowerCase()
}

/** Returns the options on which all answers agree, as in a profile. */
export const impliedProfile = (observed: readonly ObservedOption[]): readonly ImpliedOption[] => {
  const byId = new Map<AssumptionId, ObservedOption[]>()
  for (const one of observed) {
    const known = byId.get(one.id)
    if (known) known.push(one)
    else byId.set(one.id, [one])
  }
  return [...byId].flatMap(([id, all]) => {
    const [first] = all
    const isOne = new Set(all.map(({ option }) => option)).size === 1
    return first && isOne && isOption(id, first.option)
      ? [{ id, option: first.option, exchange: first.exchange.number }]
      : []
  })
}

const isOption = (id: AssumptionId, option: string): boolean => {
  try {
    return optionText(withOptions(defaultProfile, { [id]: option }, 'learned'), id) !== ''
  } catch {
    return false
  }
}
