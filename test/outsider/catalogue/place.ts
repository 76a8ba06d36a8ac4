import type { Findings } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import type { Place } from '../world.ts'
import { matched } from './best-match.ts'

/** Reads a place: region and city become the names that they stand for. */
export const placeOf = (
  call: Call,
  sent: Readonly<Record<string, unknown>>,
  prefix: string,
  findings: Findings,
): Place => {
  const { catalogue, choices } = call.world
  const regionText = textOf(sent['Region'])
  const isFull = choices.cityShown === 'with region'
  const cityText = textOf(isFull ? String(sent['Ciudad'] ?? '').split(',')[0] : sent['Ciudad'])
  const isIso = /^[A-Z]{2}-[A-Z]$/i.test(regionText ?? '')
  if (isIso && choices.placeFault === 'isoRefused')
    findings.add(`${prefix}Region`, 'No se reconoce la región.')
  const region =
    regionText === null ? undefined : matched(call.world, catalogue.regions, regionText, { asker: 'Region' })
  const cities = catalogue.cities.filter((city) => region === undefined || city.region === region)
  const city =
    cityText === null
      ? undefined
      : matched(call.world, cities, cityText, { asker: 'Ciudad', isPartAllowed: true })
  const isKept = choices.placeForms === 'kept'
  if (regionText !== null && region === undefined && !isKept)
    findings.add(`${prefix}Region`, 'No se reconoce la región.')
  if (cityText !== null && city === undefined && !isKept)
    findings.add(`${prefix}Ciudad`, 'No se reconoce la ciudad.')
  const shown = region?.name ?? regionText ?? city?.region.name ?? null
  return {
    Region: isIso && choices.placeFault === 'isoKept' ? regionText : shown,
    Ciudad: city && isFull ? `${city.name}, ${city.region.name}` : (city?.name ?? cityText),
    Direccion: textOf(sent['Direccion']),
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
