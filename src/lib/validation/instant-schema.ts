import * as z from 'zod'

/** Pattern of the years that an instant may have. */
export const INSTANT_YEARS = '^(?!9999)(19|[2-9][0-9])[0-9]{2}-'

/** An instant of user input, as `instantMs` reads it: the offset is required, the year has four digits. */
export const Instant = z.iso
  .datetime({
    abort: true,
    offset: true,
    error: 'Expected an ISO 8601 date-time with offset, like 2026-03-01T12:00:00-03:00.',
  })
  .refine((text) => text >= '1900' && text < '9999', 'Expected a year from 1900 to 9998.')
  .meta({ pattern: INSTANT_YEARS })
