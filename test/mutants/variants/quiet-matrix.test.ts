import { expect, it } from 'vitest'
import { clauses } from '../../../src/cli/entries/kit-entry.ts'
import { failuresUnder } from '../support/wrong-server.ts'

/**
 * Options that no clause asks for are legal too: no clause fails on a service that differs in many of them.
 */

const PROFILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'strict about texts and follows what changes': {
    'publications/empty-strings': 'null',
    'publications/vin-case': '400',
    'publications/exposure-unknown': 'as-null',
    'publications/optional-absent': 'empty-strings',
    'publications/activa-null': 'put-unchanged',
    'publications/mileage-put': 'never-lower',
    'publications/custom-data-shown': 'own-rows',
    'publications/warranty-new-car': '400',
    'publications/location-forms': 'kept',
    'publications/location-absent-members': 'null',
    'publications/telefono-null': 'at-each-read',
    'publications/patch-empty': '400',
    'publications/exposure-null-put': 'as-in-create',
    'publications/order': 'newest-first',
    'publications/if-none-match-write': 'ignored',
    'inquiries/unknown-filter': '404',
    'inquiries/period-shown': 'midnights',
    'inquiries/hasta-future': '400',
    'inquiries/auto': 'live',
    'inquiries/operator': 'live',
  },
  'strict about requests and shows other things': {
    'publications/external-id-shown': 'lower-case',
    'publications/patch-null-amounts': 'unchanged',
    'publications/photos-count': 'at-most:5',
    'publications/location-null': 'null',
    'publications/location-bounds': 'unbounded',
    'publications/amounts': '400',
    'publications/transmission-spelling': '400',
    'common/template-syntax': 'literal-query',
    'common/unexpected-body': '400',
    'common/request-media-types': 'json-only',
    'common/query-parameters': '400',
    'common/charset': 'ignored',
    'common/accept-malformed': 'any',
    'common/valor-bounds': 'unbounded',
    'agencies/settings-unset': 'null',
    'agencies/operator-phones': 'without-whatsapp',
    'inquiries/pagina-minimum': 'first-page',
    'events/required-members': 'activo-kept',
    'catalogue/technical-rows': 'value-in-datos',
    'catalogue/order': 'by-name',
  },
}

it.each(Object.entries(PROFILES))('no clause fails on a service that is %s', async (_, profile) => {
  expect(await failuresUnder(clauses, profile)).toEqual([])
})
