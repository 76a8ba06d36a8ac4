import type { AssumptionId, OptionWord } from '../../assumptions/profile.ts'

type OptionId = { [Id in AssumptionId]: Id | `${Id}=${OptionWord<Id>}` }[AssumptionId]

/**
 * What a client perhaps does that stands on an option, as a clause; by id where it holds for each option,
 * else by id and option.
 */
const OPTION_WEAKNESSES: Readonly<Partial<Record<OptionId, string>>> = {
  'agencies/notification-put=replaced': 'leaves settings out of an edit, or sends them as it knows them',
  'agencies/operator-phones=without-whatsapp': 'takes telephones by their place',
  'agencies/package-counts': 'computes the package from the publications that it sees',
  'common/answer-content-type': 'compares the whole Content-Type of an answer',
  'common/href-form': 'joins an href to an address, instead of resolving it',
  'common/time-zone': 'takes the day of another time zone',
  'common/vendor': 'compares the media type of an answer, or asks for one by name',
  'errors/member-casing': 'reads members of a problem in one spelling, and breaks off without them',
  'errors/not-found': 'reads the body of a 404 in one form',
  'events/body': 'reads the body of a webhook in one form; the inquiries can be read instead',
  'events/hook-id=per-configuration': 'takes Notification-Hook-ID for the id of one delivery',
  'events/href-form=as-in-responses': 'takes the href of a webhook for a whole address',
  'events/method': 'takes webhooks of one method',
  'events/secret-shown=masked': 'sends back the secret that it is shown',
  'events/signature-algorithm': 'knows one construction of the signature, which the description leaves open',
  'events/signature-encoding': 'knows one construction of the signature, which the description leaves open',
  'events/signature-join': 'knows one construction of the signature, which the description leaves open',
  'events/timestamp': 'reads the time of a webhook in one form',
  'inquiries/order': 'takes the first inquiry for the newest, or relies on an order',
  'inquiries/page-size': 'reads the first page alone, or counts entries, instead of following next',
  'publications/etag-strength=weak': 'takes a tag apart, instead of sending it back as it came',
  'publications/external-id-shown': 'tells upper from lower case in an ExternalId',
  'publications/list=active-only': 'looks in the list for what is suspended or archived',
  'publications/list=all-states': 'takes whatever is listed for active',
  'publications/order': 'takes the first publication for a certain one, or relies on an order',
  'publications/precondition-required=428': 'writes without If-Match',
  'publications/read-archived=404': 'reads a publication that is archived, and takes 404 for an error',
  'publications/ref-etag-form': 'takes the etag of a ref for the header',
  'publications/state-literals': 'compares words of states that the description does not show',
  'publications/suspend-twice': 'expects one answer where it suspends again',
  'publications/write-to-archived': 'expects one status where a publication is archived',
}

/** Returns what a client perhaps does that stands on an option; undefined where there is no usual habit. */
export const weaknessOfOption = (id: string, option: string): string | undefined =>
  BY_ID.get(`${id}=${option}`) ?? BY_ID.get(id)

const BY_ID: ReadonlyMap<string, string> = new Map(Object.entries(OPTION_WEAKNESSES))
