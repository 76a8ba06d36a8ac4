import { textMatcher } from '../../text/text-search.ts'
import type { Agency } from '../../world/agency.ts'
import { type Condition, type Publication, publicationIndex } from '../../world/publication.ts'
import type { App, World } from '../../world/world.ts'
import { isReadable } from '../access.ts'
import { activeOption } from '../decision-context.ts'
import { type PageSlice, pageSize, pageSlice } from '../paging.ts'

/** Query for a page of publications. */
export interface PublicationQuery {
  readonly agency: Agency
  readonly app: App
  readonly condition: Condition | undefined
  readonly operador: string | undefined
  readonly q: string | undefined
  readonly pagina: number
}

/**
 * Returns a page of publications by creation (`publications/list`, `publications/order`), in O(log n + page)
 * without filters.
 */
export const publicationPage = (
  world: World,
  query: PublicationQuery,
): { page: PageSlice; publications: Publication[] } => {
  const { agency, app } = query
  const caller = { world, app }
  const condition =
    query.condition ?? (activeOption(caller, 'publications/list') === 'all-states' ? '*' : 'active')
  const shared = activeOption(caller, 'publications/other-apps') === 'shared'
  const list = world.publications.index(
    shared
      ? publicationIndex.of(agency.ordinal, condition)
      : publicationIndex.ofApp(agency.ordinal, app.name, condition),
  )
  const perPage = pageSize(world.setting.profile)
  const newestFirst = activeOption(caller, 'publications/order') === 'newest-first'
  const inOrder = (found: Publication[]) => (newestFirst ? found.reverse() : found)
  const rows = (from: number, to: number) =>
    list.slice(from, to).map(({ key }) => world.publications.get(key)!)
  const hidesArchived = activeOption(caller, 'publications/read-archived') === '404' && condition !== 'active'
  if (query.operador === undefined && query.q === undefined && !hidesArchived) {
    const page = pageSlice(list.size, query.pagina, perPage, newestFirst)
    return { page, publications: inOrder(rows(page.from, page.to)) }
  }
  const operador = query.operador?.toLowerCase()
  const matchesQuery = textMatcher(query.q)
  const matching = rows(0, list.size).filter(
    (row) =>
      isReadable(caller, row) &&
      (operador === undefined || row.OperadorResponsable.toLowerCase() === operador) &&
      matchesQuery(publicationTitle(row), row.ExternalId, row.RefStock),
  )
  const page = pageSlice(matching.length, query.pagina, perPage, newestFirst)
  return { page, publications: inOrder(matching.slice(page.from, page.to)) }
}

/** Returns brand, model, version and year (PUB-02, `common/ref-titles`). */
export const publicationTitle = ({ Marca, Modelo, Version, VersionYear }: Publication): string =>
  [Marca, Modelo, Version, VersionYear].filter((part) => part !== null && part !== '').join(' ')
