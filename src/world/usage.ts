import { SortedSet } from '../collections/sorted-set.ts'
import { MINUTE_MS } from '../calendar/date-time.ts'

/** What callers used up of the world's patience: requests of the current minute per app, and signatures seen lately. */
export interface Usage {
  readonly windows: Readonly<Record<string, RateWindow>>
  readonly signatures: SortedSet<SeenSignature>
  /** The same signatures by time, so that old ones are forgotten. */
  readonly byTime: SortedSet<SeenSignature>
}

interface RateWindow {
  readonly startMs: number
  readonly count: number
}

interface SeenSignature {
  readonly signature: string
  readonly atMs: number
}

const bySignature = (a: SeenSignature, b: SeenSignature): number => (a.signature < b.signature ? -1 : a.signature > b.signature ? 1 : 0)
const byTime = (a: SeenSignature, b: SeenSignature): number => a.atMs - b.atMs || bySignature(a, b)

export const noUsage: Usage = { windows: {}, signatures: SortedSet.empty(bySignature), byTime: SortedSet.empty(byTime) }

/** The same from plain rows. */
export const usageFromRows = (rows: Pick<Usage, 'windows'> & { readonly signatures: readonly SeenSignature[] }): Usage => ({
  windows: rows.windows,
  signatures: SortedSet.from(bySignature, rows.signatures),
  byTime: SortedSet.from(byTime, rows.signatures),
})

/** Counts one request of the app; answers the milliseconds to wait when the minute's allowance is used up (`limits/rate`). */
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

/** Remembers a signature; undefined when it was seen within `windowMs` before (`auth/replay`). */
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
