import { expect, it } from 'vitest'
import { defaultProfile, withOptions } from '../../api/assumptions/profile.ts'
import { type AvailableForms, negotiateType, offeredTypes } from './accept.ts'

const FULL = 'full as application/json'
const ENTRY = 'full as application/vnd.service.entry+json'
const TEXT = 'full as text/json'
const REF = 'ref as application/vnd.service.ref+json'
const NONE = 'none'

const profileWith = (options: Readonly<Record<string, string>>) =>
  withOptions(defaultProfile, options, 'given')

const negotiated = (
  accept: string | null,
  forms: AvailableForms = { ref: true },
  profile = defaultProfile,
): string => {
  const chosen = negotiateType(accept, offeredTypes(profile, forms), profile)
  return chosen ? `${chosen.form} as ${chosen.contentType}` : NONE
}

it.each([
  [null, FULL],
  ['', FULL],
  ['   ', FULL],
  ['*/*', FULL],
  ['application/json', FULL],
  ['application/vnd.service.entry+json', ENTRY],
  ['text/json', TEXT],
  ['application/vnd.service.ref+json', REF],
  ['application/*', FULL],
  ['text/*', TEXT],
  ['APPLICATION/VND.Service.REF+JSON', REF],
  ['application/json; charset=utf-8', FULL],
  ['application/json;version=3;q=0.2', FULL],
])('COM-10: Accept %s gives %s', (accept, expected) => {
  expect(negotiated(accept)).toBe(expected)
})

it.each([
  ['application/json;q=0.5, application/vnd.service.ref+json', REF],
  ['text/plain;a=",application/json,", application/vnd.service.ref+json', REF],
  ['application/json;a=";q=0.1", text/json;q=0.5', FULL],
  ['application/json;a="\\";q=0.1", text/json;q=0.5', FULL],
  ['application/json, application/vnd.service.ref+json;q=0.999', FULL],
  ['application/vnd.service.ref+json;q=0.2, text/json;q=0.3', TEXT],
  ['*/*;q=0.1, application/vnd.service.ref+json', REF],
  ['*/*, application/vnd.service.ref+json', REF],
  ['application/vnd.service.ref+json, application/json', REF],
  ['application/json, application/vnd.service.ref+json', FULL],
  ['text/plain, application/xml;q=0.9, application/vnd.service.ref+json;q=0.1', REF],
  ['application/json;q=0.5,*/*;q=0.9', ENTRY],
  ['application/*;q=0.2, text/*;q=0.8', TEXT],
  ['application/json;q=.2, text/json;q=0.25', TEXT],
  ['application/json;q=0.3333333, text/json;q=0.5', TEXT],
  ['application/json; Q = 0.1 , text/json', TEXT],
])(
  'COM-10: the highest quality wins, then the more specific range, then the first: %s gives %s',
  (accept, expected) => {
    expect(negotiated(accept)).toBe(expected)
  },
)

it.each([
  ['application/json;q=0, */*', ENTRY],
  ['application/*;q=0, */*', TEXT],
  ['*/*;q=0, application/vnd.service.ref+json', REF],
  ['text/json;q=0', NONE],
  ['*/*;q=0', NONE],
  ['*/*;q=0.0000', NONE],
  ['application/json;q=0.000', NONE],
])('COM-10: quality 0 excludes a type: %s gives %s', (accept, expected) => {
  expect(negotiated(accept)).toBe(expected)
})

it.each([
  ['json', NONE],
  ['application', NONE],
  ['application/', NONE],
  ['*/json', NONE],
  [';q=1', NONE],
  [',', NONE],
  ['text/html', NONE],
  ['application/xml, text/plain', NONE],
  ['garbage, application/vnd.service.ref+json', REF],
  [',, text/json ,', TEXT],
  ['application/json;;', FULL],
])('COM-10: malformed parts of Accept are ignored: %s gives %s', (accept, expected) => {
  expect(negotiated(accept)).toBe(expected)
})

it('common/accept-unsupported: the ref type is not acceptable where the resource has no ref form', () => {
  expect(negotiated('application/vnd.service.ref+json', {})).toBe(NONE)
  expect(negotiated('application/vnd.service.ref+json, application/json;q=0.1', {})).toBe(FULL)
})

it('common/accept-unsupported=full-form returns the full form instead of 406', () => {
  expect(negotiated('text/html', {}, profileWith({ 'common/accept-unsupported': 'full-form' }))).toBe(FULL)
})

it('catalogue/detail-media-type: the ex-entry type selects the detail and nothing else does', () => {
  const forms = { ref: true, detail: true }
  expect(negotiated('application/vnd.service.ex-entry+json', forms)).toBe(
    'detail as application/vnd.service.ex-entry+json',
  )
  expect(negotiated('application/json', forms)).toBe(FULL)
  expect(negotiated('*/*', forms)).toBe(FULL)
  expect(negotiated('application/vnd.service.ex-entry+json', { ref: true })).toBe(NONE)
})

it('catalogue/detail-media-type=json gives the detail for plain JSON and the summary for the entry type', () => {
  const profile = profileWith({ 'catalogue/detail-media-type': 'json' })
  const forms = { ref: true, detail: true }
  expect(negotiated('application/json', forms, profile)).toBe('detail as application/json')
  expect(negotiated('application/vnd.service.entry+json', forms, profile)).toBe(ENTRY)
  expect(negotiated('application/json', {}, profile)).toBe(FULL)
})

it('common/vendor replaces the vendor name in the media types', () => {
  const profile = profileWith({ 'common/vendor': 'token:acme' })
  expect(negotiated('application/vnd.acme.ref+json', { ref: true }, profile)).toBe(
    'ref as application/vnd.acme.ref+json',
  )
  expect(negotiated('application/vnd.service.ref+json', { ref: true }, profile)).toBe(NONE)
})

it('common/answer-content-type=charset-added adds the charset parameter', () => {
  const profile = profileWith({ 'common/answer-content-type': 'charset-added' })
  expect(negotiated('text/json', {}, profile)).toBe('full as text/json; charset=utf-8')
})

it.each([
  [null, ENTRY],
  ['*/*', ENTRY],
  ['application/*', ENTRY],
  ['application/json', FULL],
  ['text/*', TEXT],
  ['text/*, application/*;q=0.1', TEXT],
  ['*/*, application/vnd.service.entry+json;q=0', FULL],
])(
  'common/answer-content-type=entry-type returns the entry type only where Accept covers it: %s gives %s',
  (accept, expected) => {
    expect(negotiated(accept, {}, profileWith({ 'common/answer-content-type': 'entry-type' }))).toBe(expected)
  },
)
