import { limits } from '../../src/api/wire/limits.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { createSuspended, fullEdit, writePublication } from '../support/publication-writes.ts'
import { customItem } from './equipment.ts'

/**
 * Types and bounds of the full edit are those of a create (PUB-21): beyond them it is refused and changes
 * nothing.
 */

const ROWS: readonly { slug: string; phrase: string; member: string; value: unknown; statement: string }[] = [
  {
    slug: 'a-long-ref-stock',
    phrase: 'a RefStock of 26 characters',
    member: 'RefStock',
    value: 'r'.repeat(limits.refStock.max + 1),
    statement: 'PUB-04',
  },
  {
    slug: 'a-long-description',
    phrase: 'a Descripcion of 2001 characters',
    member: 'Descripcion',
    value: 'd'.repeat(limits.descripcion.max + 1),
    statement: 'PUB-04',
  },
  {
    slug: 'a-short-vin',
    phrase: 'a Vin of 16 characters',
    member: 'Vin',
    value: '9BWZZZ377VT00425',
    statement: 'PUB-05',
  },
  {
    slug: 'a-long-vin',
    phrase: 'a Vin of 18 characters',
    member: 'Vin',
    value: '9BWZZZ377VT0042512',
    statement: 'PUB-05',
  },
  {
    slug: 'a-vin-with-foreign-letters',
    phrase: 'a Vin with the letters I, O and Q',
    member: 'Vin',
    value: '9BWIOQ377VT004251',
    statement: 'PUB-05',
  },
  {
    slug: 'a-long-exposure',
    phrase: 'an Exposicion of 6 characters',
    member: 'Exposicion',
    value: 'Altaaa',
    statement: 'PUB-07',
  },
  {
    slug: 'a-year-before-cars',
    phrase: 'VersionYear 1907',
    member: 'VersionYear',
    value: limits.versionYear.min - 1,
    statement: 'PUB-11',
  },
  {
    slug: 'a-year-after-the-last',
    phrase: 'VersionYear 2051',
    member: 'VersionYear',
    value: limits.versionYear.max + 1,
    statement: 'PUB-11',
  },
  // Their last 32 bits are legal values.
  {
    slug: 'a-year-beyond-32-bits',
    phrase: 'VersionYear 2^32 + 2020',
    member: 'VersionYear',
    value: 2 ** 32 + 2020,
    statement: 'PUB-11',
  },
  {
    slug: 'a-mileage-beyond-32-bits',
    phrase: 'Kilometraje 2^32 + 10',
    member: 'Kilometraje',
    value: 2 ** 32 + 10,
    statement: 'PUB-14',
  },
  {
    slug: 'a-text-as-year',
    phrase: 'a word as VersionYear',
    member: 'VersionYear',
    value: 'antiguo',
    statement: 'COM-14',
  },
  {
    slug: 'a-mileage-below-zero',
    phrase: 'Kilometraje -1',
    member: 'Kilometraje',
    value: limits.kilometraje.min - 1,
    statement: 'PUB-14',
  },
  {
    slug: 'a-mileage-above-the-most',
    phrase: 'Kilometraje 999001',
    member: 'Kilometraje',
    value: limits.kilometraje.max + 1,
    statement: 'PUB-14',
  },
  { slug: 'an-empty-color', phrase: 'an empty Color', member: 'Color', value: '', statement: 'PUB-15' },
  {
    slug: 'too-much-custom-data',
    phrase: '51 rows of DatosTecnicosCustom',
    member: 'DatosTecnicosCustom',
    value: undefined,
    statement: 'PUB-16',
  },
]

/** Clauses on the bounds of the full edit. */
export const publicationPutBoundClauses = ROWS.map(({ slug, phrase, member, value, statement }) =>
  clause({
    id: `publications-edit/put-refuses-${slug}`,
    rule: 'publications-edit/put-refuses-a-member-out-of-bounds',
    statements: ['PUB-21', statement],
    title: `A full edit with ${phrase} is refused with 400 and changes nothing`,
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const made = await createSuspended(t)
      // The same edit without the wrong member is accepted, so the member is the reason of the refusal.
      const good = await writePublication(t, made, await fullEdit(t, made))
      if (good.response.status !== 200) t.skip(`the same edit without it is answered ${good.response.status}`)
      const before = t.object(good)
      const refused = await writePublication(
        t,
        { ...made, etag: good.response.headers.etag ?? '' },
        await fullEdit(t, made, { [member]: value ?? (await tooManyItems(t)) }),
      )
      t.status(refused, 400)
      const read = await t.get(made.path)
      t.status(read, 200)
      const [was, is] = [JSON.stringify(before[member]), JSON.stringify(t.object(read)[member])]
      t.assert(was === is, `${member} ${was} as before`, is, read)
    },
  }),
)

const tooManyItems = async (t: ClauseContext): Promise<unknown[]> => {
  const { item } = await customItem(t)
  return Array.from({ length: limits.datosTecnicosCustom.max + 1 }, (_, at) => item(`Fila ${at}`))
}
