import { expect, it } from 'vitest'
import type { Assumption } from '../../src/api/assumptions/assumption.ts'
import { optionWords } from '../../src/api/assumptions/options.ts'
import { assumptions, optionText } from '../../src/api/assumptions/profile.ts'
import { miniatureWorld } from '../support/miniature-world.ts'
import { agencyProbes } from './agencies.ts'
import { authProbes } from './auth.ts'
import { catalogueProbes } from './catalogue.ts'
import { commonProbes } from './common.ts'
import { errorProbes } from './errors.ts'
import { DELIVERY_ONLY, eventProbes } from './events.ts'
import { inquiryProbes } from './inquiries.ts'
import type { OptionProbe } from './option-probe.ts'
import { publicationMemberProbes } from './publications-members.ts'
import { publicationStateProbes } from './publications-states.ts'
import { publicationTextProbes } from './publications-texts.ts'
import { agencyEditProbes, inquiryListProbes, requestFormProbes } from './request-forms.ts'

const sections = [
  commonProbes,
  authProbes,
  catalogueProbes,
  agencyProbes,
  publicationStateProbes,
  publicationMemberProbes,
  inquiryProbes,
  eventProbes,
  errorProbes,
  publicationTextProbes,
  agencyEditProbes,
  inquiryListProbes,
  requestFormProbes,
]
const switches = new Map<string, OptionProbe>(sections.flatMap((section) => Object.entries(section)))

const switchable: readonly Assumption[] = assumptions.filter((entry) => entry.switchable)
const inDeliveries = new Set<string>(DELIVERY_ONLY)
const wordOf = (text: string): string => text.split(':', 1)[0] ?? ''

const seenUnder = (id: string, { given, agency, seen }: OptionProbe, option: string): unknown =>
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
  const probe = switches.get('publications/activa-null')
  const seen = probe?.seen(
    miniatureWorld({ 'publications/activa-null': '400', 'publications/put-absent': 'unchanged' }),
  )
  expect(seen).toEqual(probe?.under['400'])
})
