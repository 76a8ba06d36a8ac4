import {
  entriesOf,
  isLastPage,
  numberedNextPage,
  ownAddress,
  PAGE_PARAMETER,
} from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { hrefOf } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import { type HistoryExchange, isRemoved } from './recorded-exchange.ts'

/**
 * Rules on lists that are read page by page. No entry is on two pages, and a link leads to the next page of
 * the same list. The list of brands has every brand that models and versions name.
 */

interface SeenPage {
  readonly keys: ReadonlySet<string>
  readonly exchange: HistoryExchange
}

/** A page of a list: the list is an address without the number of the page, in one form. */
interface PageAddress {
  readonly list: string
  readonly number: string
  readonly isFiltered: boolean
}

/** Maximum number of links that wait to be followed: each read searches them. */
const MAX_LINKED = 100

/** Lists in a history, until something is written. */
export class CollectionRules {
  /** Pages of each list by number, and the page on which each entry was seen last. */
  readonly #pages = new Map<string, { byNumber: Map<string, SeenPage>; pageOf: Map<string, string> }>()
  /** Pages of filtered lists, by the address of a link that lacks the filters. */
  readonly #linked = new Map<
    string,
    Pick<PageAddress, 'list' | 'number'> & { readonly since: HistoryExchange }
  >()
  readonly #brands = new ListedBrands()

  /** Forgets everything: something was written. */
  forget(): void {
    this.#pages.clear()
    this.#linked.clear()
  }

  /** Judges what a read shows. */
  judge(judgement: Judgement): void {
    const { exchange } = judgement
    this.#brands.judge(judgement)
    const at = pageAddress(exchange.url, exchange)
    if (at && 'Pagina' in membersOf(exchange.json) && entriesOf(exchange.json).length === 0) {
      const next = nextPageOf(exchange)
      judgement.expect(next === undefined, {
        rule: 'documents/pages-end',
        because: ['INQ-04', 'COM-12'],
        expected: 'no link to a further page, because this one is empty',
        got: next?.href,
      })
    }
    const keys = entriesOf(exchange.json).map(keyOf)
    if (!at || keys.length === 0 || keys.includes(undefined) || !('_links' in membersOf(exchange.json)))
      return
    const page = { keys: new Set(keys.filter((key) => key !== undefined)), exchange }
    const pages = this.#pages.get(at.list) ?? { byNumber: new Map(), pageOf: new Map() }
    this.#pages.set(at.list, pages)
    for (const key of page.keys) {
      const number = pages.pageOf.get(key) ?? at.number
      const other = number === at.number ? undefined : pages.byNumber.get(number)
      if (other) judgement.exercise('documents/an-entry-is-on-one-page')
      // An entry that arrived in between moves others to the next page.
      if (!other?.keys.has(key) || totalOf(other.exchange) !== totalOf(exchange)) continue
      judgement.report({
        rule: 'documents/an-entry-is-on-one-page',
        because: ['COM-05'],
        expected: `${key} on page ${number} alone`,
        got: `${key} on page ${at.number} too`,
        since: other.exchange,
      })
      break
    }
    for (const key of page.keys) pages.pageOf.set(key, at.number)
    pages.byNumber.set(at.number, page)
    this.#noteNext(exchange, at)
    this.#judgeLinked(judgement, page, at)
  }

  /** Records a link to the next page that lacks parameters of this one. */
  #noteNext(exchange: HistoryExchange, { list, number }: PageAddress): void {
    const full = nextPageOf(exchange)
    if (full === undefined) return
    const { href, isWhole } = full
    if (isWhole || this.#linked.size > MAX_LINKED) return
    this.#linked.set(href, { list, number: String(Number(number) + 1), since: exchange })
  }

  /** A link from a filtered list keeps the filters (COM-12). */
  #judgeLinked(judgement: Judgement, page: SeenPage, at: PageAddress): void {
    for (const [href, { list, number, since }] of this.#linked) {
      const own = pageAddress(href, page.exchange)
      const linked = own && this.#pages.get(own.list)?.byNumber.get(own.number)
      const wanted = this.#pages.get(list)?.byNumber.get(number)
      const isNew =
        (own?.list === at.list && own.number === at.number) || (list === at.list && number === at.number)
      if (!linked || !wanted || !isNew) continue
      judgement.expect([...linked.keys].join() === [...wanted.keys].join(), {
        rule: 'documents/a-next-page-keeps-the-query',
        because: ['COM-12', 'COM-05'],
        expected: `page ${number} of ${since.url}`,
        got: href,
        since,
        between: [linked, wanted].find(({ exchange }) => exchange !== page.exchange)?.exchange,
      })
      this.#linked.delete(href)
    }
  }
}

