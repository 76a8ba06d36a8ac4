import { chosen } from '../assumptions/profile.ts'
import { missingRefusal } from '../domain/access.ts'
import type { PageSlice } from '../domain/paging.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { RequestContext } from './operation.ts'
import { type Links, link } from './view.ts'

/** Links of a page to its neighbours (`common/relation-names`), each with the filters of the request; none past `most`. */
export const pageLinks = (call: RequestContext, page: PageSlice, most: number = Number.POSITIVE_INFINITY): Links => {
  const to = (pagina: number) => {
    const query = new URLSearchParams(call.requestTarget.query)
    query.set('pagina', String(pagina))
    return link(call.render, `${call.requestTarget.path}?${query}`)
  }
  const last = Math.min(page.lastPage, most)
  return {
    self: link(
      call.render,
      call.requestTarget.path + (call.requestTarget.query === '' ? '' : `?${call.requestTarget.query}`),
    ),
    first: to(1),
    ...(page.Pagina > 1 && { prev: to(Math.min(page.Pagina - 1, last)) }),
    ...(page.Pagina < last && { next: to(page.Pagina + 1) }),
    last: to(last),
  }
}

/** `inquiries/beyond-last`: a page past the end is empty, or does not exist. */
export const beyondLast = (call: RequestContext, page: PageSlice): Refusal | undefined =>
  page.isBeyondLast && chosen(call.render.profile, 'inquiries/beyond-last') === '404'
    ? missingRefusal(`No existe la página ${page.Pagina}; la última es ${page.lastPage}.`, 'inquiries/beyond-last')
    : undefined

export const pageHead = ({ Pagina, Total, PerPagina }: PageSlice) => ({ Pagina, Total, PerPagina })
