import { dateTime } from './date-time.ts'

/** UTC offset of the days in scenarios. */
export const SCENARIO_ZONE_MINUTES = -180

/** Formats an instant for the control API; `atMs` is milliseconds since the epoch. */
export const scenarioTime = (atMs: number): string => dateTime(atMs, SCENARIO_ZONE_MINUTES)

/** Years in which all dates of a world have four digits. */
const YEARS = { first: 1900, last: 9998 }

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Parses an ISO 8601 date-time to milliseconds since the epoch; undefined when it is none. The offset is
 * required, since without it the meaning depends on the machine. Accepts what the schema `Instant` accepts,
 * and starts without a schema library.
 */
export const instantMs = (text: string): number | undefined => {
  const [, year, month, day] = INSTANT.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  if (year < YEARS.first || year > YEARS.last) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? Date.parse(text) : undefined
}