/** Returns the list and the page of an address; undefined when several parameters look like a page. */
const pageAddress = (address: string, { headers }: HistoryExchange): PageAddress | undefined => {
  const url = new URL(address)
  const numbered = [...url.searchParams].filter(
    ([name, value]) => PAGE_PARAMETER.test(name) && /^\d+$/.test(value),
  )
  const [[parameter = '', number = '1'] = []] = numbered
  if (numbered.length > 1 || Number(number) === 0) return undefined
  url.searchParams.delete(parameter)
  // Page 01 is page 1.
  return {
    list: `${url.href} ${headers['accept']}`,
    number: String(Number(number)),
    isFiltered: url.search !== '',
  }
}

/**
 * Returns the address of the link to the next page, and the same with every parameter of this page; undefined
 * without such a link.
 */
export const nextPageOf = (
  exchange: Pick<HistoryExchange, 'url' | 'json'>,
): { readonly href: string; readonly whole: string; readonly isWhole: boolean } | undefined => {
  const href = hrefOf(numberedNextPage(exchange.json, exchange.url), exchange)
  if (href === undefined) return undefined
  const whole = new URL(href)
  for (const [name, value] of new URL(exchange.url).searchParams)
    if (!whole.searchParams.has(name)) whole.searchParams.append(name, value)
  return { href, whole: whole.href, isWhole: whole.href === href }
}

const totalOf = ({ json }: HistoryExchange): unknown => membersOf(json)['Total']

const keyOf = (entry: unknown): string | undefined => {
  const own = ownAddress(entry)
  return isRemoved(own) ? undefined : own
}

/** Maximum number of lists of brands: a service has one. */
const MAX_LISTS = 10

/** Brands that the whole list of brands shows, and those that models and versions name. */
class ListedBrands {
  /** Names, pages, and the last page once it was read, by the path of a list. */
  readonly #lists = new Map<string, { readonly listed: Set<string>; pages: Set<number>; last?: number }>()
  readonly #named = new Map<string, HistoryExchange>()

  judge(judgement: Judgement): void {
    const { exchange } = judgement
    const entries = entriesOf(exchange.json).map(membersOf)
    const models = [membersOf(exchange.json), ...entries].filter((one) => 'Carrocerias' in one)
    for (const { Marca } of models) if (typeof Marca === 'string') this.#named.set(Marca, exchange)
    const names = entries.flatMap(({ Nombre, Codenames }) =>
      typeof Nombre === 'string' && Array.isArray(Codenames) ? [Nombre] : [],
    )
    const at = pageAddress(exchange.url, exchange)
    // A filtered list lacks brands.
    if (at?.isFiltered === false && names.length > 0 && names.length === entries.length) {
      const { pathname } = new URL(exchange.url)
      const page = Number(at.number)
      const list = this.#lists.get(pathname) ?? { listed: new Set<string>(), pages: new Set<number>() }
      if (this.#lists.size < MAX_LISTS) this.#lists.set(pathname, list)
      for (const name of names) list.listed.add(name)
      list.pages.add(page)
      if (isLastPage(exchange.json, exchange.url)) list.last = page
    }
    // Nothing new was learned about brands.
    if (models.length === 0 && names.length === 0) return
    for (const { listed, pages, last } of this.#lists.values()) {
      if (last === undefined || pages.size < last) continue
      judgement.exercise('documents/the-list-of-brands-is-whole')
      const missing = [...this.#named].find(([name]) => !listed.has(name))
      if (missing)
        judgement.report({
          rule: 'documents/the-list-of-brands-is-whole',
          because: ['CAT-11', 'CAT-09'],
          expected: `${missing[0]} in the list of brands, because a model is of it`,
          got: [...listed].join(', '),
          since: missing[1],
        })
    }
  }
}
