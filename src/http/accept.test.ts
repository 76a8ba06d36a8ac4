import { expect, it } from 'vitest'
import { withOptions as chooseOptions, defaultProfile } from '../assumptions/profile.ts'
import { type AvailableForms, negotiateType, offeredTypes } from './accept.ts'

const FULL = 'full as application/json'
const ENTRY = 'full as application/vnd.service.entry+json'
const TEXT = 'full as text/json'
const REF = 'ref as application/vnd.service.ref+json'
const NONE = 'none'

const under = (options: Readonly<Record<string, string>>) => chooseOptions(defaultProfile, options, 'given')

const chosenBy = (accept: string | null, forms: AvailableForms = { ref: true }, profile = defaultProfile): string => {
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
  expect(chosenBy(accept)).toBe(expected)
})

it.each([
  ['application/json;q=0.5, application/vnd.service.ref+json', REF],
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
])('COM-10: the highest quality wins, then the more exact range, then the first: %s gives %s', (accept, expected) => {
  expect(chosenBy(accept)).toBe(expected)
})

it.each([
  ['application/json;q=0, */*', ENTRY],
  ['application/*;q=0, */*', TEXT],
  ['*/*;q=0, application/vnd.service.ref+json', REF],
  ['text/json;q=0', NONE],
  ['*/*;q=0', NONE],
  ['*/*;q=0.0000', NONE],
  ['application/json;q=0.000', NONE],
])('COM-10: quality 0 excludes a type: %s gives %s', (accept, expected) => {
  expect(chosenBy(accept)).toBe(expected)
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
])('malformed parts of Accept name nothing: %s gives %s', (accept, expected) => {
  expect(chosenBy(accept)).toBe(expected)
})

it('common/accept-unsupported: a ref is not acceptable where the resource has none', () => {
  expect(chosenBy('application/vnd.service.ref+json', {})).toBe(NONE)
  expect(chosenBy('application/vnd.service.ref+json, application/json;q=0.1', {})).toBe(FULL)
})

it('common/accept-unsupported=full-form shows the full form instead of refusing', () => {
  expect(chosenBy('text/html', {}, under({ 'common/accept-unsupported': 'full-form' }))).toBe(FULL)
})

it('catalogue/detail-media-type: the ex-entry type selects the detail and nothing else does', () => {
  const forms = { ref: true, detail: true }
  expect(chosenBy('application/vnd.service.ex-entry+json', forms)).toBe(
    'detail as application/vnd.service.ex-entry+json',
  )
  expect(chosenBy('application/json', forms)).toBe(FULL)
  expect(chosenBy('*/*', forms)).toBe(FULL)
  expect(chosenBy('application/vnd.service.ex-entry+json', { ref: true })).toBe(NONE)
})

it('catalogue/detail-media-type=json gives the detail for plain JSON and the summary for the entry type', () => {
  const profile = under({ 'catalogue/detail-media-type': 'json' })
  const forms = { ref: true, detail: true }
  expect(chosenBy('application/json', forms, profile)).toBe('detail as application/json')
  expect(chosenBy('application/vnd.service.entry+json', forms, profile)).toBe(ENTRY)
  expect(chosenBy('application/json', {}, profile)).toBe(FULL)
})

it('common/vendor replaces the vendor word of the media types', () => {
  const profile = under({ 'common/vendor': 'token:acme' })
  expect(chosenBy('application/vnd.acme.ref+json', { ref: true }, profile)).toBe('ref as application/vnd.acme.ref+json')
  expect(chosenBy('application/vnd.service.ref+json', { ref: true }, profile)).toBe(NONE)
})

it('common/answer-content-type=charset-added names the charset', () => {
  const profile = under({ 'common/answer-content-type': 'charset-added' })
  expect(chosenBy('text/json', {}, profile)).toBe('full as text/json; charset=utf-8')
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
  'common/answer-content-type=entry-type names the entry type only where it will do: %s gives %s',
  (accept, expected) => {
    expect(chosenBy(accept, {}, under({ 'common/answer-content-type': 'entry-type' }))).toBe(expected)
  },
)
