import type { AssumptionId, OptionWord } from '../../assumptions/profile.ts'

type OptionId = { [Id in AssumptionId]: Id | `${Id}=${OptionWord<Id>}` }[AssumptionId]

/**
 * What a client perhaps does that stands on an option, as a clause; by id where it holds for each option,
 * else by id and option.
 */
const OPTION_WEAKNESSES: Readonly<Partial<Record<OptionId, string>>> = {
  'agencies/notification-put=replaced': 'omits settings from an edit, or sends outdated ones',
  'agencies/operator-phones=without-whatsapp': 'picks telephones by their position',
  'agencies/package-counts': 'computes the package from the publications that it sees',
  'common/answer-content-type': 'compares the whole Content-Type of an answer',
  'common/href-form': 'concatenates an href instead of resolving it',
  'common/null-members': 'sends null for a member that the description does not call nullable',
  'common/time-zone': 'uses the day of another time zone',
  'common/unknown-members': 'sends members or query parameters that the description does not name',
  'common/vendor': 'compares the media type of an answer, or asks for one by name',
  'errors/member-casing': 'accepts members of a problem in one spelling only',
  'errors/not-found': 'accepts one form of a 404 body only',
  'events/body': 'accepts one form of a webhook body only; it could read the inquiries instead',
  'events/first-configuration=post': 'configures a topic for the first time with PUT alone',
  'events/hook-id=per-configuration': 'treats Notification-Hook-ID as the id of one delivery',
  'events/href-form=as-in-responses': 'expects the href of a webhook to be an absolute URL',
  'events/method': 'accepts webhooks with one method only',
  'events/secret-shown=masked':
    'sends back the secret as it was shown, or expects it to be hidden in one way',
  'events/signature-algorithm':
    'supports one construction of the signature only, which the description leaves open',
  'events/signature-encoding':
    'supports one construction of the signature only, which the description leaves open',
  'events/signature-join':
    'supports one construction of the signature only, which the description leaves open',
  'events/timestamp': 'accepts one form of webhook timestamps only',
  'inquiries/hasta-future': 'asks for inquiries up to a day in the future',
  'inquiries/order': 'treats the first inquiry as the newest, or relies on an order',
  'inquiries/page-size': 'reads only the first page, or counts entries, instead of following next',
  'publications/etag-strength=weak': 'parses a tag instead of sending it back unchanged',
  'publications/external-id-shown': 'compares ExternalIds case-sensitively',
  'publications/list=active-only': 'expects suspended or archived publications in the list',
  'publications/list=all-states': 'assumes that everything listed is active',
  'publications/order': 'expects a certain publication to be first, or relies on an order',
  'publications/precondition-required=428': 'writes without If-Match',
  'publications/read-archived=404': 'reads an archived publication, and treats 404 as an error',
  'publications/ref-etag-form': 'uses the etag of a ref instead of the header',
  'publications/state-literals': 'compares names of states that the description does not show',
  'publications/suspend-twice': 'expects one particular answer when it suspends again',
  'publications/version-absent=400': 'creates without a Version',
  'publications/write-to-archived': 'expects one particular status when it archives a publication',
}

/** Returns what a client perhaps does that stands on an option; undefined where there is no usual habit. */
export const weaknessOfOption = (id: string, option: string): string | undefined =>
  BY_ID.get(`${id}=${option}`) ?? BY_ID.get(id)

const BY_ID: ReadonlyMap<string, string> = new Map(Object.entries(OPTION_WEAKNESSES))
