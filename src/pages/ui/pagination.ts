import { html } from 'hono/html'
import type { Markup } from './components/components.ts'
import { formatNumber } from './components/format.ts'
import { t } from './language/texts.ts'
import { type PageContext, requestedWorld } from './page-context.ts'
import type { PageData } from './sandbox/api-types.ts'

const LINKS = [
  ['first', 'First'],
  ['prev', 'Previous'],
  ['next', 'Next'],
  ['last', 'Last'],
] as const

/** A part of a page of the API, which a page of the console shows. */
interface PagePart<Entry> {
  readonly entries: readonly Entry[]
  /** Entries of a part. */
  readonly size: number
  /** From 0. */
  readonly index: number
  /** Parts of this page of the API. */
  readonly count: number
}

/** Returns the part of a page of the API that the query `part` names. */
export const pagePart = <Entry>(
  { req }: PageContext,
  { _entries }: { readonly _entries: readonly Entry[] },
  size: number,
): PagePart<Entry> => {
  const count = Math.max(1, Math.ceil(_entries.length / size))
  const asked = req.query('part') === LAST_PART ? count - 1 : Math.floor(Number(req.query('part')) || 0)
  const index = Math.min(count - 1, Math.max(0, asked))
  return { entries: _entries.slice(index * size, (index + 1) * size), size, index, count }
}

/** Names the last part of a page that was not read yet. */
const LAST_PART = 'last'

/**
 * Renders links to the pages of a list: those that the API's response offers, and those between the parts of
 * this page.
 */
export const pagination = (
  context: PageContext,
  { Pagina, Total, PerPagina, _links }: PageData,
  path: string,
  part: Omit<PagePart<unknown>, 'entries'> = { size: PerPagina, index: 0, count: 1 },
): Markup => {
  const { api } = requestedWorld(context)
  const current = context.req.query('at')
  const pathOf = (at: string | undefined, shown: string): string => {
    const query = new URLSearchParams({
      ...(at !== undefined && { at }),
      ...(shown !== '0' && { part: shown }),
    })
    return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
  }
  const targetOf = (name: (typeof LINKS)[number][0]): string | undefined => {
    if (name === 'next' && part.index + 1 < part.count) return pathOf(current, String(part.index + 1))
    if (name === 'prev' && part.index > 0) return pathOf(current, String(part.index - 1))
    const link = _links[name]
    if (!link) return name === 'last' && part.index + 1 < part.count ? pathOf(current, LAST_PART) : undefined
    const { pathname, search } = api.urlOf(link.href)
    return pathOf(pathname + search, name === 'prev' || name === 'last' ? LAST_PART : '0')
  }
  const perPage = part.count > 1 || part.size < PerPagina ? part.size : PerPagina
  const before = (Pagina - 1) * PerPagina + part.index * part.size
  const pages = Math.max(1, Math.ceil(Total / perPage))
  return html`<nav class="pagination" aria-label="${t('Pagination')}"><span>${t(
    '{total} total, page {page} of {pages}',
    {
      total: formatNumber(Total),
      page: Math.floor(before / perPage) + 1,
      pages: formatNumber(pages),
    },
  )}</span>${LINKS.flatMap(([name, label]) => {
    const target = pages > 1 ? targetOf(name) : undefined
    return target === undefined ? [] : [html`<a class="button quiet" href="${target}">${t(label)}</a>`]
  })}</nav>`
}
