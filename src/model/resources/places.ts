import { sameInAnyCase } from '../../lib/text/same-in-any-case.ts'
import { matchesQuery, REGION_FORMS } from '../domain/catalogue/named-match.ts'
import { matchCity, matchRegion } from '../domain/catalogue/place-resolution.ts'
import { isRefusal } from '../domain/refusal.ts'
import { catalogueItem, catalogueList, requireSingleMatch } from '../http/catalogue-operations.ts'
import { handlers } from '../http/operation.ts'
import { paths } from '../http/paths.ts'
import { link, template } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import type { CatalogueCity, CatalogueRegion } from '../world/catalogue.ts'

const regionRepresentation = representationOf<CatalogueRegion>()({
  schemas: { full: 'Region', ref: 'Ref' },
  cacheKey: (record) => record,
  full: (record, render) => ({
    Nombre: record.Nombre,
    Iso: record.Iso,
    Ciudades: { _links: { self: link(render, paths.citiesOf(record.Iso)) } },
    _links: { self: link(render, record.path), ciudades: link(render, paths.citiesOf(record.Iso)) },
  }),
  ref: (record, render) => ({ href: link(render, record.path).href, title: record.Nombre }),
})

const cityRepresentation = representationOf<CatalogueCity>()({
  schemas: { full: 'Ciudad', ref: 'Ref' },
  cacheKey: (record) => record,
  full: (record, render) => ({
    Nombre: record.Nombre,
    Region: record.region.Nombre,
    _links: { self: link(render, record.path), region: link(render, record.region.path) },
  }),
  ref: (record, render) => ({
    href: link(render, record.path).href,
    title: `${record.Nombre} (${record.region.Nombre})`,
  }),
})

const regions = {
  representation: regionRepresentation,
  entries: (catalogue: { regions: readonly CatalogueRegion[] }) => catalogue.regions,
} as const

const cities = {
  representation: cityRepresentation,
  entries: (catalogue: { cities: readonly CatalogueCity[] }) => catalogue.cities,
} as const

const listRegions = catalogueList('regions.list', {
  ...regions,
  select: ({ query }, catalogue) =>
    catalogue.regions.filter(
      (entry) =>
        matchesQuery(entry, String(query['q'] ?? '')) || sameInAnyCase(entry.Iso, String(query['q'])),
    ),
})

const listCities = catalogueList('cities.list', {
  ...cities,
  select: ({ query }, catalogue, issues) => {
    const { region: asked, q: sought } = query
    if (asked === undefined && sought === undefined) {
      issues.add('region', 'Se espera region, q o ambos.', 'catalogue/cities')
      return []
    }
    const match =
      asked === undefined ? undefined : matchRegion(catalogue.regions, String(asked), REGION_FORMS)
    if (match && match.kind !== 'one')
      issues.add('region', `No se reconoce la región «${asked}».`, 'catalogue/cities', 'COM-11')
    const all = match?.kind === 'one' ? match.entry.cities : catalogue.cities
    return all.filter((entry) => matchesQuery(entry, String(sought ?? '')))
  },
  links: ({ render }) => ({ bestmatch: template(render, paths.cityBestMatch, ['region', 'city']) }),
})

const bestMatchCity = handlers<null>({
  representation: cityRepresentation,
  find: () => null,
  decide: (_, context) => {
    const catalogue = context.world.setting.catalogue()
    const { region: asked, city: sought } = context.query
    const within =
      asked === undefined
        ? undefined
        : requireSingleMatch(context, 'region', matchRegion(catalogue.regions, String(asked), REGION_FORMS))
    if (isRefusal(within)) return within
    const found = requireSingleMatch(
      context,
      'city',
      matchCity(within?.cities ?? catalogue.cities, String(sought)),
    )
    return isRefusal(found) ? found : { result: { record: found } }
  },
})

/** Operations on regions and cities. */
export const placeOperations = {
  'regions.list': listRegions,
  'regions.read': catalogueItem(regions),
  'cities.list': listCities,
  'cities.read': catalogueItem(cities),
  'cities.best-match': bestMatchCity,
}
