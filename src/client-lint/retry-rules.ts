import { contentHash } from '../random/prng.ts'
import { SECOND_MS } from '../calendar/date-time.ts'
import { operations } from '../resources/index.ts'
import { requestText } from '../journal/request-details.ts'
import type { Habit, Seen } from './rule.ts'

/** Habits of clients that do not heed a no. */

/** A time before which the caller was asked not to come back. */
interface Asked {
  readonly n: number
  readonly request: string
  readonly saidMs: number
  readonly untilWallMs: number
  readonly untilWorldMs: number
}

/** Requests that were under way already may arrive so much later than the answer left. */
const UNDER_WAY_MS = 100

const retryAfterIgnored: Habit = {
  id: 'retry-after-ignored',
  title: 'The client comes back before the time that `Retry-After` asked for',
  why: 'Whoever comes back too soon is refused again, and keeps the limit from ever being lifted.',
  because: ['ERR-09', 'limits/rate'],
  advice: 'On 429 and 503 wait for as many seconds as `Retry-After` says, with all requests of the app.',
  watch: () => {
    const asked = new Map<string, Asked>()
    const found = new Set<number>()
    return {
      see: (seen) => {
        const before = asked.get(seen.caller)
        if (before && isTooSoon(seen, before)) found.add(before.n).add(seen.n)
        const until = askedToWait(seen)
        if (until) asked.set(seen.caller, until)
      },
      found: () => found,
    }
  },
}

const requestOf = ({ method, url }: Seen): string => `${method} ${url}`

/** Both clocks are asked: a frozen world never gets there, a moved one is there at once. */
const isTooSoon = (seen: Seen, asked: Asked): boolean => {
  const { wallMs, atMs } = seen.entry
  const early = wallMs < asked.untilWallMs && atMs < asked.untilWorldMs
  return early && (requestOf(seen) === asked.request || wallMs > asked.saidMs + UNDER_WAY_MS)
}

const askedToWait = (seen: Seen): Asked | undefined => {
  if (seen.status !== 429 && seen.status !== 503) return undefined
  const header = seen.answered('retry-after')
  if (header === null) return undefined
  const { wallMs, atMs, tookMs } = seen.entry
  const waitMs = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - atMs
  if (!(waitMs > 0)) return undefined
  const saidMs = wallMs + tookMs
  return {
    n: seen.n,
    request: requestOf(seen),
    saidMs,
    untilWallMs: saidMs + waitMs,
    untilWorldMs: atMs + waitMs,
  }
}

const sameBadRequest: Habit = {
  id: 'bad-request-repeated',
  title: 'A request that was refused with 400 is sent again unchanged',
  why: 'What is wrong with it stays wrong: the same request meets the same refusal.',
  because: ['ERR-01', 'ERR-03'],
  advice: 'Show `Errors` to whoever can correct the data, and send it again only when it was changed.',
  watch: () => {
    const refused = new Map<string, number>()
    const found = new Set<number>()
    return {
      see: (seen) => {
        if (seen.status !== 400 || seen.entry.disturbed) return
        const key = `${seen.caller}\n${requestOf(seen)}\n${contentHash(requestText(seen.entry))}`
        const before = refused.get(key)
        if (before !== undefined) found.add(before).add(seen.n)
        refused.set(key, seen.n)
      },
      found: () => found,
    }
  },
}

/** So many refusals in a row are no slip. */
const REFUSALS = 3

const unauthorizedAgain: Habit = {
  id: 'unauthorized-repeated',
  title: 'The client goes on although its credentials are refused',
  why: 'No request can succeed before they are mended, and a live service may lock out whoever keeps trying.',
  because: ['ERR-07', 'ERR-09', 'auth/scheme', 'auth/unauthorized'],
  advice:
    'Stop at the first 401, say what its `Detail` says, and go on with other credentials or a clock that is right.',
  watch: () => {
    const rows = new Map<string, number[]>()
    const found = new Set<number>()
    return {
      see: (seen) => {
        const agent = seen.header('user-agent') ?? ''
        if (seen.status !== 401) {
          rows.delete(agent)
          return
        }
        const row = rows.get(agent) ?? []
        rows.set(agent, row)
        row.push(seen.n)
        if (row.length === REFUSALS) for (const n of row) found.add(n)
        else if (row.length > REFUSALS) found.add(seen.n)
      },
      found: () => found,
    }
  },
}

const pathAlmostRight: Habit = {
  id: 'path-almost-right',
  title: 'A path misses a resource by its case or by a slash',
  why: 'Fixed segments are compared letter by letter, so nothing is found there.',
  because: ['COM-01', 'common/path-form'],
  advice: 'Take paths from links, or write them as documented: lower case, without a slash at the end or two in a row.',
  watch: () => {
    const found: number[] = []
    return {
      see: ({ n, path, status, operation, entry }) => {
        const unknown = status === 404 && !operation && entry.answer.decided.question === 'operation'
        if (unknown && isAlmostRight(path)) found.push(n)
      },
      found: () => found,
    }
  },
}

const isAlmostRight = (path: string): boolean => {
  const mended = path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase()
  return mended !== path && operations.match(mended) !== undefined
}

export const persistingHabits: readonly Habit[] = [
  retryAfterIgnored,
  sameBadRequest,
  unauthorizedAgain,
  pathAlmostRight,
]
