import { isChosen } from '../../api/assumptions/profile.ts'
import { missingRefusal } from '../domain/access.ts'
import type { PageSlice } from '../domain/paging.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { RequestContext } from './operation.ts'
import { type LinksByRelation, link } from './render-context.ts'

/**
 * Returns the links of a page (`common/relation-names`), each with the filters of the request; none beyond
 * `maxPage`.
 */
export const pageLinks = (
  context: RequestContext,
  page: PageSlice,
  maxPage: number = Number.POSITIVE_INFINITY,
): LinksByRelation => {
  const query = new URLSearchParams(context.requestTarget.query)
  const to = (pagina: number) => {
    query.set('pagina', String(pagina))
    return link(context.render, `${context.requestTarget.path}?${query}`)
  }
  const last = Math.min(page.lastPage, maxPage)
  return {
    self: link(
      context.render,
      context.requestTarget.path +
        (context.requestTarget.query === '' ? '' : `?${context.requestTarget.query}`),
    ),
    first: to(1),
    ...(page.Pagina > 1 && { prev: to(Math.min(page.Pagina - 1, last)) }),
    ...(page.Pagina < last && { next: to(page.Pagina + 1) }),
    last: to(last),
  }
}

/** Refuses a page beyond the last one where `inquiries/beyond-last` says so; otherwise that page is empty. */
export const beyondLast = (context: RequestContext, page: PageSlice): Refusal | undefined =>
  page.isBeyondLast && isChosen(context.render.profile, 'inquiries/beyond-last', '404')
    ? missingRefusal(
        `No existe la página ${page.Pagina}; la última es ${page.lastPage}.`,
        'inquiries/beyond-last',
      )
    : undefined

/** Returns the members of a page that precede its links. */
export const pageHead = ({ Pagina, Total, PerPagina }: PageSlice) => ({ Pagina, Total, PerPagina })
