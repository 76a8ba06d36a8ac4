import { limits } from '../../src/api/wire/limits.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { dayOf, inquiriesPath } from '../support/inquiry-page.ts'

/** The bounds of a list apply together with every filter and in every form (INQ-06). */

/** Days before today that are out of bounds by any clock. */
const daysTooEarly = limits.desde.daysBack + 3

interface Beside {
  readonly label: string
  readonly query: Readonly<Record<string, string>>
  readonly isRef?: true
}

const besides = async (t: ClauseContext): Promise<readonly Beside[]> => {
  const list = await t.get(inquiriesPath(t))
  if (list.response.status !== 200) t.skip(`a list without a period is answered ${list.response.status}`)
  const ids = entriesOf(list.json).map((entry) => membersOf(membersOf(entry).Auto).ExternalId)
  const externalid = ids.find((id) => typeof id === 'string' && id !== '')
  const hasta = dayOf(String(membersOf(list.json).Hasta), -1)
  return [
    { label: 'operador', query: { operador: t.target.agency } },
    ...(typeof externalid === 'string' ? [{ label: 'externalid', query: { externalid } }] : []),
    { label: 'hasta', query: { hasta } },
    { label: 'the ref type', query: {}, isRef: true },
  ]
}

const boundClause = (parameter: 'desde' | 'pagina', beyond: (t: ClauseContext) => Promise<string>): Clause =>
  clause({
    id: `relations/${parameter}-keeps-its-bound-beside-filters`,
    rule: 'relations/{parameter}-keeps-its-bound-beside-filters',
    statements: ['INQ-06', 'INQ-05'],
    title: `${parameter} out of bounds is refused with 400 together with every filter, and in both forms`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const others = await besides(t)
      const value = await beyond(t)
      for (const { query, isRef } of others) {
        const path = inquiriesPath(t, { ...query, [parameter]: value })
        t.status(await t.get(path, { accept: isRef ? t.types.ref : t.types.json }), 400)
      }
    },
  })

/** Clauses on the bounds of lists of inquiries. */
export const inquiryBoundClauses: readonly Clause[] = [
  boundClause('pagina', async () => String(limits.pagina.max + 1)),
  boundClause('desde', async (t) => {
    const { Hasta } = membersOf((await t.get(inquiriesPath(t))).json)
    return dayOf(String(Hasta), -daysTooEarly)
  }),
]
