import type { ClientCall } from '../faults/client-call.ts'
import type { Variant } from '../plan/variants.ts'

/** A day, as a request for inquiries or views names it. */
const NAMES_DAY = /[?&](?:desde|hasta)=/

/** What languages say of a day that a month does not have. */
const NO_DATE =
  /day is out of range|[Ii]nvalid date|Invalid time value|DateTimeException|must be in 1\.\.|Date::Error/

/**
 * Returns why the failure of a command is its test's: the variant shows other inquiries, and the test expects
 * certain ones. Undefined where the client itself may be at fault.
 */
export const otherInquiries = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  output = '',
): string | undefined => {
  if (variant.id === 'common/time-zone=utc' && daysDiffer(calls, undisturbed))
    return 'shows that tests expect the inquiries of certain days: a day of another zone has others'
  if (variant.id === 'year-end' && !NO_DATE.test(output) && !hasFurtherRefusal(calls, undisturbed))
    return 'shows that tests expect the inquiries of certain dates'
  return undefined
}

/** True where a list of given days has other entries. */
const daysDiffer = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean =>
  calls.some((call) => {
    const usual = undisturbed.find(({ target }) => target === call.target)
    return usual !== undefined && NAMES_DAY.test(call.target) && entriesOf(call) !== entriesOf(usual)
  })

/** Returns the addresses in an answer, without what shows the host. */
const entriesOf = ({ response }: ClientCall): string =>
  (response?.body.match(/\/v3\/consultas\/[^"?/{]+\/[^"?/{]+(?=")/g) ?? []).join()

const hasFurtherRefusal = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean => {
  const refusals = (some: readonly ClientCall[]) =>
    some.flatMap(({ operation, response }) =>
      operation !== undefined && response !== null && response.status >= 400
        ? [`${operation} ${response.status}`]
        : [],
    )
  const usual = new Set(refusals(undisturbed))
  return refusals(calls).some((refusal) => !usual.has(refusal))
}
