import { chosen, chosenValue, type Profile } from '../assumptions/profile.ts'
import { limits } from '../wire/limits.ts'

/** A page of a list: what its head tells and which positions of the list it holds, counted from the list's end or start. */
export interface PageSlice {
  readonly Pagina: number
  readonly Total: number
  readonly PerPagina: number
  /** Positions of the list, first inclusive, last exclusive. */
  readonly from: number
  readonly to: number
  /** True when the page stands past the last one (`inquiries/beyond-last`). */
  readonly isBeyondLast: boolean
  /** Number of the last page, 1 for an empty list. */
  readonly lastPage: number
}

export const pageSize = (profile: Profile): number =>
  (chosen(profile, 'inquiries/page-size') === 'size' ? chosenValue(profile, 'inquiries/page-size') : undefined) ??
  limits.perPagina

/** The page of `total` items; `fromEnd` when the newest, which stand last, come first. */
export const pageSlice = (total: number, pagina: number, perPagina: number, fromEnd: boolean): PageSlice => {
  const start = (pagina - 1) * perPagina
  const end = Math.min(total, start + perPagina)
  const beyond = start >= total && pagina > 1
  const size = Math.max(0, end - start)
  const from = fromEnd ? total - start - size : start
  return {
    Pagina: pagina,
    Total: total,
    PerPagina: perPagina,
    from: Math.max(0, from),
    to: Math.max(0, from) + size,
    isBeyondLast: beyond,
    lastPage: Math.max(1, Math.ceil(total / perPagina)),
  }
}
