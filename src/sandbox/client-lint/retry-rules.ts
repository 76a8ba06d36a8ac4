import { SECOND_MS } from '../../lib/calendar/date-time.ts'
import { contentHash } from '../../lib/random/content-hash.ts'
import { operations } from '../../model/resources/index.ts'
import { requestText } from '../journal/request-details.ts'
import type { LintedExchange, LintRule } from './rule.ts'

/** Rules for clients that repeat refused requests. */

/** A wait that a response demanded from a caller. */
interface RetryDelay {
  readonly n: number
  readonly request: string
  readonly sentMs: number
  readonly untilWallMs: number
  readonly untilWorldMs: number
}

/** Requests in flight may arrive this long after the response was sent. */
const IN_FLIGHT_MS = 100

const retryAfterIgnored: LintRule = {
  id: 'retry-after-ignored',
  title: 'The client retries before the time in `Retry-After`',
  why: 'An early retry is refused again and keeps the limit from being lifted.',
  because: ['ERR-09', 'limits/rate'],
  advice: 'On 429 and 503 delay all requests of the app by the seconds in `Retry-After`.',
  watch: () => {
    const delays = new Map<string, RetryDelay>()
    const found = new Set<number>()
    return {
      observe: (exchange) => {
        const before = delays.get(exchange.caller)
        if (before && isTooSoon(exchange, before)) found.add(before.n).add(exchange.n)
        const until = retryDelayIn(exchange)
        if (until) delays.set(exchange.caller, until)
      },
      matches: () => found,
    }
  },
}

const requestOf = ({ method, url }: LintedExchange): string => `${method} ${url}`

/** Checks both clocks: a frozen world never reaches the time, an advanced one reaches it at once. */
const isTooSoon = (exchange: LintedExchange, delay: RetryDelay): boolean => {
  const { wallMs, atMs } = exchange.entry
  const early = wallMs < delay.untilWallMs && atMs < delay.untilWorldMs
  return early && (requestOf(exchange) === delay.request || wallMs > delay.sentMs + IN_FLIGHT_MS)
}

const retryDelayIn = (exchange: LintedExchange): RetryDelay | undefined => {
  if (exchange.status !== 429 && exchange.status !== 503) return undefined
  const header = exchange.responseHeader('retry-after')
  if (header === null) return undefined
  const { wallMs, atMs, tookMs } = exchange.entry
  const waitMs = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - atMs
  if (!(waitMs > 0)) return undefined
  const sentMs = wallMs + tookMs
  return {
    n: exchange.n,
    request: requestOf(exchange),
    sentMs,
    untilWallMs: sentMs + waitMs,
    untilWorldMs: atMs + waitMs,
  }
}

const badRequestRepeated: LintRule = {
  id: 'bad-request-repeated',
  title: 'A request that was refused with 400 is sent again unchanged',
  why: 'The same request gets the same refusal.',
  because: ['ERR-01', 'ERR-03'],
  advice: 'Show `Errors` to a user who can correct the data, and send the request again only after a change.',
  watch: () => {
    const refused = new Map<string, number>()
    const found = new Set<number>()
    return {
      observe: (exchange) => {
        if (exchange.status !== 400 || exchange.entry.injectedFault) return
        const key = `${exchange.caller}\n${requestOf(exchange)}\n${contentHash(requestText(exchange.entry))}`
        const before = refused.get(key)
        if (before !== undefined) found.add(before).add(exchange.n)
        refused.set(key, exchange.n)
      },
      matches: () => found,
    }
  },
}

/** Consecutive refusals from which the rule matches. */
const REFUSALS = 3

const credentialsUnknown: LintRule = {
  id: 'credentials-unknown',
  title: 'The client sends credentials that name no app',
  why: 'The open scheme answers anyone, as the first app; a service that checks them would answer 401.',
  because: ['ERR-07', 'ERR-09', 'auth/scheme'],
  advice: 'Send the key of an app of the scenario, or choose `--set auth/scheme=key` to see the refusal.',
  watch: () => {
    const found: number[] = []
    return {
      observe: ({ n, entry, status, requestHeader }) => {
        const isNamed = entry.request.app !== null || requestHeader('authorization') === null
        if (!isNamed && status !== 0 && status !== 401) found.push(n)
      },
      matches: () => found,
    }
  },
}

const unauthorizedRepeated: LintRule = {
  id: 'unauthorized-repeated',
  title: 'The client continues although its credentials are refused',
  why: 'No request can succeed before they are corrected, and a live service may lock the client out.',
  because: ['ERR-07', 'ERR-09', 'auth/scheme', 'auth/unauthorized'],
  advice:
    'Stop at the first 401, report its `Detail`, and continue with correct credentials and a correct clock.',
  watch: () => {
    const rows = new Map<string, number[]>()
    const found = new Set<number>()
    return {
      observe: (exchange) => {
        const agent = exchange.requestHeader('user-agent') ?? ''
        if (exchange.status !== 401) {
          rows.delete(agent)
          return
        }
        const row = rows.get(agent) ?? []
        rows.set(agent, row)
        row.push(exchange.n)
        if (row.length === REFUSALS) for (const n of row) found.add(n)
        else if (row.length > REFUSALS) found.add(exchange.n)
      },
      matches: () => found,
    }
  },
}

const pathAlmostRight: LintRule = {
  id: 'path-almost-right',
  title: 'A path differs from a resource only by case or a slash',
  why: 'Fixed segments are case-sensitive, so the path is not found.',
  because: ['COM-01', 'common/path-form'],
  advice:
    'Take paths from links, or write them as documented: lower case, without trailing or double slashes.',
  watch: () => {
    const found: number[] = []
    return {
      observe: ({ n, path, status, operation, entry }) => {
        const unknown = status === 404 && !operation && entry.response.decision.step === 'operation'
        if (unknown && isAlmostRight(path)) found.push(n)
      },
      matches: () => found,
    }
  },
}

const isAlmostRight = (path: string): boolean => {
  const normalized = path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase()
  return normalized !== path && operations.match(normalized) !== undefined
}

export const retryRules: readonly LintRule[] = [
  retryAfterIgnored,
  badRequestRepeated,
  credentialsUnknown,
  unauthorizedRepeated,
  pathAlmostRight,
]
