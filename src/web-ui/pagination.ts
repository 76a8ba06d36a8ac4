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

/** Renders links to the pages of a list: exactly those that the API's answer offers. */
export const pagination = (
  context: PageContext,
  { Pagina, Total, PerPagina, _links }: PageData,
  path: string,
): Markup => {
  const { api } = requestedWorld(context)
  const pathOf = (href: string): string => {
    const { pathname, search } = api.urlOf(href)
    return `${path}${path.includes('?') ? '&' : '?'}at=${encodeURIComponent(pathname + search)}`
  }
  const pages = Math.max(1, Math.ceil(Total / PerPagina))
  return html`<nav class="pagination" aria-label="${t('Pagination')}"><span>${t(
    '{total} total, page {page} of {pages}',
    {
      total: formatNumber(Total),
      page: Pagina,
      pages: formatNumber(pages),
    },
  )}</span>${LINKS.flatMap(([name, label]) => {
    const link = _links[name]
    return link && pages > 1
      ? [html`<a class="button quiet" href="${pathOf(link.href)}">${t(label)}</a>`]
      : []
  })}</nav>`
}
