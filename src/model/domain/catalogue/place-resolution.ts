import type { Address } from '../../world/agency.ts'
import type { Catalogue, CatalogueCity, CatalogueRegion, Named } from '../../world/catalogue.ts'
import type { World } from '../../world/world.ts'
import { isActiveOption } from '../decision-context.ts'
import { ValidationIssues } from '../validation-issues.ts'
import { CITY_FORMS, type Match, matchNamed, REGION_FORMS } from './named-match.ts'

/** A place as a client sends it. */
export interface PlaceReference {
  readonly Region?: string | null | undefined
  readonly Ciudad?: string | null | undefined
  readonly Direccion?: string | null | undefined
}

/** A place with the catalogue's names, as responses show it (COM-08); members that were not sent are null. */
export interface ResolvedPlace {
  readonly Region: string | null
  readonly Ciudad: string | null
  readonly Direccion: string | null
}

/**
 * Resolves region and city by best-match (`publications/location-forms`, `agencies/place-no-match`). `prefix`
 * precedes the member names in issues. A city without a region determines the region.
 */
export const resolvePlace = (
  issues: ValidationIssues,
  prefix: string,
  sent: PlaceReference,
  catalogue: Catalogue,
  { keepsUnresolved = false, regionForms = REGION_FORMS }: PlaceRules = {},
): ResolvedPlace => {
  const found = keepsUnresolved ? new ValidationIssues() : issues
  const region = sent.Region
    ? resolveRegion(found, `${prefix}Region`, sent.Region, catalogue.regions, regionForms)
    : null
  const cities = region ? region.cities : catalogue.cities
  let city = null
  const isRegionWrong = found.hasIssueAt(`${prefix}Region`) || issues.hasIssueAt(`${prefix}Region`)
  if (sent.Ciudad && !issues.hasIssueAt(`${prefix}Ciudad`)) {
    const match = matchCity(cities, sent.Ciudad)
    // Without the region that was meant, a city cannot be distinguished from its namesakes.
    if (match.kind === 'one') city = isRegionWrong ? null : match.entry
    else if (match.kind === 'none' || !isRegionWrong)
      found.add(
        `${prefix}Ciudad`,
        cityIssue(sent.Ciudad, match.kind, region),
        'publications/location-forms',
        'COM-11',
      )
  }
  return {
    Region: region?.Nombre ?? city?.region.Nombre ?? (keepsUnresolved ? sent.Region || null : null),
    Ciudad: city?.Nombre ?? (keepsUnresolved ? sent.Ciudad || null : null),
    Direccion: sent.Direccion || null,
  }
}

/** Adds an issue for each place that is sent empty, where `agencies/empty-place` says so. */
export const checkEmptyPlace = (
  issues: ValidationIssues,
  context: { readonly world: World },
  sent: PlaceReference,
): void => {
  if (!isActiveOption(context, 'agencies/empty-place', '400')) return
  for (const member of ['Region', 'Ciudad'] as const)
    if (sent[member] === '') issues.add(member, 'No puede estar vacío.', 'AGE-03', 'agencies/empty-place')
}

/** How texts without a match and forms of a region are taken. */
interface PlaceRules {
  /** True: they are kept as sent instead of being an issue. */
  readonly keepsUnresolved?: boolean
  readonly regionForms?: typeof REGION_FORMS
}

/** Converts a place to an address, whose members are strings. */
export const placeAddress = (place: ResolvedPlace): Address => ({
  Region: place.Region ?? '',
  Ciudad: place.Ciudad ?? '',
  Direccion: place.Direccion ?? '',
})

/** Finds the region that a text names; `Pcia. de Salta` is `Salta`. */
export function matchRegion<T extends Named>(
  regions: readonly T[],
  text: string,
  forms: typeof REGION_FORMS,
): Match<T> {
  const found = matchNamed(regions, text, forms)
  if (found.kind !== 'none') return found
  const name = text.replace(/^\s*(provincia|prov|pcia)\b\.?(\s+del?\b)?/i, '')
  return name === text ? found : matchNamed(regions, name, forms)
}

/**
 * Finds the city that a text names (COM-11, AGE-03). Its full name has the region too, as refs show it:
 * `Santa Rosa (La Pampa)`, or `Santa Rosa, La Pampa`.
 */
export function matchCity(cities: readonly CatalogueCity[], text: string): Match<CatalogueCity> {
  const end = text.search(/[(,]/)
  if (end === -1) return matchNamed(cities, text, CITY_FORMS)
  const name = text.slice(0, end)
  const regionName = text.slice(end + 1).trim()
  const regions = [...new Set(cities.map((city) => city.region))]
  const inBrackets = text[end] === '(' && regionName.endsWith(')')
  const region = matchRegion(regions, inBrackets ? regionName.slice(0, -1) : regionName, REGION_FORMS)
  if (region.kind !== 'one') return matchNamed(cities, text, CITY_FORMS)
  const within = cities.filter((city) => city.region === region.entry)
  return matchNamed(within, name, CITY_FORMS)
}

const resolveRegion = (
  issues: ValidationIssues,
  path: string,
  text: string,
  regions: Catalogue['regions'],
  forms: typeof REGION_FORMS,
): CatalogueRegion | null => {
  const match = matchRegion(regions, text, forms)
  if (match.kind === 'one') return match.entry
  issues.add(
    path,
    `No se reconoce la región «${text}»; se espera un nombre, id, url o código ISO 3166-2 como AR-B.`,
    'publications/location-forms',
    'COM-11',
  )
  return null
}

const cityIssue = (text: string, kind: 'several' | 'none', region: CatalogueRegion | null): string => {
  if (kind === 'several')
    return `Hay más de una ciudad que responde a «${text}»; indique también la región o el nombre completo.`
  return region
    ? `No se reconoce la ciudad «${text}» en ${region.Nombre}.`
    : `No se reconoce la ciudad «${text}».`
}
