import { limits } from '../../src/api/wire/limits.ts'
import { PUBLICATION_MEMBERS } from '../../src/api/wire/publication-members.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { comparable } from '../support/publication-forms.ts'
import { createSuspended, fullEdit, writePublication } from '../support/publication-writes.ts'
import { customItem } from './equipment.ts'

/**
 * Types and bounds of the full edit are those of a create (PUB-21): beyond them it is refused and changes
 * nothing.
 */

type Row = readonly [slug: string, phrase: string, member: keyof typeof PUBLICATION_MEMBERS, value: unknown]

const { refStock, descripcion, versionYear, kilometraje } = limits

const ROWS: readonly Row[] = [
  ['a-long-ref-stock', 'a RefStock of 26 characters', 'RefStock', 'r'.repeat(refStock.max + 1)],
  ['a-long-description', 'a Descripcion of 2001 characters', 'Descripcion', 'd'.repeat(descripcion.max + 1)],
  ['a-short-vin', 'a Vin of 16 characters', 'Vin', '9BWZZZ377VT00425'],
  ['a-long-vin', 'a Vin of 18 characters', 'Vin', '9BWZZZ377VT0042512'],
  ['a-vin-with-foreign-letters', 'a Vin with the letters I, O and Q', 'Vin', '9BWIOQ377VT004251'],
  ['a-long-exposure', 'an Exposicion of 6 characters', 'Exposicion', 'Altaaa'],
  ['a-year-before-cars', 'VersionYear 1907', 'VersionYear', versionYear.min - 1],
  ['a-year-after-the-last', 'VersionYear 2051', 'VersionYear', versionYear.max + 1],
  // Their last 32 bits are legal values.
  ['a-year-beyond-32-bits', 'VersionYear 2^32 + 2020', 'VersionYear', 2 ** 32 + 2020],
  ['a-mileage-beyond-32-bits', 'Kilometraje 2^32 + 10', 'Kilometraje', 2 ** 32 + 10],
  ['a-text-as-year', 'a word as VersionYear', 'VersionYear', 'antiguo'],
  ['a-mileage-below-zero', 'Kilometraje -1', 'Kilometraje', kilometraje.min - 1],
  ['a-mileage-above-the-most', 'Kilometraje 999001', 'Kilometraje', kilometraje.max + 1],
  ['an-empty-color', 'an empty Color', 'Color', ''],
  ['too-much-custom-data', '51 rows of DatosTecnicosCustom', 'DatosTecnicosCustom', undefined],
]

/** Clauses on the bounds of the full edit. */
export const publicationPutBoundClauses = ROWS.map(([slug, phrase, member, value]) =>
  clause({
    id: `publications-edit/put-refuses-${slug}`,
    rule: 'publications-edit/put-refuses-a-member-out-of-bounds',
    statements: ['PUB-21', slug === 'a-text-as-year' ? 'COM-14' : PUBLICATION_MEMBERS[member].statement],
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
      const [was, is] = [comparable(member, before[member]), comparable(member, t.object(read)[member])]
      t.assert(was === is, `${member} ${was} as before`, is, read)
    },
  }),
)

const tooManyItems = async (t: ClauseContext): Promise<unknown[]> => {
  const { item } = await customItem(t)
  return Array.from({ length: limits.datosTecnicosCustom.max + 1 }, (_, at) => item(`Fila ${at}`))
}
