import { expect, test } from 'vitest'
import { publicationsBounds } from '../../contracts/publications-bounds.ts'
import { publicationsCar } from '../../contracts/publications-car.ts'
import { publicationsCreate } from '../../contracts/publications-create.ts'
import { publicationsEquipment } from '../../contracts/publications-equipment.ts'
import { publicationsExposure } from '../../contracts/publications-exposure.ts'
import { publicationsIds } from '../../contracts/publications-ids.ts'
import { publicationsMembers } from '../../contracts/publications-members.ts'
import { publicationsRead } from '../../contracts/publications-read.ts'
import { assumptions } from '../../src/assumptions/profile.ts'
import { tryOn } from './mutant.ts'

/** A service that takes another option of an open question is never accused by the clauses about creating and reading. */

const clauses = [
  ...publicationsCreate,
  ...publicationsIds,
  ...publicationsBounds,
  ...publicationsMembers,
  ...publicationsExposure,
  ...publicationsEquipment,
  ...publicationsCar,
  ...publicationsRead,
]

/** Sections whose options change what a client of publications sees. */
const SECTIONS = ['common', 'publications', 'errors', 'agencies', 'catalogue', 'auth', 'inquiries']

/** Options under which the kit needs credentials or another vendor word, which is a matter of the subject's settings. */
const SETTINGS = ['auth/scheme', 'auth/digest', 'common/vendor', 'limits/rate']

const profiles = assumptions
  .filter(({ id, switchable }) => switchable && SECTIONS.includes(id.split('/')[0] ?? '') && !SETTINGS.includes(id))
  .flatMap(({ id, options }) =>
    Object.entries(options).map(([word, option]): readonly [string, Readonly<Record<string, string>>] => {
      const text = 'value' in option ? `${word}:${[option.value.example].flat().join()}` : word
      return [`${id}=${text}`, { [id]: text }]
    }),
  )

const ACCUSING = ['failed', 'broken']

test.each(profiles)('%s: no clause about creating or reading accuses it', async (_, profile) => {
  const accused: unknown[] = []
  for (const clause of clauses) {
    const { verdict, violation, reason } = await tryOn(clause, { profile })
    if (ACCUSING.includes(verdict)) accused.push([clause.id, violation?.expected ?? reason, violation?.got])
  }
  expect(accused).toEqual([])
})

/** What the clauses note of a service that answers differently from the defaults. */
const LEARNED = {
  'publications/etag-strength': 'weak',
  'publications/external-id-characters': 'unreserved',
  'publications/external-id-reuse': '201',
  'publications/same-vehicle': '400',
  'publications/conflict-status-member': '400',
  'publications/unknown-operator': 'administrator',
  'publications/unresolvable': 'kept',
  'publications/vin-check-digit': 'enforced',
  'publications/suspicious-mileage': 'also-yearly-maximum',
  'publications/custom-data-item': 'string',
  'publications/warranty': 'boolean',
  'publications/telefono-create': '400',
  'publications/required-members': 'also-color-and-precio',
  'publications/location-header': 'absolute',
  'publications/ref-etag-form': 'opaque-part',
  'publications/photo-refused': 'left-out',
} as const

test.each(Object.entries(LEARNED))('%s=%s is learned, and so is its default', async (id, option) => {
  for (const profile of [{ [id]: option }, {}]) {
    const learned = new Set<string>()
    for (const clause of clauses) {
      for (const note of (await tryOn(clause, { profile })).learned) if (note.id === id) learned.add(note.option)
    }
    if (Object.keys(profile).length > 0) expect([...learned]).toEqual([option])
    else {
      expect(learned.size).toBe(1)
      expect([...learned]).not.toEqual([option])
    }
  }
})
