import { html } from 'hono/html'
import { type Visit, worldOf } from './page-context.ts'
import { count, type Markup } from './components.ts'
import type { Page } from './api-types.ts'

const STEPS = [
  ['first', 'First'],
  ['prev', 'Previous'],
  ['next', 'Next'],
  ['last', 'Last'],
] as const

/** Turns the pages of a list by the very links that the API gave, and none besides. */
export const turner = (visit: Visit, { Pagina, Total, PerPagina, _links }: Page<unknown>, at: string): Markup => {
  const world = worldOf(visit)
  const to = (href: string): string => {
    const { pathname, search } = world.apiUrl(href)
    return `${at}${at.includes('?') ? '&' : '?'}at=${encodeURIComponent(pathname + search)}`
  }
  const total = Total ?? 0
  const pages = Math.max(1, Math.ceil(total / (PerPagina ?? 100)))
  return html`<nav class="turner" aria-label="Pages of the list"><span>${count(total)} in all, page ${Pagina ?? 1} of ${count(pages)}</span>${STEPS.flatMap(
    ([name, label]) => {
      const link = _links[name]
      return link && pages > 1 ? [html`<a class="button quiet" href="${to(link.href)}">${label}</a>`] : []
    },
  )}</nav>`
}
