import type { AssumptionId, OptionWord } from '../../assumptions/profile.ts'

type OptionId = { [Id in AssumptionId]: Id | `${Id}=${OptionWord<Id>}` }[AssumptionId]

/**
 * What a client perhaps does that depends on an option, as a clause; by id for all options of an assumption,
 * otherwise by id and option.
 */
const OPTION_WEAKNESSES: Readonly<Partial<Record<OptionId, string>>> = {
  'agencies/notification-put=replaced': 'omits settings from an edit, or sends outdated ones',
  'agencies/operator-absent': 'omits members from the edit of an administrator',
  'agencies/operator-phones=without-whatsapp': 'picks telephones by their position',
  'agencies/package-counts': 'computes the package from the publications that it sees',
  'agencies/unknown-operator': 'expects one particular answer about an unknown operator',
  'catalogue/no-match': 'handles only one answer to a search without a match',
  'catalogue/order=by-name': 'picks an entry of the catalogue by its position',
  'common/accept-unsupported': 'expects one particular answer to an Accept that is not supported',
  'common/answer-content-type': 'compares the whole Content-Type of an answer',
  'common/href-form': 'concatenates an href instead of resolving it',
  'common/null-members': 'sends null for a member that the description does not call nullable',
  'common/template-syntax=literal-query': 'expands only one form of URI templates',
  'common/time-zone': 'uses the day of another time zone',
  'common/unknown-members': 'sends members or query parameters that the description does not name',
  'common/valor-bounds': 'expects an amount to be refused, or sends one that a service may refuse',
  'common/vendor': 'compares the media type of an answer, or asks for one by name',
  'errors/keys=top-level': 'looks for one spelling of a key in Errors',
  'errors/member-casing': 'accepts only one spelling of members of a problem',
  'errors/not-found': 'accepts only one form of a 404 body',
  'events/body': 'accepts only one form of a webhook body; it could read the inquiries instead',
  'events/first-configuration=post': 'configures a new topic only with PUT',
  'events/hook-id=per-configuration': 'treats Notification-Hook-ID as the id of one delivery',
  'events/href-form=as-in-responses': 'expects the href of a webhook to be an absolute URL',
  'events/method': 'accepts webhooks with only one method',
  'events/secret-put=removed': 'edits a webhook without its Secret',
  'events/secret-shown=masked':
    'sends back the secret as it was shown, or expects it to be hidden in one way',
  'events/signature-algorithm':
    'supports only one construction of the signature, which the description leaves open',
  'events/signature-encoding':
    'supports only one construction of the signature, which the description leaves open',
  'events/signature-join':
    'supports only one construction of the signature, which the description leaves open',
  'events/timestamp': 'accepts only one form of webhook timestamps',
  'inquiries/beyond-last': 'expects one particular answer beyond the last page',
  'inquiries/hasta-future': 'asks for inquiries up to a day in the future',
  'inquiries/order': 'treats the first inquiry as the newest, or relies on an order',
  'inquiries/page-size': 'reads only the first page, or counts entries, instead of following next',
  'inquiries/period': 'leaves the period of inquiries to the service',
  'inquiries/visible-to=own-only': 'expects the administrator, as operador, to see all inquiries',
  'publications/conflict-status-member': 'reads the status from the body of a problem',
  'publications/custom-data-shown': 'expects one form of DatosTecnicosCustom',
  'publications/etag-strength=weak': 'parses a tag instead of sending it back unchanged',
  'publications/etag-unchanged-write=new': 'expects the same tag after a write that changes nothing',
  'publications/external-id-characters': 'uses characters in ids that a service may refuse',
  'publications/external-id-reuse': 'creates under the id of an archived publication',
  'publications/exposure-fallback': 'expects a certain level of exposure when its own is full',
  'publications/external-id-shown': 'compares ExternalIds case-sensitively',
  'publications/list=active-only': 'expects suspended or archived publications in the list',
  'publications/list=all-states': 'assumes that everything listed is active',
  'publications/location-forms': 'sends a region or city in a form that a service may not accept',
  'publications/location-null': 'creates without a place, and expects that of the operator',
  'publications/location-header': 'handles only one form of Location',
  'publications/mileage-put=never-lower': 'writes back a mileage that is lower than the current one',
  'publications/optional-absent=empty-strings': 'writes back an empty text as it was shown, or expects null',
  'publications/order': 'expects a certain publication to be first, or relies on an order',
  'publications/package-exhausted': 'expects one particular answer to a full package',
  'publications/patch-empty=400': 'sends a partial edit that changes nothing',
  'publications/patch-null-amounts': 'removes an amount with null',
  'publications/photos-put': 'sends a full edit without photos',
  'publications/put-absent': 'relies on what happens to members that a full edit omits',
  'publications/precondition-required=428': 'writes without If-Match',
  'publications/read-archived=404': 'reads an archived publication, and treats 404 as an error',
  'publications/ref-etag-form': 'uses the etag of a ref instead of the header',
  'publications/required-members=also-color-and-precio': 'creates without a color or a price',
  'publications/state-literals': 'compares names of states that the description does not show',
  'publications/suspend-twice': 'expects one particular answer when it suspends again',
  'publications/suspicious-mileage': 'sends a mileage that a service may refuse',
  'publications/same-vehicle': 'publishes a car twice, under two ids',
  'publications/telefono-create=400': 'creates with a telephone that is not the operator’s',
  'publications/uneditable-members': 'sends members that cannot be edited',
  'publications/unknown-operator': 'expects one particular answer to an unknown operator',
  'publications/unresolvable': 'expects one particular answer to an unknown brand or model',
  'publications/vin-check-digit': 'sends a Vin with a wrong check digit',
  'publications/version-absent=400': 'creates without a Version',
  'publications/warranty=boolean':
    'takes false for a certificate because it only looks for null, or needs its text',
  'publications/write-to-archived': 'expects one particular status when it archives a publication',
}

/** Returns what a client perhaps does that depends on an option; undefined if none is known. */
export const weaknessOfOption = (id: string, option: string): string | undefined =>
  BY_ID.get(`${id}=${option}`) ?? BY_ID.get(id)

const BY_ID: ReadonlyMap<string, string> = new Map(Object.entries(OPTION_WEAKNESSES))
