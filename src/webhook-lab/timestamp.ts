import { chosen, type OptionWord, type Profile } from '../assumptions/profile.ts'
import { SECOND_MS } from '../calendar/date-time.ts'

/** The forms of `Notification-Timestamp` (`events/timestamp`), read back. */
const FORMS: readonly Form[] = [
  {
    word: 'iso-8601',
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    read: Date.parse,
  },
  { word: 'unix-seconds', pattern: /^\d{1,11}$/, read: (text) => Number(text) * SECOND_MS },
  { word: 'http-date', pattern: /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, read: Date.parse },
]

interface Form {
  readonly word: OptionWord<'events/timestamp'>
  readonly pattern: RegExp
  /** Milliseconds since the epoch of a text that matches; NaN when there is no such moment. */
  read(text: string): number
}

/** The instant in milliseconds since the epoch; undefined when the text has not the form that the profile says. */
export const readTimestamp = (text: string, profile: Profile): number | undefined => {
  const form = FORMS.find(({ word }) => word === chosen(profile, 'events/timestamp'))
  return form && readAs(text, form)
}

/** The option by which the text could be read, whatever a profile says. */
export const timestampForm = (text: string): OptionWord<'events/timestamp'> | undefined =>
  FORMS.find((form) => readAs(text, form) !== undefined)?.word

const readAs = (text: string, { pattern, read }: Form): number | undefined => {
  const atMs = pattern.test(text) ? read(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs
}
