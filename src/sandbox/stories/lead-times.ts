import { DAY_MS, MINUTE_MS, startOfDay } from '../../lib/calendar/date-time.ts'
import { HOURS } from '../scenarios/schema/inquiry-schema.ts'

/** A half-open time span, in milliseconds since the epoch: `toMs` is not part of it. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
  /** Time zone of the leads' days and hours, in minutes east of UTC. */
  readonly zoneMinutes: number
}

/** Weights of the weekdays, from Sunday: most leads come on Mondays, fewest on Sundays. */
const WEEKDAY_WEIGHTS = [4, 7, 6, 6, 6, 6, 5] as const

const HOUR_MS = 60 * MINUTE_MS
const HOURS_PER_DAY = 24

/**
 * Creates a function from a share of all leads (0 to 1) to the instant, in whole milliseconds, at which that
 * share has come: the inverse of the cumulated weights of the hours. The shares must grow from call to call.
 */
export const leadTimes = ({ fromMs, toMs, zoneMinutes }: TimeSpan): ((share: number) => number) => {
  const firstMs = startOfDay(fromMs, zoneMinutes)
  const firstDay = new Date(firstMs + zoneMinutes * MINUTE_MS).getUTCDay()
  const days = Math.ceil((toMs - firstMs) / DAY_MS)
  const sums = new Float64Array(days * HOURS_PER_DAY + 1)
  const startOf = (slot: number) => Math.min(toMs, Math.max(fromMs, firstMs + slot * HOUR_MS))
  for (let slot = 0; slot < sums.length - 1; slot++) {
    const weekday = (firstDay + Math.floor(slot / HOURS_PER_DAY)) % WEEKDAY_WEIGHTS.length
    const weight = WEEKDAY_WEIGHTS[weekday]! * HOURS[slot % HOURS_PER_DAY]!
    sums[slot + 1] = sums[slot]! + weight * (startOf(slot + 1) - startOf(slot))
  }
  const total = sums.at(-1)!
  let slot = 0
  return (share) => {
    const target = share * total
    while (slot < sums.length - 2 && sums[slot + 1]! <= target) slot++
    const fraction = (target - sums[slot]!) / (sums[slot + 1]! - sums[slot]! || 1)
    const instant = startOf(slot) + fraction * (startOf(slot + 1) - startOf(slot))
    return Math.max(fromMs, Math.min(toMs - 1, Math.floor(instant)))
  }
}
