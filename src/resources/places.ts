import type { City, Region } from '../world/catalogue.ts'
import { CITY_FORMS, matchesQ, matchNamed, REGION_FORMS } from '../domain/catalogue/named-match.ts'
import { isRefusal } from '../domain/refusal.ts'
import { lookupItem, lookupList, single } from '../http/catalogue-list.ts'
import { operation } from '../http/operation.ts'
import { q, text } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link, template } from '../http/view.ts'
import { Ciudad, Ref, Region as RegionShape } from '../wire/answers.ts'

const region = representation<Region>({
  name: 'Region',
  schemas: { full: RegionShape, ref: Ref },
  keptBy: (record) => record,
  full: (record, view) => ({
    Nombre: record.Nombre,
    Iso: record.Iso,
    Ciudades: { _links: { self: link(view, paths.citiesOf(record.Iso)) } },
    _links: { self: link(view, record.path), ciudades: link(view, paths.citiesOf(record.Iso)) },
  }),
  ref: (record, view) => ({ href: link(view, record.path).href, title: record.Nombre }),
})

const city = representation<City>({
  name: 'Ciudad',
  schemas: { full: Ciudad, ref: Ref },
  keptBy: (record) => record,
  full: (record, view) => ({
    Nombre: record.Nombre,
    Region: record.region.Nombre,
    _links: { self: link(view, record.path), region: link(view, record.region.path) },
  }),
  ref: (record, view) => ({ href: link(view, record.path).href, title: `${record.Nombre} (${record.region.Nombre})` }),
})

const regions = {
  noun: 'regions',
  path: paths.regions,
  summary: 'Regions',
  assumption: 'catalogue/regions',
  shows: region,
  entries: (catalogue: { regions: readonly Region[] }) => catalogue.regions,
} as const

const cities = {
  noun: 'cities',
  path: paths.cities,
  summary: 'Cities of a region, or by name',
  assumption: 'catalogue/cities',
  shows: city,
  entries: (catalogue: { cities: readonly City[] }) => catalogue.cities,
} as const

const regionParameter = text('region', false, 'id, api-url, api-url-path, name or ISO 3166-2 code')

const listRegions = lookupList({
  ...regions,
  filters: [q],
  wanted: ({ query }, catalogue) =>
    catalogue.regions.filter((entry) => matchesQ(entry, String(query['q'] ?? '')) || entry.Iso === query['q']),
})

const listCities = lookupList({
  ...cities,
  filters: [regionParameter, q],
  wanted: ({ query }, catalogue, faults) => {
    const { region: asked, q: sought } = query
    if (asked === undefined && sought === undefined) {
      faults.add('region', 'Se espera region, q o ambos.', 'catalogue/cities')
      return []
    }
    const match = asked === undefined ? undefined : matchNamed(catalogue.regions, String(asked), REGION_FORMS)
    if (match && match.kind !== 'one')
      faults.add('region', `No se reconoce la región «${asked}».`, 'catalogue/cities', 'COM-11')
    const all = match?.kind === 'one' ? match.entry.cities : catalogue.cities
    return all.filter((entry) => matchesQ(entry, String(sought ?? '')))
  },
  links: ({ view }) => ({ bestmatch: template(view, paths.cityBestMatch, ['region', 'city']) }),
})

const bestMatchCity = operation<null>({
  id: 'cities.best-match',
  method: 'GET',
  path: paths.cityBestMatch,
  summary: 'Best match of a city',
  statements: ['CAT-11', 'COM-11'],
  assumption: 'catalogue/cities',
  parameters: [regionParameter, text('city', true, 'id, api-url, api-url-path, full name or part of the name')],
  shows: city,
  as: 'entry',
  refusals: [400],
  find: () => null,
  decide: (_, call) => {
    const catalogue = call.world.setting.catalogue()
    const { region: asked, city: sought } = call.query
    const within =
      asked === undefined
        ? undefined
        : single(call, 'region', matchNamed(catalogue.regions, String(asked), REGION_FORMS))
    if (isRefusal(within)) return within
    const found = single(call, 'city', matchNamed(within?.cities ?? catalogue.cities, String(sought), CITY_FORMS))
    return isRefusal(found) ? found : { shown: { record: found } }
  },
})

export const placeOperations = [listRegions, lookupItem(regions), listCities, lookupItem(cities), bestMatchCity]
