import { TEXT_JSON_TYPE } from '../../src/api/wire/media-types.ts'
import { Consulta } from '../../src/api/wire/response-schemas.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { addressesIn, entriesOf, isPlainGet, ownLinksIn } from '../../src/kit/target/links.ts'
import { resolveHref } from '../../src/kit/target/target.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { dayOf, inquiriesPath } from '../support/inquiry-page.ts'

/** Links of inquiries and their pages, and the media types of one list. */

type Members = Readonly<Record<string, unknown>>

const COMPARED = Object.keys(Consulta.shape).filter((name) => !['_links', 'Momento'].includes(name))

/** Days between the first and the last day of the lists that are requested here. */
const DAYS_BACK = 85
const MAX_REFS = 4

const listed = async (t: ClauseContext, query: Readonly<Record<string, string>>, accept: string) => {
  const list = await t.get(inquiriesPath(t, query), { accept })
  if (list.response.status !== 200) t.skip(`the list is answered ${list.response.status}`)
  return { list, entries: entriesOf(list.json).map(membersOf) }
}

/** Returns the address of an inquiry among its links; undefined when none of them is one. */
const addressOf = (t: ClauseContext, entry: Members): string | undefined =>
  addressesIn(entry)
    .filter((href) => /\/consultas\/[^/?]+\/[^/?{]+$/.test(href))
    .map((href) => resolveHref(t.target, href))[0]

/** Returns the ids of the publications to which the links of an inquiry lead. */
const publicationsOf = (entry: Members): readonly string[] =>
  ownLinksIn(entry).flatMap(({ href }) => {
    const id = /\/v3\/publicaciones\/[^/?{]+\/([^/?{]+)$/.exec(href)?.[1]
    return id === undefined ? [] : [decodedUri(id)]
  })

/** Returns the address of a page in its own link. */
const selfOf = ({ json }: Exchange): string | undefined =>
  ownLinksIn(json)
    .filter(isPlainGet)
    .find(({ where }) => where.toLowerCase().endsWith('self'))?.href

const typesAgree = async (t: ClauseContext): Promise<void> => {
  const { entries } = await listed(t, {}, t.types.json)
  const known = new Map(entries.map((entry) => [addressOf(t, entry), entry]))
  for (const accept of [t.types.entry, TEXT_JSON_TYPE]) {
    const other = await t.get(inquiriesPath(t), { accept })
    if (other.response.status !== 200) continue
    for (const entry of entriesOf(other.json).map(membersOf)) {
      const address = addressOf(t, entry)
      const same = address === undefined ? undefined : known.get(address)
      for (const name of same ? COMPARED : []) {
        const [expected, got] = [same?.[name], entry[name]].map((value) => canonicalJson(value ?? null))
        t.assert(got === expected, `${name} ${expected}, as application/json shows`, got, other)
      }
    }
  }
}

const refsLeadToTheirs = async (t: ClauseContext): Promise<void> => {
  const { entries } = await listed(t, {}, t.types.ref)
  const titles = entries.map(({ title }) => title)
  const reads = entries.slice(0, MAX_REFS).map(async ({ href, title }) => {
    if (typeof href !== 'string') return undefined
    const read = await t.get(href, { accept: t.types.ref })
    const got = membersOf(read.json).title
    // Texts of titles are open, but a title is not that of another entry.
    const isOther = read.response.status === 200 && got !== title && titles.includes(got)
    return isOther ? { title, got, read } : undefined
  })
  const strange = (await Promise.all(reads)).filter((one) => one !== undefined)
  const [first] = strange
  if (first && strange.length > 1)
    t.assert(false, `the inquiry of the title ${first.title}`, first.got, first.read)
}

/** Clauses on the links of inquiries and of their pages. */
export const inquiryLinkClauses: readonly Clause[] = [
  clause({
    id: 'relations/an-inquiry-leads-to-its-publication',
    statements: ['INQ-02', 'COM-03'],
    title: 'An inquiry that links publications links the one with its ExternalId',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { list, entries } = await listed(t, {}, t.types.json)
      for (const entry of entries) {
        const id = String(membersOf(entry.Auto).ExternalId ?? '')
        const ids = publicationsOf(entry)
        const isOwn = ids.length === 0 || id === '' || ids.some((one) => sameInAnyCase(one, id))
        t.assert(isOwn, `a link to the publication ${id}`, ids.join(', '), list)
      }
    },
  }),
  clause({
    id: 'relations/inquiries-are-equal-in-every-full-type',
    statements: ['COM-10', 'INQ-04'],
    title: 'The list of inquiries shows the same in every media type of the full form',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: typesAgree,
  }),
  clause({
    id: 'relations/refs-of-inquiries-lead-to-their-own',
    statements: ['COM-06', 'INQ-02'],
    title: 'A ref of an inquiry does not lead to the inquiry whose title another entry has',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: refsLeadToTheirs,
  }),
  clause({
    id: 'relations/self-of-a-page-leads-to-it',
    statements: ['COM-03', 'INQ-04'],
    title: 'The link self of a later page of inquiries leads to that page',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { list } = await listed(t, {}, t.types.json)
      const desde = dayOf(String(membersOf(list.json).Hasta), -DAYS_BACK)
      const page = await t.get(inquiriesPath(t, { desde, pagina: '2' }), { accept: t.types.json })
      const self = page.response.status === 200 ? selfOf(page) : undefined
      if (self === undefined || entriesOf(page.json).length === 0)
        return t.skip('no second page links itself')
      const led = await t.get(self, { accept: t.types.json })
      t.status(led, 200)
      const { Pagina } = membersOf(led.json)
      t.assert(Pagina === membersOf(page.json).Pagina, 'Pagina 2, whose self it is', Pagina, led)
    },
  }),
]
