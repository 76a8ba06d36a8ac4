import type { Profile } from '../api/assumptions/profile.ts'
import { secretRemover } from '../lib/redaction/known-secrets.ts'
import { deliveryFactory, type Grade, type ProbeCase } from './probe-case.ts'
import { probeCases } from './probe-cases.ts'
import { type ProbeOutcome, sendProbe } from './probe-request.ts'

/** The endpoint and the limits of a probe. */
export interface ProbeOptions {
  readonly url: URL
  readonly secret: string
  readonly profile: Profile
  /** Topics that the endpoint is configured for; the first one is the default. */
  readonly topics: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Milliseconds over which a slow body is sent. Default: two seconds, at most a third of `timeoutMs`. */
  readonly slowMs?: number
  /** Ids of the cases to run; absent: all. */
  readonly only?: readonly string[]
  /** Called with each result. */
  readonly onResult: (result: ProbeResult) => void
}

/** Result of one case. */
export interface ProbeResult extends Pick<ProbeCase, 'id' | 'essential' | 'sent' | 'careful'> {
  /** Outcomes, one for each request. */
  readonly observed: readonly ProbeOutcome[]
  readonly grade: Grade
  readonly advice: string
}

/** Results of all cases and the score. */
export interface ProbeReport {
  readonly results: readonly ProbeResult[]
  readonly score: ProbeScore
}

/** Counts of passed and failed cases. */
export interface ProbeScore {
  readonly cases: number
  readonly passed: number
  readonly essential: number
  readonly essentialPassed: number
  readonly failed: number
  /** Percentage of passed cases, rounded down. */
  readonly percent: number
}

/** The first request got no connection, so no case can be graded. */
export interface EndpointUnreachable {
  readonly unreachable: string
}

const SLOW_MS = 2_000

/** Runs the cases against an endpoint, one request at a time. */
export const runProbe = async (options: ProbeOptions): Promise<ProbeReport | EndpointUnreachable> => {
  const { secret, profile, topics, timeoutMs, only, onResult } = options
  const slowMs = options.slowMs ?? Math.min(SLOW_MS, timeoutMs / 3)
  const build = deliveryFactory({ secret, profile, topics, slowMs, now: Date.now })
  const redact = secretRemover([secret])
  const results: ProbeResult[] = []
  for (const { id, essential, sent, careful, requests, assess } of probeCases(topics)) {
    if (only && !only.includes(id)) continue
    const observed: ProbeOutcome[] = []
    for (const request of requests)
      observed.push(redactOutcome(await sendProbe(request(build), options), redact))
    const [first] = observed
    if (results.length === 0 && first?.kind === 'unreachable') return { unreachable: first.why }
    const result = { id, essential, sent, careful, observed, ...assess(observed, timeoutMs) }
    results.push(result)
    onResult(result)
  }
  return { results, score: scoreOf(results) }
}

const redactOutcome = (observed: ProbeOutcome, redact: (text: string) => string): ProbeOutcome =>
  observed.kind === 'answered' ? { ...observed, excerpt: redact(observed.excerpt) } : observed

const scoreOf = (results: readonly ProbeResult[]): ProbeScore => {
  const count = (is: (result: ProbeResult) => boolean) => results.filter(is).length
  const passed = count(({ grade }) => grade === 'pass')
  return {
    cases: results.length,
    passed,
    essential: count(({ essential }) => essential),
    essentialPassed: count(({ essential, grade }) => essential && grade === 'pass'),
    failed: count(({ grade }) => grade === 'fail'),
    percent: results.length === 0 ? 0 : Math.floor((passed / results.length) * 100),
  }
}
