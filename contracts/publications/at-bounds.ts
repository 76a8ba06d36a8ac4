import { isLevel } from '../../src/api/wire/exposure-level.ts'
import { limits } from '../../src/api/wire/limits.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { keyRefersTo } from '../support/problem-body.ts'
import { createSuspended, fullEdit, writePublication } from '../support/publication-writes.ts'

/**
 * Values at a bound whose acceptance leaves something behind, or depends on more than the bound. They are
 * sent together with a wrong member, and `Errors` must not blame them.
 */

interface Blameless {
  readonly slug: string
  readonly member: string
  readonly statement: string
  /** Returns the value. */
  readonly value: (attempt: number) => unknown
  /** The member that is wrong. */
  readonly wrong: Readonly<Record<string, unknown>>
  readonly wrongMember: string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const BLAMELESS: readonly Blameless[] = [
  {
    slug: 'an-id-of-2-characters',
    member: 'ExternalId',
    statement: 'PUB-03',
    // The id may be in use, so two are tried.
    value: (attempt) => `${LETTERS[(Date.now() + attempt) % LETTERS.length]}${attempt + 4}`,
    wrong: { VersionYear: limits.versionYear.min - 1 },
    wrongMember: 'VersionYear',
  },
  {
    slug: 'a-version-year-of-2050',
    member: 'VersionYear',
    statement: 'PUB-11',
    value: () => limits.versionYear.max,
    wrong: { Kilometraje: limits.kilometraje.max + 1 },
    wrongMember: 'Kilometraje',
  },
]

const ATTEMPTS = 2

/** Asserts that a full edit with the last year and a mileage beyond its bound is not blamed for the year. */
const judgeLastYear = async (t: ClauseContext): Promise<void> => {
  const made = await createSuspended(t)
  const wrong = { VersionYear: limits.versionYear.max, Kilometraje: limits.kilometraje.max + 1 }
  const refused = await writePublication(t, made, await fullEdit(t, made, wrong))
  const keys = errorKeys(refused.json)
  if (refused.response.status !== 400 || !keys.some((key) => keyRefersTo(key, 'Kilometraje')))
    t.skip('Errors do not name Kilometraje')
  t.assert(!keys.some((key) => keyRefersTo(key, 'VersionYear')), 'no fault of VersionYear', keys, refused)
}

const judgeBlame = async (t: ClauseContext, row: Blameless): Promise<void> => {
  let blames = 0
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const refused = await t.create({ Activa: false, ...row.wrong, [row.member]: row.value(attempt) })
    const keys = errorKeys(refused.json)
    const isNamed = refused.response.status === 400 && keys.some((key) => keyRefersTo(key, row.wrongMember))
    if (!isNamed && keys.length !== 1) t.skip(`Errors do not name ${row.wrongMember}`)
    if (keys.some((key) => keyRefersTo(key, row.member))) blames += 1
    if (blames === ATTEMPTS) t.assert(false, `no fault of ${row.member}`, keys, refused)
  }
}

/** Clauses on values at their bounds, and on levels that do not exist. */
export const publicationAtBoundClauses: readonly Clause[] = [
  ...BLAMELESS.map((row) =>
    clause({
      id: `publications-members/${row.slug}-is-not-blamed`,
      rule: 'publications-members/a-value-at-its-bound-is-not-blamed',
      statements: [row.statement, 'ERR-03'],
      title: `Errors for another member do not name ${row.slug.replaceAll('-', ' ')}`,
      leaves: 'archived',
      needs: ['write'],
      check: (t) => judgeBlame(t, row),
    }),
  ),
  clause({
    id: 'publications-edit/put-does-not-blame-the-last-year',
    statements: ['PUB-21', 'PUB-11', 'ERR-03'],
    title: 'Errors of a full edit for another member do not name VersionYear 2050',
    leaves: 'archived',
    needs: ['write'],
    check: judgeLastYear,
  }),
  clause({
    id: 'publications-members/exposicion-that-is-no-level',
    statements: ['PUB-07', 'AGE-09'],
    title: 'An Exposicion that is not a level is refused, or results in Alta, Media or Baja',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      // A suspended publication may get its level in another way.
      for (const Activa of [true, false]) {
        const made = await t.create({ Exposicion: 'Mala', Activa })
        t.status(made, 201, 400, 403, 409)
        if (made.response.status !== 201) continue
        const { Exposicion: shown } = t.object(made)
        t.assert(isLevel(shown) || shown === null, 'Alta, Media or Baja', shown, made)
      }
    },
  }),
]
