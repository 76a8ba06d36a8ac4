import { DAY_MS, MINUTE_MS, SECOND_MS } from './date-time.ts'

/**
 * ISO 8601 durations with at least one part, e.g. `P1DT2H30M`. Months and years have no fixed length and are
 * excluded.
 */
export const ISO_DURATION =
  /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/

/** Parses an ISO 8601 duration to milliseconds; undefined when the text is not one. */
export const durationMs = (text: string): number | undefined => {
  const parts = ISO_DURATION.exec(text)
  if (!parts) return undefined
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0))
  const wholeDays = weeks! * 7 + days!
  return wholeDays * DAY_MS + (hours! * 60 + minutes!) * MINUTE_MS + Math.round(seconds! * SECOND_MS)
}
