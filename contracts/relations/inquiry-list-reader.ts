import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { addressesIn, entriesOf } from '../../src/kit/target/links.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { dayOf, inquiriesPath } from '../support/inquiry-page.ts'

/** Reads every page of a list of inquiries. */

/** The entries of a list of inquiries, from all its pages. */
export interface WholeInquiryList {
  readonly pages: readonly Exchange[]
  /** The page after the last one. */
  readonly beyond: Exchange
  readonly entries: readonly ListedInquiry[]
}

/** An entry of a list, with the id by which it is known in every form. */
export interface ListedInquiry {
  readonly sid: string
  readonly entry: Readonly<Record<string, unknown>>
  readonly page: Exchange
}

/** Query parameters of a list, and its media type. */
export interface InquiryListQuery {
  readonly query?: Readonly<Record<string, string>>
  readonly accept?: string
}

const MAX_PAGES = 12

/**
 * Reads all pages. Skips when there are too many, or when the entries do not show their ids.
 */
export const readAllInquiries = async (
  t: ClauseContext,
  { query = {}, accept }: InquiryListQuery,
): Promise<WholeInquiryList> => {
  const read = (pagina: number) =>
    t.get(inquiriesPath(t, { ...query, pagina: String(pagina) }), { accept: accept ?? t.types.json })
  const first = await read(1)
  t.status(first, 200)
  const { Total, PerPagina } = membersOf(first.json)
  const count = Total === 0 ? 1 : Math.max(1, Math.ceil(Number(Total) / Number(PerPagina)))
  if (!(count <= MAX_PAGES)) t.skip(`${Total} inquiries are too many to read`)
  const pages = [first]
  for (let pagina = 2; pagina <= count; pagina++) {
    const page = await read(pagina)
    t.status(page, 200)
    pages.push(page)
  }
  const entries = pages.flatMap((page) =>
    entriesOf(page.json).map((entry) => listed(t, membersOf(entry), page)),
  )
  return { pages, beyond: await read(count + 1), entries }
}

const listed = (
  t: ClauseContext,
  entry: Readonly<Record<string, unknown>>,
  page: Exchange,
): ListedInquiry => {
  const sid = addressesIn(entry).flatMap((href) => /\/consultas\/[^/?]+\/([^/?{]+)$/.exec(href)?.[1] ?? [])[0]
  return {
    sid: sid === undefined ? t.skip('inquiries do not show their address') : decodedUri(sid),
    entry,
    page,
  }
}

/** Returns the ids of a list. */
export const sidsOf = ({ entries }: WholeInquiryList): ReadonlySet<string> =>
  new Set(entries.map(({ sid }) => sid))

/**
 * Returns a long period that most services accept: from 88 days ago to yesterday, or to today when there are
 * no older inquiries.
 */
export const longPeriod = async (t: ClauseContext): Promise<Readonly<Record<'desde' | 'hasta', string>>> => {
  const first = await t.get(inquiriesPath(t))
  t.status(first, 200)
  const today = dayOf(String(membersOf(first.json).Hasta))
  const desde = dayOf(today, -88)
  // Inquiries arrive while a run reads, so the period ends before today if that leaves any.
  const past = { desde, hasta: dayOf(today, -1) }
  const { json } = await t.get(inquiriesPath(t, past))
  return Number(membersOf(json).Total) > 0 ? past : { desde, hasta: today }
}
