import { AGENCIES_IN_SPANISH } from './agencies.ts'
import { CATALOGUE_IN_SPANISH } from './catalogue.ts'
import { EVENTS_IN_SPANISH } from './events.ts'
import { GENERAL_IN_SPANISH } from './general.ts'
import { INQUIRIES_IN_SPANISH } from './inquiries.ts'
import { PUBLICATIONS_IN_SPANISH } from './publications.ts'
import type { SpanishAssumption } from './spanish-assumption.ts'

/** Spanish of every assumption by its id. Ids, options and words of the API stay as they are. */
export const SPANISH_ASSUMPTIONS: Readonly<Record<string, SpanishAssumption>> = {
  ...GENERAL_IN_SPANISH,
  ...CATALOGUE_IN_SPANISH,
  ...AGENCIES_IN_SPANISH,
  ...PUBLICATIONS_IN_SPANISH,
  ...INQUIRIES_IN_SPANISH,
  ...EVENTS_IN_SPANISH,
}
