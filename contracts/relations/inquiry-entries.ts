import { Consulta } from '../../src/api/wire/response-schemas.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { addressesIn, entriesOf } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { dayOf, inquiriesPath } from '../support/inquiry-page.ts'

/** Relations between the entries of a list of inquiries, its filters, and the inquiries themselves. */

const COMPARED = Object.keys(Consulta.shape).filter((name) => !['_links', 'Momento'].includes(name))

const entriesListed = async (t: ClauseContext, query: Readonly<Record<string, string>> = {}) => {
  const list = await t.get(inquiriesPath(t, query), { accept: t.types.json })
  // Unknown values of filters and periods may be refused (`inquiries/unknown-filter`).
  t.status(list, 200, 400, 404)
  return { list, entries: entriesOf(list.json).map(membersOf) }
}

const idOf = (entry: Readonly<Record<string, unknown>>): string =>
  String(membersOf(entry.Auto).ExternalId ?? '')

const DAYS_BACK = 12

/** Returns whether a moment is within days, with one day of tolerance for its zone. */
const isWithin = (moment: unknown, from: string, to: string): boolean =>
  dayOf(String(moment)) >= dayOf(from, -1) && dayOf(String(moment)) <= dayOf(to, 1)

/** Clauses on entries of lists of inquiries. */
export const inquiryEntryClauses: readonly Clause[] = [
  clause({
    id: 'relations/an-inquiry-is-what-its-list-shows',
    statements: ['INQ-01', 'INQ-02', 'INQ-04'],
    title: 'An inquiry has the same members as its entry in the list',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { entries } = await entriesListed(t)
      // A list that shortens entries shows it on long ones.
      const [longest] = entries.toSorted(
        (one, other) => canonicalJson(other).length - canonicalJson(one).length,
      )
      const some = [entries[0], entries[Math.floor(entries.length / 2)], entries.at(-1), longest]
      for (const entry of some) {
        if (entry === undefined) continue
        const href = addressesIn(entry).find((one) => /\/consultas\/[^/?]+\/[^/?{]+$/.test(one))
        if (href === undefined) return t.skip('inquiries do not show their address')
        const read = await t.get(href, { accept: t.types.json })
        if (read.response.status !== 200) continue
        const shown = membersOf(read.json)
        for (const name of COMPARED) {
          const [one, other] = [canonicalJson(entry[name] ?? null), canonicalJson(shown[name] ?? null)]
          t.assert(one === other, `${name} ${one}, as the list shows`, other, read)
        }
        const isSameMoment = Date.parse(String(entry.Momento)) === Date.parse(String(shown.Momento))
        t.assert(isSameMoment, `Momento ${entry.Momento}, as the list shows`, shown.Momento, read)
      }
    },
  }),
  clause({
    id: 'relations/part-of-an-externalid-names-no-other',
    statements: ['INQ-05', 'PUB-03'],
    title: '?externalid= of the beginning of an id finds no inquiry about the publication with the whole id',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { entries } = await entriesListed(t)
      const id = entries.map(idOf).find((one) => one.length > 3) ?? t.skip('no inquiry on a publication')
      for (const part of [id.slice(0, -1), id.slice(1)]) {
        const found = await entriesListed(t, { externalid: part })
        const other = found.entries.map(idOf).find((one) => !sameInAnyCase(one, part))
        t.assert(other === undefined, `no inquiry but those on ${part}`, other, found.list)
      }
    },
  }),
  ...(['desde', 'hasta'] as const).map((name) =>
    clause({
      id: `relations/${name}-bounds-the-period-alone`,
      rule: 'relations/{bound}-bounds-the-period-alone',
      statements: ['INQ-05'],
      title: `${name} alone limits the days of reception`,
      leaves: 'nothing',
      needs: ['inquiries'],
      check: async (t) => {
        const { list } = await entriesListed(t)
        const day = dayOf(String(membersOf(list.json).Hasta), -DAYS_BACK)
        const found = await entriesListed(t, { [name]: day })
        const [from, to] = name === 'desde' ? [day, '9998-12-31'] : ['0001-01-05', day]
        const outside = found.entries.find(({ Momento }) => !isWithin(Momento, from, to))
        t.assert(outside === undefined, `no inquiry beyond ${name} ${day}`, outside?.Momento, found.list)
      },
    }),
  ),
  ...Object.entries({ 'of-zero': '0', 'below-zero': '-1', 'of-a-word': 'dos' }).map(([slug, pagina]) =>
    clause({
      id: `relations/pagina-${slug}-is-understood`,
      rule: 'relations/pagina-of-another-form-is-understood',
      statements: ['INQ-04', 'INQ-06'],
      title: `pagina=${pagina} returns one of the statuses of the list: 200, 400 or 404`,
      leaves: 'nothing',
      needs: ['inquiries'],
      check: async (t) => {
        await entriesListed(t, { pagina })
      },
    }),
  ),
]
