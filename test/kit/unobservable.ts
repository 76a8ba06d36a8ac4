import type { AssumptionId } from '../../src/api/assumptions/profile.ts'

/** Assumptions that no run learns, with the reason. */

const CREDENTIALS =
  'every request of a run carries the credentials that it was given, so the run does not see how others are answered'

const UNASKED = 'every response is allowed, and a run sends only requests whose answers it judges'
const UNASKED_WRITE = 'every response is allowed, and a run writes no more than its judgements need'
const INQUIRY = 'it takes an inquiry on a publication of the run, and no call of the API creates one'
const AGENCY_SETTINGS = 'a run does not edit the settings of the agency, whose channels reach people'
const RECEIVER = 'a receiver of the run cannot distinguish it from a mistake in the signature or the headers'

export const UNOBSERVABLE: Readonly<Partial<Record<AssumptionId, string>>> = {
  'auth/scheme': CREDENTIALS,
  'auth/digest': CREDENTIALS,
  'auth/clock-tolerance': CREDENTIALS,
  'auth/replay': CREDENTIALS,
  'auth/unauthorized': CREDENTIALS,
  'publications/suspend-refused':
    "whether the agency's product forbids suspensions is not shown, so a refusal may have other causes",
  'events/agency-body': 'an inquiry triggers the delivery, and no call of the API creates an inquiry',
  'agencies/commercial-name-absent': UNASKED_WRITE,
  'agencies/edit-of-collaborator': UNASKED_WRITE,
  'agencies/notification-put': AGENCY_SETTINGS,
  'agencies/operator-absent':
    'a run restores the administrator, and may not be able to after an edit that clears',
  'agencies/operator-in-several': 'it takes an operator of two agencies, and a run knows one',
  'agencies/operator-phones': 'a phone that is not listed cannot be restored',
  'agencies/place-no-match': UNASKED_WRITE,
  'agencies/empty-place': UNASKED_WRITE,
  'agencies/settings-unset': 'whether a channel was ever configured is not shown',
  'catalogue/order': 'a catalogue may be sorted by name of its own accord',
  'catalogue/ordinary-words': 'which names of its catalogue are everyday words, a run cannot know',
  'catalogue/technical-rows': 'which of two texts is the name is a matter of words',
  'common/accept-malformed': UNASKED,
  'common/charset': UNASKED_WRITE,
  'common/query-parameters': UNASKED,
  'common/request-media-types': UNASKED_WRITE,
  'common/unexpected-body': UNASKED_WRITE,
  'common/valor-bounds': UNASKED_WRITE,
  'events/agency-hooks': AGENCY_SETTINGS,
  'events/catalogue-inquiry': INQUIRY,
  'events/custom-headers': UNASKED_WRITE,
  'events/inquiry-recipients': INQUIRY,
  'events/method': RECEIVER,
  'events/required-members': UNASKED_WRITE,
  'events/signature-algorithm': RECEIVER,
  'events/state-topic': 'a delivery that does not come may be late, or about another topic',
  'events/topic-header': AGENCY_SETTINGS,
  'inquiries/auto': INQUIRY,
  'inquiries/catalogue-price':
    'whether the version is sold new at that price is not shown beside the inquiry',
  'inquiries/hasta-future': UNASKED,
  'inquiries/operator': INQUIRY,
  'inquiries/pagina-minimum': UNASKED,
  'publications/activa-null': UNASKED_WRITE,
  'publications/amounts': UNASKED_WRITE,
  'publications/custom-data-shown':
    'a version without rows of its own looks like one whose rows are not shown',
  'publications/empty-strings': UNASKED_WRITE,
  'publications/exposure-null-put': UNASKED_WRITE,
  'publications/exposure-unknown': UNASKED_WRITE,
  'publications/external-id-shown': UNASKED_WRITE,
  'publications/if-none-match-write': UNASKED_WRITE,
  'publications/location-absent-members': UNASKED_WRITE,
  'publications/location-bounds': UNASKED_WRITE,
  'publications/location-forms': UNASKED_WRITE,
  'publications/location-null':
    'an operator may have no address, and the first of several may not be the first shown',
  'publications/mileage-put': UNASKED_WRITE,
  'publications/optional-absent': UNASKED_WRITE,
  'publications/order': 'a list holds publications of others, whose creation the run did not see',
  'publications/patch-empty': UNASKED_WRITE,
  'publications/patch-null-amounts': UNASKED_WRITE,
  'publications/photos-count': UNASKED_WRITE,
  'publications/suspend-by-edit': "whether the agency's product forbids suspensions is not shown",
  'publications/telefono-null': 'a run would have to change the phones of the administrator',
  'publications/transmission-spelling': UNASKED_WRITE,
  'publications/version-absent': UNASKED_WRITE,
  'publications/vin-case': UNASKED_WRITE,
  'publications/warranty-new-car': UNASKED_WRITE,
  'limits/rate': 'a run does not flood a service to find its bound, and waits when Retry-After asks for it',
}

/** Options that an app with write access cannot distinguish from another option, with that option. */
export const INDISTINGUISHABLE: Readonly<Partial<Record<AssumptionId, Readonly<Record<string, string>>>>> = {
  // The options differ only in the first refusal of an app without access.
  'common/precedence': { 'access-after-body': 'standard' },
  // The receiver of a run sends no `Retry-After`.
  'events/retries': { 'retry-after': 'five-attempts' },
}
