import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import { isPlainGet, linkObjectsIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyByLink, listedMails } from '../agencies/agencies.ts'
import { collectionBehind } from '../support/catalogue-entries.ts'

/**
 * An agency that the app may not use does not exist for it (ERR-07). Needs `--stranger-agency`; reads only,
 * because a write that gets through could not be undone.
 */

const READS: Readonly<Record<string, { readonly statement: string; path(mail: string): string }>> = {
  package: { statement: 'AGE-07', path: (mail) => `/v3/agencias/${mail}/productos` },
  operators: { statement: 'AGE-01', path: (mail) => `/v3/operadores/${mail}` },
  notifications: { statement: 'AGE-10', path: (mail) => `/v3/notificaciones/${mail}` },
  inquiries: { statement: 'INQ-05', path: (mail) => `/v3/consultas/${mail}` },
}

/** Matches a mail in an address, in any letter case and with any of its characters percent-encoded. */
const namesOf = (mail: string): RegExp =>
  new RegExp(
    [...mail]
      .map((letter) => `(?:${letter.replace(/[^\w]/, '\\$&')}|${encodeURIComponent(letter)})`)
      .join(''),
    'gi',
  )

/** Clauses on an agency that the app may not use. */
export const strangerAgencyClauses: readonly Clause[] = [
  clause({
    id: 'relations/a-stranger-agency-is-not-listed',
    statements: ['ERR-07', 'CAT-11'],
    title: 'The agencies behind the entry point include none that the app may not use',
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
  clause({
    id: 'relations/links-of-the-agency-lead-to-no-stranger',
    statements: ['ERR-07', 'AGE-06'],
    title: 'No link of the agency, with the name of an agency that the app may not use, leads to its data',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { strangerAgency, agency } = t.target
      if (strangerAgency === undefined) return t.skip('--stranger-agency names no agency')
      const { exchange, body } = await agencyByLink(t)
      const hrefs = [
        exchange.request.url,
        ...linkObjectsIn(body)
          .filter(isPlainGet)
          .map(({ href }) => href),
      ]
      for (const href of new Set(hrefs)) {
        const strange = href.replaceAll(namesOf(agency), encodeURIComponent(strangerAgency))
        if (strange === href) continue
        const read = await t.get(strange, { accept: t.types.json })
        const { _entries: entries, ...rest } = membersOf(read.json)
        const isEmpty = Array.isArray(entries) ? entries.length === 0 : Object.keys(rest).length === 0
        const { status } = read.response
        t.assert(
          status !== 200 || isEmpty,
          `nothing of ${strangerAgency}, such as 404`,
          read.response.body,
          read,
        )
      }
    },
  }),
  ...Object.entries(READS).map(([name, { statement, path }]) =>
    clause({
      id: `relations/${name}-of-a-stranger-agency-are-not-found`,
      rule: 'relations/{read}-of-a-stranger-agency-are-not-found',
      statements: ['ERR-07', statement],
      title: `The ${name} of an agency that the app may not use return 404`,
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
