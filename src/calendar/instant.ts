import * as z from 'zod'
import { dateTime } from './date-time.ts'

/** UTC offset of the days in scenarios. */
export const SCENARIO_ZONE_MINUTES = -180

/** Formats an instant for the control API; `atMs` is milliseconds since the epoch. */
export const scenarioTime = (atMs: number): string => dateTime(atMs, SCENARIO_ZONE_MINUTES)

/** An instant of user input. The offset is required, since without it the meaning depends on the machine. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Expected an ISO 8601 date-time with offset, like 2026-03-01T12:00:00-03:00.' })
  // Within these years, all dates of a world have four-digit years.
  .refine((text) => text >= '1900' && text < '9999', 'Expected a year from 1900 to 9998.')

/** Parses an instant to milliseconds; undefined when it is invalid. */
export const instantMs = (text: string): number | undefined => {
  const read = Instant.safeParse(text)
  return read.success ? Date.parse(read.data) : undefined
}
