import { MINUTE_MS } from '../../lib/calendar/date-time.ts'
import { SortedSet } from '../../lib/collections/sorted-set.ts'

/**
 * State of rate limiting and replay protection: requests of the current minute by app, and recent signatures.
 */
export interface Usage {
  readonly windows: Readonly<Record<string, RateWindow>>
  readonly signatures: SortedSet<SeenSignature>
  /** The same signatures by time, for expiry. */
  readonly byTime: SortedSet<SeenSignature>
}

interface RateWindow {
  readonly startMs: number
  readonly count: number
}

/** A signature that a request was made with. */
export interface SeenSignature {
  readonly signature: string
  readonly atMs: number
}

const bySignature = (a: SeenSignature, b: SeenSignature): number =>
  a.signature < b.signature ? -1 : a.signature > b.signature ? 1 : 0
const byTime = (a: SeenSignature, b: SeenSignature): number => a.atMs - b.atMs || bySignature(a, b)

/** The usage of a new world. */
export const noUsage: Usage = {
  windows: {},
  signatures: SortedSet.empty(bySignature),
  byTime: SortedSet.empty(byTime),
}

/** Builds a usage value from plain rows, as a snapshot holds them. */
export const usageFromRows = (
  rows: Pick<Usage, 'windows'> & { readonly signatures: readonly SeenSignature[] },
): Usage => ({
  windows: rows.windows,
  signatures: SortedSet.from(bySignature, rows.signatures),
  byTime: SortedSet.from(byTime, rows.signatures),
})

/**
 * Counts one request of the app. Returns the milliseconds to wait when the app is over its rate
 * (`limits/rate`).
 */
export const countRequest = (
  usage: Usage,
  app: string,
  perMinute: number,
  nowMs: number,
): Usage | { waitMs: number } => {
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const window = usage.windows[app]
  const count = window?.startMs === startMs ? window.count : 0
  if (count >= perMinute) return { waitMs: startMs + MINUTE_MS - nowMs }
  return { ...usage, windows: { ...usage.windows, [app]: { startMs, count: count + 1 } } }
}

/** Stores a signature. Returns undefined when it was already used within `windowMs` (`auth/replay`). */
export const rememberSignature = (
  usage: Usage,
  signature: string,
  nowMs: number,
  windowMs: number,
): Usage | undefined => {
  const kept = withoutExpired(usage, nowMs - windowMs)
  const seen = { signature, atMs: nowMs }
  if (kept.signatures.find((entry) => bySignature(entry, seen))) return undefined
  return { ...kept, signatures: kept.signatures.with(seen), byTime: kept.byTime.with(seen) }
}

const withoutExpired = (usage: Usage, beforeMs: number): Usage => {
  const old = usage.byTime.slice(
    0,
    usage.byTime.rank((seen) => seen.atMs < beforeMs),
  )
  let { signatures, byTime: inTime } = usage
  for (const seen of old) {
    signatures = signatures.without(seen)
    inTime = inTime.without(seen)
  }
  return { ...usage, signatures, byTime: inTime }
}
