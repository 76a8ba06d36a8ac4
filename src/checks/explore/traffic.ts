import { describedRequest } from '../../../contracts/rules/described-request.ts'
import type { Finding } from '../../../contracts/rules/finding.ts'
import { HistoryJudge } from '../../../contracts/rules/judge.ts'
import { type Completeness, type ObservedOption, unmetNeed } from '../../../contracts/rules/judgement.ts'
import { type HistoryExchange, isRemoved } from '../../../contracts/rules/recorded-exchange.ts'
import { RULES, type RuleId, type RuleNeed } from '../../../contracts/rules/rule-table.ts'
import { sameInAnyCase } from '../../lib/text/same-in-any-case.ts'
import { isUrl } from '../../lib/text/url.ts'
import { type ImpliedOption, impliedProfile } from './implied-profile.ts'

/** What the traffic of clients shows about a service. */
export interface TrafficSummary {
  /** The first response that breaks each rule, in the order of the traffic. */
  readonly findings: readonly Finding[]
  /** Exchanges that break each rule. */
  readonly times: ReadonlyMap<string, number>
  /** Exchanges, and those of them that were judged. */
  readonly exchanges: number
  readonly judged: number
  /** Judged only by what their responses show: others to the same resource were in flight. */
  readonly disordered: number
  /** What was not judged: how many entries, by the reason. */
  readonly unjudged: ReadonlyMap<string, number>
  readonly profile: readonly ImpliedOption[]
  /** Exchanges in which each rule had something to judge. */
  readonly exercised: ReadonlyMap<RuleId, number>
  /** Rules that could judge nothing, by what they need. */
  readonly lacking: ReadonlyMap<RuleNeed, number>
}

/** What is judged of the traffic of clients, and with what knowledge. */
export interface TrafficOptions extends Completeness {
  /** Judges only requests that name this agency, or none. */
  readonly agency?: string | undefined
}

/** Exchanges and characters of responses after which a judge begins again: what it knows takes memory. */
const MAX_EXCHANGES = 5_000
const MAX_CHARACTERS = 32 * 1024 * 1024

/** Callers that are judged separately; the credentials of some clients change with every request. */
const MAX_CALLERS = 40

/** Broken rules that are counted one by one. */
const MAX_RULES = 1_000

interface CallerJudge {
  readonly judge: HistoryJudge
  exchanges: number
  characters: number
}

/**
 * Judges the traffic of several clients: each service, world and caller separately. Its memory is bounded: a
 * judge that forgets reports no finding about what it no longer knows.
 */
export class TrafficJudge {
  readonly #findings: Finding[] = []
  /** The first exchange that shows each option. */
  readonly #observed: ObservedOption[] = []
  readonly #times = new Map<string, number>()
  readonly #exercised = new Map<RuleId, number>()
  #exchanges = 0
  #judged = 0
  #disordered = 0
  readonly #unjudged = { undescribed: 0, ofOthers: 0, unanswered: 0, failed: 0, withoutBody: 0 }
  readonly #options: TrafficOptions
  readonly #judges = new Map<string, CallerJudge>()
  readonly #seen = new Set<string>()

  constructor(options: TrafficOptions) {
    this.#options = options
  }

  /** Judges the next exchange; returns what breaks a rule for the first time. */
  observe(exchange: HistoryExchange, isOverlapping: boolean, isMoving = isOverlapping): readonly Finding[] {
    this.#exchanges += 1
    const request = describedRequest(exchange)
    const mail = request?.parameters['adminmail']
    const { agency } = this.#options
    if (agency !== undefined && mail !== undefined && !sameInAnyCase(mail, agency)) {
      this.#unjudged.ofOthers += 1
      return []
    }
    if (!request) this.#unjudged.undescribed += 1
    else if (exchange.status === 0) this.#unjudged.unanswered += 1
    else if (exchange.status >= 500 && exchange.status < 600) this.#unjudged.failed += 1
    else {
      this.#judged += 1
      if (isOverlapping) this.#disordered += 1
      if (!exchange.isWhole && exchange.method !== 'HEAD') this.#unjudged.withoutBody += 1
    }
    const { judge } = this.#judgeOf(exchange)
    const known = judge.observed.length
    const findings = judge.observe(exchange, { isOverlapping, isMoving })
    this.#note(judge.observed.slice(known))
    return findings.filter((finding) => {
      const times = (this.#times.get(finding.rule) ?? 0) + 1
      if (this.#times.size >= MAX_RULES && times === 1) return false
      this.#times.set(finding.rule, times)
      if (times === 1) this.#findings.push(finding)
      return times === 1
    })
  }

  /** Sums up what was judged so far. */
  get summary(): TrafficSummary {
    const { undescribed, ofOthers, unanswered, failed, withoutBody } = this.#unjudged
    return {
      findings: this.#findings,
      times: this.#times,
      exchanges: this.#exchanges,
      judged: this.#judged,
      disordered: this.#disordered,
      unjudged: new Map([
        ['with paths or methods that the description does not show', undescribed],
        ['about other agencies', ofOthers],
        ['without a response or its headers, or with an injected fault', unanswered],
        ['with a 5xx: the description says nothing of a service that fails', failed],
        [
          'beyond status and headers, because the body of the response is absent, cut or cannot be decoded',
          withoutBody,
        ],
      ]),
      profile: impliedProfile(this.#observed),
      exercised: this.#exercised,
      lacking: lackingNeeds(this.#options),
    }
  }

  #judgeOf(exchange: HistoryExchange): CallerJudge {
    const key = `${callerOf(exchange)} ${exchange.headers['playa-world'] ?? ''}`
    const known = this.#judges.get(key)
    const isFull = known && (known.exchanges > MAX_EXCHANGES || known.characters > MAX_CHARACTERS)
    const one =
      known && !isFull
        ? known
        : { judge: new HistoryJudge(this.#options, this.#exercised), exchanges: 0, characters: 0 }
    one.exchanges += 1
    one.characters += exchange.text.length
    // The one that was used longest ago comes first.
    this.#judges.delete(key)
    this.#judges.set(key, one)
    const [oldest] = this.#judges.keys()
    if (this.#judges.size > MAX_CALLERS && oldest !== undefined) this.#judges.delete(oldest)
    return one
  }

  #note(observed: readonly ObservedOption[]): void {
    for (const one of observed) {
      const key = `${one.id} ${one.option}`
      if (this.#seen.has(key)) continue
      this.#seen.add(key)
      this.#observed.push(one)
    }
  }
}

/** Returns how many rules lack each need. */
const lackingNeeds = (completeness: Completeness): ReadonlyMap<RuleNeed, number> => {
  const needs = Object.values(RULES).map((one) => unmetNeed(completeness, one.needs))
  const counts = new Map<RuleNeed, number>()
  for (const need of needs) if (need !== undefined) counts.set(need, (counts.get(need) ?? 0) + 1)
  return counts
}

/** Returns the caller: an app of a service. */
export const callerOf = ({ headers, url, app = credentialsOf(headers) }: HistoryExchange): string =>
  `${originOf({ url })} ${app}`

/** Returns what names the app of a request: a signature differs each time, the key before it does not. */
export const credentialsOf = ({
  authorization = '',
  'x-api-key': key = '',
}: HistoryExchange['headers']): string =>
  [authorization.split(':', 1)[0] ?? '', key].map((part) => (isRemoved(part) ? '' : part)).join(' ')

/** Returns the address of the service; empty for an address that is not a URL. */
export const originOf = ({ url }: Pick<HistoryExchange, 'url'>): string =>
  isUrl(url) ? new URL(url).origin : ''
