import { expect, it } from 'vitest'
import type { Assumption } from '../../src/api/assumptions/assumption.ts'
import { optionWords } from '../../src/api/assumptions/options.ts'
import { assumptions, optionText } from '../../src/api/assumptions/profile.ts'
import { miniatureWorld } from '../support/miniature-world.ts'
import { agencyCases } from './agencies.ts'
import { authCases } from './auth.ts'
import { catalogueCases } from './catalogue.ts'
import { commonCases } from './common.ts'
import { errorCases } from './errors.ts'
import { DELIVERY_ONLY, eventCases } from './events.ts'
import { inquiryCases } from './inquiries.ts'
import type { OptionCase } from './option-case.ts'
import { publicationMemberCases } from './publications-members.ts'
import { publicationStateCases } from './publications-states.ts'
import { publicationTextCases } from './publications-texts.ts'
import { agencyEditCases, inquiryListCases, requestFormCases } from './request-forms.ts'

const sections = [
  commonCases,
  authCases,
  catalogueCases,
  agencyCases,
  publicationStateCases,
  publicationMemberCases,
  inquiryCases,
  eventCases,
  errorCases,
  publicationTextCases,
  agencyEditCases,
  inquiryListCases,
  requestFormCases,
]
const switches = new Map<string, OptionCase>(sections.flatMap((section) => Object.entries(section)))

const switchable: readonly Assumption[] = assumptions.filter((entry) => entry.switchable)
const inDeliveries = new Set<string>(DELIVERY_ONLY)
const wordOf = (text: string): string => text.split(':', 1)[0] ?? ''

const seenUnder = (id: string, { given, agency, seen }: OptionCase, option: string): unknown =>
  seen(miniatureWorld({ ...given, [id]: option }, agency))

const rows = [...switches].flatMap(([id, entry]) =>
  Object.entries(entry.under).map(([option, expected]) => {
    const means =
      switchable.find((candidate) => candidate.id === id)?.options[wordOf(option)]?.means ?? 'unknown option'
    return { id, entry, option, expected, title: `${id}=${option}: ${means}` }
  }),
)

for (const { id, entry, option, expected, title } of rows) {
  it(title, () => {
    expect(seenUnder(id, entry, option)).toEqual(expected)
  })
}

it('every switchable assumption has a row, here or among those that deliveries show', () => {
  expect([...switches.keys(), ...inDeliveries].sort()).toEqual(switchable.map(({ id }) => id).sort())
})

it('every option of every switchable assumption has a row', () => {
  const missing = switchable
    .filter(({ id }) => !inDeliveries.has(id))
    .map(
      (entry) =>
        [
          entry.id,
          [...optionWords(entry)].sort(),
          Object.keys(switches.get(entry.id)?.under ?? {})
            .map(wordOf)
            .sort(),
        ] as const,
    )
    .filter(([, words, tested]) => words.join() !== tested.join())
  expect(missing).toEqual([])
})

it('no two options of one assumption look the same to a client', () => {
  const indistinct = [...switches].filter(([, { under }]) => {
    const seen = Object.values(under).map((value) => JSON.stringify(value))
    return new Set(seen).size !== seen.length
  })
  expect(indistinct.map(([id]) => id)).toEqual([])
})

it('an option that only deliveries show is kept in the profile of its world', () => {
  for (const id of DELIVERY_ONLY) {
    const entry = switchable.find((candidate) => candidate.id === id)
    for (const option of entry ? optionWords(entry) : []) {
      expect(optionText(miniatureWorld({ [id]: option }).setting.profile, id)).toBe(option)
    }
  }
})

it('a null Activa is what publications/activa-null says, whatever absent members mean', () => {
  const found = switches.get('publications/activa-null')
  const seen = found?.seen(
    miniatureWorld({ 'publications/activa-null': '400', 'publications/put-absent': 'unchanged' }),
  )
  expect(seen).toEqual(found?.under['400'])
})
