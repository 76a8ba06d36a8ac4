import { chosen } from '../assumptions/profile.ts'
import { missing } from '../domain/access.ts'
import type { Page } from '../domain/paging.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Call } from './operation.ts'
import { type Links, link } from './view.ts'

/** Links of a page to its neighbours (`common/relation-names`), each with the filters of the request; none past `most`. */
export const pageLinks = (call: Call, page: Page, most: number = Number.POSITIVE_INFINITY): Links => {
  const to = (pagina: number) => {
    const query = new URLSearchParams(call.self.query)
    query.set('pagina', String(pagina))
    return link(call.view, `${call.self.path}?${query}`)
  }
  const last = Math.min(page.last, most)
  return {
    self: link(call.view, call.self.path + (call.self.query === '' ? '' : `?${call.self.query}`)),
    first: to(1),
    ...(page.Pagina > 1 && { prev: to(Math.min(page.Pagina - 1, last)) }),
    ...(page.Pagina < last && { next: to(page.Pagina + 1) }),
    last: to(last),
  }
}

/** `inquiries/beyond-last`: a page past the end is empty, or does not exist. */
export const beyondLast = (call: Call, page: Page): Refusal | undefined =>
  page.beyond && chosen(call.view.profile, 'inquiries/beyond-last') === '404'
    ? missing(`No existe la página ${page.Pagina}; la última es ${page.last}.`, 'inquiries/beyond-last')
    : undefined

export const pageHead = ({ Pagina, Total, PerPagina }: Page) => ({ Pagina, Total, PerPagina })
