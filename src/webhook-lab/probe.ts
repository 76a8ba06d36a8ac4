import type { Profile } from '../assumptions/profile.ts'
import { type Grade, mintFor, type ProbeCase } from './probe-case.ts'
import { probeCases } from './probe-cases.ts'
import { fire, type Observed } from './probe-request.ts'
import { discretion } from './reception.ts'

export interface ProbeOptions {
  readonly url: URL
  readonly secret: string
  readonly profile: Profile
  /** Topics that the endpoint is configured for; the first one is used where any will do. */
  readonly topics: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** For the sending of a slow body, in milliseconds. Default two seconds, or a third of the above when that is less. */
  readonly slowMs?: number
  /** Ids of cases; absent: all. */
  readonly only?: readonly string[]
  /** Told of each case as it ends. */
  readonly onResult: (result: ProbeResult) => void
}

export interface ProbeResult extends Pick<ProbeCase, 'id' | 'essential' | 'sent' | 'careful'> {
  /** One for each request. */
  readonly observed: readonly Observed[]
  readonly grade: Grade
  readonly advice: string
}

export interface Probed {
  readonly results: readonly ProbeResult[]
  readonly score: Score
}

export interface Score {
  readonly cases: number
  readonly passed: number
  readonly essential: number
  readonly essentialPassed: number
  readonly failed: number
  /** Whole per cent of the cases that passed. */
  readonly percent: number
}

/** There was no connection for the very first request, so nothing can be graded. */
export interface Unreachable {
  readonly unreachable: string
}

const SLOW_MS = 2_000

/** Puts an endpoint through the cases, one request at a time. */
export const probe = async (options: ProbeOptions): Promise<Probed | Unreachable> => {
  const { secret, profile, topics, timeoutMs, only, onResult } = options
  const slowMs = options.slowMs ?? Math.min(SLOW_MS, timeoutMs / 3)
  const mint = mintFor({ secret, profile, topics, slowMs, now: Date.now })
  const hide = discretion(secret)
  const results: ProbeResult[] = []
  for (const { id, essential, sent, careful, shots, judge } of probeCases(topics)) {
    if (only && !only.includes(id)) continue
    const observed: Observed[] = []
    for (const shot of shots) observed.push(discreet(await fire(shot(mint), options), hide))
    const [first] = observed
    if (results.length === 0 && first?.kind === 'unreachable') return { unreachable: first.why }
    const result = { id, essential, sent, careful, observed, ...judge(observed, timeoutMs) }
    results.push(result)
    onResult(result)
  }
  return { results, score: scoreOf(results) }
}

const discreet = (observed: Observed, hide: (text: string) => string): Observed =>
  observed.kind === 'answered' ? { ...observed, excerpt: hide(observed.excerpt) } : observed

const scoreOf = (results: readonly ProbeResult[]): Score => {
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
