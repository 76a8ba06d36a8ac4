import type { Condition } from '../../../api/wire/state-literal.ts'
import { textMatcher } from '../../../lib/text/text-search.ts'
import type { Agency } from '../../world/agency.ts'
import { type Publication, publicationIndex } from '../../world/publication.ts'
import type { App, World } from '../../world/world.ts'
import { isReadable } from '../access.ts'
import { isActiveOption, type LongSearch, matchingSteps, searchResult } from '../decision-context.ts'
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
 * without filters. `found`: what a long search for the same query found.
 */
export const publicationPage = (
  world: World,
  query: PublicationQuery,
  found?: readonly object[],
): { page: PageSlice; publications: Publication[] } | LongSearch => {
  const { agency, app } = query
  const caller = { world, app }
  const condition =
    query.condition ?? (isActiveOption(caller, 'publications/list', 'all-states') ? '*' : 'active')
  const shared = isActiveOption(caller, 'publications/other-apps', 'shared')
  const list = world.publications.index(
    shared
      ? publicationIndex.of(agency.ordinal, condition)
      : publicationIndex.ofApp(agency.ordinal, app.name, condition),
  )
  const perPage = pageSize(world.setting.profile)
  const newestFirst = isActiveOption(caller, 'publications/order', 'newest-first')
  const inOrder = (rows: Publication[]) => (newestFirst ? rows.reverse() : rows)
  const hidesArchived = isActiveOption(caller, 'publications/read-archived', '404') && condition !== 'active'
  if (query.operador === undefined && query.q === undefined && !hidesArchived) {
    const page = pageSlice(list.size, query.pagina, perPage, newestFirst)
    const rows = list.slice(page.from, page.to).map(({ key }) => world.publications.get(key)!)
    return { page, publications: inOrder(rows) }
  }
  const operador = query.operador?.toLowerCase()
  const matchesQuery = textMatcher(query.q)
  const matches = (row: Publication) =>
    isReadable(caller, row) &&
    (operador === undefined || row.OperadorResponsable.toLowerCase() === operador) &&
    matchesQuery(publicationTitle(row), row.ExternalId, row.RefStock)
  const search = matchingSteps(list, ({ key }) => {
    const row = world.publications.get(key)!
    return matches(row) ? row : undefined
  })
  const matching = searchResult(search, list.size, found)
  if ('search' in matching) return matching
  const page = pageSlice(matching.length, query.pagina, perPage, newestFirst)
  return { page, publications: inOrder(matching.slice(page.from, page.to)) }
}

/** Returns brand, model, version and year (PUB-02, `common/ref-titles`). */
export const publicationTitle = ({ Marca, Modelo, Version, VersionYear }: Publication): string =>
  [Marca, Modelo, Version, VersionYear].filter((part) => part !== null && part !== '').join(' ')
