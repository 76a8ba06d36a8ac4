import { chosenValue, isChosen, type Profile } from '../../api/assumptions/profile.ts'
import { limits } from '../../api/wire/limits.ts'

/** A page of a list: the members of its head and the positions that it holds. */
export interface PageSlice {
  readonly Pagina: number
  readonly Total: number
  readonly PerPagina: number
  /** First position of the list, inclusive. */
  readonly from: number
  /** Last position of the list, exclusive. */
  readonly to: number
  /** True for a page after the last one (`inquiries/beyond-last`). */
  readonly isBeyondLast: boolean
  /** Number of the last page, 1 for an empty list. */
  readonly lastPage: number
}

/** Returns the number of entries per page (`inquiries/page-size`). */
export const pageSize = (profile: Profile): number =>
  (isChosen(profile, 'inquiries/page-size', 'size')
    ? chosenValue(profile, 'inquiries/page-size')
    : undefined) ?? limits.perPagina

/** Computes a page of a list with `total` items. With `fromEnd`, page 1 holds the last items of the list. */
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
