import { chosen } from '../assumptions/profile.ts'
import { missingRefusal } from '../domain/access.ts'
import type { PageSlice } from '../domain/paging.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { RequestContext } from './operation.ts'
import { type Links, link } from './render-context.ts'

/** Links of a page to its neighbours (`common/relation-names`), each with the filters of the request; none past `most`. */
export const pageLinks = (context: RequestContext, page: PageSlice, most: number = Number.POSITIVE_INFINITY): Links => {
  const to = (pagina: number) => {
    const query = new URLSearchParams(context.requestTarget.query)
    query.set('pagina', String(pagina))
    return link(context.render, `${context.requestTarget.path}?${query}`)
  }
  const last = Math.min(page.lastPage, most)
  return {
    self: link(
      context.render,
      context.requestTarget.path + (context.requestTarget.query === '' ? '' : `?${context.requestTarget.query}`),
    ),
    first: to(1),
    ...(page.Pagina > 1 && { prev: to(Math.min(page.Pagina - 1, last)) }),
    ...(page.Pagina < last && { next: to(page.Pagina + 1) }),
    last: to(last),
  }
}

/** `inquiries/beyond-last`: a page past the end is empty, or does not exist. */
export const beyondLast = (context: RequestContext, page: PageSlice): Refusal | undefined =>
  page.isBeyondLast && chosen(context.render.profile, 'inquiries/beyond-last') === '404'
    ? missingRefusal(`No existe la página ${page.Pagina}; la última es ${page.lastPage}.`, 'inquiries/beyond-last')
    : undefined

export const pageHead = ({ Pagina, Total, PerPagina }: PageSlice) => ({ Pagina, Total, PerPagina })
