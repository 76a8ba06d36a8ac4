import { limits } from '../../src/api/wire/limits.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, isPlainGet, ownLinksIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { inquiriesPath, mostInquired } from '../support/inquiry-page.ts'
import { longPeriod } from './inquiry-list-reader.ts'

/**
 * Links between the pages of a list of inquiries (INQ-04). Their names are open (`common/relation-names`).
 */

const MAX_OPERATORS = 4

const SECOND_PAGE = /[?&]pagina=2(&|$)/

/** Returns the content of a page without links, which may be relative to its address. */
const shownBy = (page: Exchange): string => {
  const { Pagina, Total, Desde, Hasta } = membersOf(page.json)
  const moments = entriesOf(page.json).map((entry) => membersOf(entry).Momento)
  return canonicalJson({ Pagina, Total, Desde, Hasta, moments })
}

/**
 * Asserts that the link to the second page leads to the second page of the query; returns the first page.
 * Skips when that page changes meanwhile.
 */
const isFollowed = async (t: ClauseContext, query: Readonly<Record<string, string>>): Promise<Exchange> => {
  const first = await t.get(inquiriesPath(t, query), { accept: t.types.json })
  const href = ownLinksIn(first.json)
    .filter(isPlainGet)
    .find((link) => SECOND_PAGE.test(link.href))?.href
  if (href === undefined) return first
  const ask = () => t.get(inquiriesPath(t, { ...query, pagina: '2' }), { accept: t.types.json })
  const asked = await ask()
  const linked = await t.get(href, { accept: t.types.json })
  t.status(linked, asked.response.status)
  const [expected, got] = [shownBy(asked), shownBy(linked)]
  if (expected !== got && shownBy(await ask()) !== expected) t.skip('inquiries arrive during the reads')
  t.assert(expected === got, `the page ${expected}`, got, linked)
  return first
}

/** Names that a service may use for relations to another page, with the pages from one to the other. */
const STEPS: readonly (readonly [RegExp, number])[] = [
  [/\.(next|siguiente)$/, 1],
  [/\.(prev|previous|anterior)$/, -1],
]

/** Asserts that a page calls only the page after it next, and only the page before it previous. */
const leadsOn = async (t: ClauseContext, page: Exchange): Promise<void> => {
  for (const { where, href } of ownLinksIn(page.json).filter(isPlainGet)) {
    const step = STEPS.find(([name]) => name.test(where))?.[1]
    if (step === undefined) continue
    const linked = await t.get(href, { accept: t.types.json })
    // The page beyond the last one is open (`inquiries/beyond-last`).
    if (linked.response.status !== 200 || entriesOf(linked.json).length === 0) continue
    const [from, to] = [page, linked].map(({ json }) => Number(membersOf(json).Pagina))
    t.assert(to === Number(from) + step, `page ${Number(from) + step} behind ${where} of ${from}`, to, linked)
  }
}

/** Clauses on the links between pages of inquiries. */
export const inquiryNextLinkClauses: readonly Clause[] = [
  clause({
    id: 'relations/the-link-to-the-second-page-keeps-the-filters',
    statements: ['INQ-04', 'INQ-05', 'COM-02'],
    title: 'The link from a list of inquiries to its second page leads to that page, with the same filters',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const period = await longPeriod(t)
      const first = await isFollowed(t, period)
      for (const externalid of mostInquired(first)) await isFollowed(t, { ...period, externalid })
      const { json } = await t.get(`/v3/operadores/${t.adminMail}`, { accept: t.types.json })
      const others = entriesOf(json).map((entry) => String(membersOf(entry).Email))
      // Some operators have fewer inquiries than the list.
      const operators = [t.target.agency, ...others.filter((mail) => mail.includes('@'))]
      for (const operador of [...new Set(operators)].slice(0, MAX_OPERATORS))
        await isFollowed(t, { ...period, operador })
    },
  }),
  clause({
    id: 'relations/next-of-a-page-is-another-page',
    statements: ['INQ-04', 'COM-12'],
    title: 'A link of a page of inquiries that is called next or previous leads to the page of that name',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const period = await longPeriod(t)
      const first = await t.get(inquiriesPath(t, period), { accept: t.types.json })
      await leadsOn(t, first)
      const { Total, PerPagina } = membersOf(first.json)
      const last = Math.min(limits.pagina.max, Math.ceil(Number(Total) / Number(PerPagina)))
      for (const pagina of new Set([2, last].filter((page) => page > 1 && page <= last)))
        await leadsOn(
          t,
          await t.get(inquiriesPath(t, { ...period, pagina: String(pagina) }), { accept: t.types.json }),
        )
    },
  }),
]
