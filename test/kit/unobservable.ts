import type { AssumptionId } from '../../src/assumptions/profile.ts'

/** Assumptions that no run can learn, with the reason. */

const CREDENTIALS =
  'every request of a run carries the credentials that it was given, so the run does not see how others are answered'

export const UNOBSERVABLE: Readonly<Partial<Record<AssumptionId, string>>> = {
  'auth/scheme': CREDENTIALS,
  'auth/digest': CREDENTIALS,
  'auth/clock-tolerance': CREDENTIALS,
  'auth/replay': CREDENTIALS,
  'auth/unauthorized': CREDENTIALS,
  'auth/forbidden-reads': 'the run would have to know what exists and is not for this app',
  'publications/suspend-refused':
    "whether the agency's product forbids suspensions is not shown, so a refusal may have other causes",
  'publications/other-apps': 'it takes what another app has published, under its own credentials',
  'events/agency-body': 'an inquiry triggers the delivery, and no call of the API creates an inquiry',
  'limits/rate': 'a run does not flood a service to find its bound, and waits when Retry-After asks for it',
}

/** Options that an app with write access cannot distinguish from another option, with that option. */
export const INDISTINGUISHABLE: Readonly<Partial<Record<AssumptionId, Readonly<Record<string, string>>>>> = {
  // The options differ only in the first refusal of an app without access.
  'common/precedence': { 'access-after-body': 'standard' },
}
