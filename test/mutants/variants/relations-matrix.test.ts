import { expect, it } from 'vitest'
import { relationClauses } from '../../../contracts/relations/index.ts'
import { failuresUnder } from '../support/wrong-server.ts'

/** The relations between exchanges hold for services that differ in many options. */

const PROFILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  strict: {
    'publications/precondition-required': '428',
    'publications/write-to-archived': '403',
    'publications/read-archived': '404',
    'publications/uneditable-members': '400',
    'publications/photos-put': 'mandatory',
    'publications/suspend-refused': '409',
    'publications/required-members': 'also-color-and-precio',
    'publications/telefono-create': '400',
    'publications/vin-check-digit': 'enforced',
    'common/write-to-unknown': '403',
    'common/precedence': 'body-before-precondition',
    'common/null-members': '400',
    'common/unknown-members': '400',
    'errors/how-many': 'first',
  },
  lenient: {
    'publications/suspend-twice': '200',
    'publications/external-id-reuse': '201',
    'publications/patch-nothing-archived': '200',
    'publications/put-absent': 'unchanged',
    'publications/photos-put': 'empty-ignored',
    'publications/photo-refused': 'left-out',
    'publications/suspicious-mileage': 'off',
    'publications/list': 'all-states',
    'publications/other-apps': 'shared',
    'agencies/package-counts': 'active-and-suspended',
    'common/types': 'converted',
    'common/accept-unsupported': 'full-form',
  },
  'of other forms': {
    'publications/etag-strength': 'weak',
    'publications/ref-etag-form': 'opaque-part',
    'publications/etag-unchanged-write': 'new',
    'publications/state-literals': 'words:Viva,Pausada,Cerrada',
    'publications/custom-data-item': 'string',
    'publications/warranty': 'boolean',
    'publications/exposure-fallback': 'nearest-lower',
    'common/href-form': 'absolute',
    'common/etag-elsewhere': 'every-get',
    'common/answer-content-type': 'charset-added',
    'common/time-zone': 'utc',
    'inquiries/order': 'oldest-first',
    'inquiries/beyond-last': '404',
    'inquiries/visible-to': 'own-only',
    'events/secret-shown': 'masked',
    'events/first-configuration': 'put',
    'errors/member-casing': 'camel',
  },
}

it.each(Object.entries(PROFILES))('no relation fails on a service that is %s', async (_, profile) => {
  expect(await failuresUnder(relationClauses, profile)).toEqual([])
})
