import { DAY_MS, MINUTE_MS, startOfDay } from '../calendar/date-time.ts'
import { HOURS } from '../scenarios/inquiry-schema.ts'

/** A stretch of time: the first instant is in it, the last is not. Milliseconds since the epoch. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
  /** Where people live by their days and hours, in minutes east of UTC. */
  readonly zoneMinutes: number
}

/** Weights of the days of a week, from Sunday: most people write on Mondays, fewest on Sundays. */
const WEEKDAY_WEIGHTS = [4, 7, 6, 6, 6, 6, 5] as const

const HOUR_MS = 60 * MINUTE_MS
const HOURS_PER_DAY = 24

/**
 * From a share of all leads of a stretch (0 to 1) to the instant, in whole milliseconds, at which so many have come: the inverse of the sum of
 * all hours' weights. The shares of one function must grow from call to call.
 */
export const leadTimes = ({ fromMs, toMs, zoneMinutes }: TimeSpan): ((share: number) => number) => {
  const firstMs = startOfDay(fromMs, zoneMinutes)
  const firstDay = new Date(firstMs + zoneMinutes * MINUTE_MS).getUTCDay()
  const days = Math.ceil((toMs - firstMs) / DAY_MS)
  const sums = new Float64Array(days * HOURS_PER_DAY + 1)
  const beginOf = (slot: number) => Math.min(toMs, Math.max(fromMs, firstMs + slot * HOUR_MS))
  for (let slot = 0; slot < sums.length - 1; slot++) {
    const weekday = (firstDay + Math.floor(slot / HOURS_PER_DAY)) % WEEKDAY_WEIGHTS.length
    const weight = WEEKDAY_WEIGHTS[weekday]! * HOURS[slot % HOURS_PER_DAY]!
    sums[slot + 1] = sums[slot]! + weight * (beginOf(slot + 1) - beginOf(slot))
  }
  const total = sums.at(-1)!
  let slot = 0
  return (share) => {
    const sought = share * total
    while (slot < sums.length - 2 && sums[slot + 1]! <= sought) slot++
    const inside = (sought - sums[slot]!) / (sums[slot + 1]! - sums[slot]! || 1)
    const moment = beginOf(slot) + inside * (beginOf(slot + 1) - beginOf(slot))
    return Math.max(fromMs, Math.min(toMs - 1, Math.floor(moment)))
  }
}
