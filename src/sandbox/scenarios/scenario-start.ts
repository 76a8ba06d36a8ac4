import { DAY_MS, MINUTE_MS, startOfDay } from '../../lib/calendar/date-time.ts'
import { SCENARIO_ZONE_MINUTES } from '../../lib/calendar/instant.ts'
import { WEEKDAYS } from './schema/weekdays.ts'

/** The moment at which a scenario's worlds begin when no time is given. */
export interface ScenarioStart {
  readonly weekday: (typeof WEEKDAYS)[number]
  /** Local time of that day, such as `08:00`. */
  readonly time: string
}

/** Returns the last such moment that is not after `wallMs`. */
export const lastStartMs = ({ weekday, time }: ScenarioStart, wallMs: number): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const todayMs = startOfDay(wallMs, SCENARIO_ZONE_MINUTES)
  const today = new Date(todayMs + SCENARIO_ZONE_MINUTES * MINUTE_MS).getUTCDay()
  const daysAgo = (today - WEEKDAYS.indexOf(weekday) + 7) % 7
  const startMs = todayMs - daysAgo * DAY_MS + (hours * 60 + minutes) * MINUTE_MS
  return startMs > wallMs ? startMs - 7 * DAY_MS : startMs
}
