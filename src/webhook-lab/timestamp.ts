import { chosen, type OptionWord, type Profile } from '../assumptions/profile.ts'
import { SECOND_MS } from '../calendar/date-time.ts'

/** Parsers for the forms of `Notification-Timestamp` (`events/timestamp`). */
const FORMS: readonly Form[] = [
  {
    word: 'iso-8601',
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    read: Date.parse,
  },
  { word: 'unix-seconds', pattern: /^\d{1,11}$/, read: (text) => Number(text) * SECOND_MS },
  {
    word: 'http-date',
    pattern: /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
    read: Date.parse,
  },
]

interface Form {
  readonly word: OptionWord<'events/timestamp'>
  readonly pattern: RegExp
  /** Parses a matching text to milliseconds since the epoch; NaN for an impossible date. */
  read(text: string): number
}

/** Parses a timestamp to milliseconds since the epoch; undefined unless it has the form of the profile. */
export const readTimestamp = (text: string, profile: Profile): number | undefined => {
  const form = FORMS.find(({ word }) => word === chosen(profile, 'events/timestamp'))
  return form && readAs(text, form)
}

/** Finds the option of `events/timestamp` whose form the text has, regardless of the profile. */
export const timestampForm = (text: string): OptionWord<'events/timestamp'> | undefined =>
  FORMS.find((form) => readAs(text, form) !== undefined)?.word

const readAs = (text: string, { pattern, read }: Form): number | undefined => {
  const atMs = pattern.test(text) ? read(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs
}
