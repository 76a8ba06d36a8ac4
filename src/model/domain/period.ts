import type { Profile } from '../../api/assumptions/profile.ts'
import { isChosen } from '../../api/assumptions/profile.ts'
import { limits } from '../../api/wire/limits.ts'
import { DAY_MS, parseDay, SECOND_MS, startOfDay } from '../../lib/calendar/date-time.ts'
import type { ValidationIssues } from './validation-issues.ts'

/**
 * A period of whole days (INQ-05, INQ-06, `inquiries/period`), in milliseconds since the epoch; `toMs` is
 * exclusive.
 */
export interface Period {
  readonly fromMs: number
  readonly toMs: number
  /** First and last moment, as a page shows them. */
  readonly desdeMs: number
  readonly hastaMs: number
}

const DEFAULT_PERIOD_DAYS = 30

/**
 * Parses `desde` and `hasta`, both inclusive, with the defaults of `inquiries/period`. `hasta` may be in the
 * future (`inquiries/hasta-future`).
 */
export const parsePeriod = (
  issues: ValidationIssues,
  sent: { readonly desde?: unknown; readonly hasta?: unknown },
  { nowMs, zoneMinutes, profile }: { nowMs: number; zoneMinutes: number; profile: Profile },
): Period => {
  const today = startOfDay(nowMs, zoneMinutes)
  const earliest = today - limits.desde.daysBack * DAY_MS
  const last = typeof sent.hasta === 'string' ? (parseDay(sent.hasta, zoneMinutes) ?? today) : today
  const given = typeof sent.desde === 'string' ? parseDay(sent.desde, zoneMinutes) : undefined
  if (last > today && isChosen(profile, 'inquiries/hasta-future', '400'))
    issues.add('hasta', 'No puede ser posterior a hoy.', 'inquiries/hasta-future')
  const wide = isChosen(profile, 'inquiries/period', '90-days')
  const first = given ?? (wide ? earliest : Math.max(earliest, last - DEFAULT_PERIOD_DAYS * DAY_MS))
  if (first < earliest) {
    issues.add('desde', `No puede ser anterior a hoy menos ${limits.desde.daysBack} días.`, 'INQ-06')
  } else if (last < first) {
    // The issue is on the parameter that was sent: without `hasta` the period ends today.
    const hastaSent = typeof sent.hasta === 'string'
    const sentence = hastaSent
      ? 'No puede ser anterior al primer día del período.'
      : 'Sin `hasta` el período termina hoy, y este día es posterior.'
    issues.add(hastaSent ? 'hasta' : 'desde', sentence, 'inquiries/hasta-before-desde', 'INQ-06')
  }
  // The last second of the last day, or the midnight at its end (`inquiries/period-shown`).
  const gapMs = isChosen(profile, 'inquiries/period-shown', 'midnights') ? 0 : SECOND_MS
  return { fromMs: first, toMs: last + DAY_MS, desdeMs: first, hastaMs: last + DAY_MS - gapMs }
}
