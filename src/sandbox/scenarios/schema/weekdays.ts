/** Days of the week as scenarios name them, in the order of `Date.getUTCDay`. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
