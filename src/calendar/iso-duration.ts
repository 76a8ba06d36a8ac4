import { DAY_MS, MINUTE_MS, SECOND_MS } from './date-time.ts'

/** ISO 8601 durations of a fixed length, e.g. `P1DT2H30M`; months and years have none. At least one part is needed. */
export const ISO_DURATION = /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/

/** Milliseconds of the duration; undefined when the text is none. */
export const durationMs = (text: string): number | undefined => {
  const parts = ISO_DURATION.exec(text)
  if (!parts) return undefined
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0))
  const wholeDays = weeks! * 7 + days!
  return wholeDays * DAY_MS + (hours! * 60 + minutes!) * MINUTE_MS + Math.round(seconds! * SECOND_MS)
}
