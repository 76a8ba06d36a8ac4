import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import { listedMails } from '../agencies/agencies.ts'
import { collectionBehind } from '../support/catalogue-walk.ts'

/**
 * An agency that the app may not use does not exist for it (ERR-07). Needs `--stranger-agency`; reads only,
 * because what a leak lets through could not be undone.
 */

const READS: Readonly<Record<string, { readonly statement: string; path(mail: string): string }>> = {
  package: { statement: 'AGE-07', path: (mail) => `/v3/agencias/${mail}/productos` },
  operators: { statement: 'AGE-01', path: (mail) => `/v3/operadores/${mail}` },
  notifications: { statement: 'AGE-10', path: (mail) => `/v3/notificaciones/${mail}` },
  inquiries: { statement: 'INQ-05', path: (mail) => `/v3/consultas/${mail}` },
}

/** Clauses on an agency that the app may not use. */
export const strangerAgencyClauses: readonly Clause[] = [
  clause({
    id: 'relations/a-stranger-agency-is-not-listed',
    statements: ['ERR-07', 'CAT-11'],
    title: 'The agencies behind the entry point hold none that the app may not use',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { strangerAgency } = t.target
      if (strangerAgency === undefined) return t.skip('--stranger-agency names no agency')
      const list = await collectionBehind(t, 'Agencias')
      const isListed = listedMails(list.json).includes(strangerAgency.toLowerCase())
      t.assert(!isListed, `no agency ${strangerAgency}`, 'it is listed', list)
    },
  }),
  ...Object.entries(READS).map(([words, { statement, path }]) =>
    clause({
      id: `relations/${words}-of-a-stranger-agency-are-not-found`,
      rule: 'relations/{read}-of-a-stranger-agency-are-not-found',
      statements: ['ERR-07', statement],
      title: `The ${words} of an agency that the app may not use are answered 404`,
      leaves: 'nothing',
      needs: [],
      check: async (t) => {
        const { strangerAgency } = t.target
        if (strangerAgency === undefined) return t.skip('--stranger-agency names no agency')
        const href = path(encodeURIComponent(strangerAgency))
        // Reads of what the app may not use are 404 or 403 (`auth/forbidden-reads`).
        t.status(await t.get(href, { accept: t.types.json }), 404, 403)
      },
    }),
  ),
]
