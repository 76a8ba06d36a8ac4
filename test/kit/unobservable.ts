import type { AssumptionId } from '../../src/assumptions/profile.ts'

/** What no run of the clauses can learn, and why. */

const CREDENTIALS =
  'every request of a run carries the credentials that it was given, so what befalls others is not seen'
const DELIVERY =
  'only what is delivered to a receiver shows it, and no request of a client makes the service deliver at once'

export const UNOBSERVABLE: Readonly<Partial<Record<AssumptionId, string>>> = {
  'auth/scheme': CREDENTIALS,
  'auth/digest': CREDENTIALS,
  'auth/clock-tolerance': CREDENTIALS,
  'auth/replay': CREDENTIALS,
  'auth/unauthorized': CREDENTIALS,
  'auth/forbidden-reads': 'the run would have to know what exists and is not for this app',
  'publications/suspend-refused':
    "whether the agency's product forbids suspensions is not told, so a refusal may have other causes",
  'publications/other-apps': 'it takes what another app has published, under its own credentials',
  'events/signature-join': DELIVERY,
  'events/signature-encoding': DELIVERY,
  'events/timestamp': DELIVERY,
  'events/body': DELIVERY,
  'events/agency-body': DELIVERY,
  'events/retries': DELIVERY,
  'events/after-last': DELIVERY,
  'events/gone': DELIVERY,
  'events/hook-id': DELIVERY,
  'limits/rate': 'a run does not flood a service to find its bound, and waits where it is told to',
}

/** Options that look like another one to an app that may write to its agency, and that one. */
export const ALIKE: Readonly<Partial<Record<AssumptionId, Readonly<Record<string, string>>>>> = {
  // The difference is in what a refused app is told first.
  'common/precedence': { 'access-after-body': 'standard' },
}
