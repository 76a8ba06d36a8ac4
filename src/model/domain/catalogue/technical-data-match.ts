import type { Catalogue, Model, Version } from '../../world/catalogue.ts'
import { matchVersion } from './brand-model-match.ts'
import { byAvailability } from './car-search.ts'
import { cubicCentimetres, horsepower } from './search-attributes.ts'
import { type VersionHints, versionsOfYear } from './version-match.ts'

/**
 * Technical data of a car. `displacement` in litres or cm3 (`1.6`, `1598`, `1600cc`), `power` in CV, hp or kW
 * (`110`, `81 kW`); `trim` is all or part of a version's name.
 */
export interface TechnicalData extends VersionHints {
  readonly model: Model
  readonly displacement?: string | undefined
  readonly power?: string | undefined
  readonly trim?: string | undefined
}

/** Result of a match by technical data. */
export interface TechnicalDataMatch {
  /** The only version that meets all conditions, else null. */
  readonly match: Version | null
  /** Versions that meet the most conditions, best first, at most 20. */
  readonly candidates: readonly Version[]
}

const MAX_CANDIDATES = 20

/** Finds a model's versions from technical data, with or without a trim (CAT-10). */
export function matchTechnicalData(catalogue: Catalogue, data: TechnicalData): TechnicalDataMatch {
  const conditions = conditionsOf(catalogue, data)
  const ranked = data.model.versions
    .map((version) => ({ version, met: conditions.filter((meets) => meets(version)).length }))
    .toSorted((a, b) => b.met - a.met || byAvailability(a.version, b.version))
  const most = ranked[0]?.met ?? 0
  const best = ranked.filter(({ met }) => met === most).map(({ version }) => version)
  const meetsAll = most === conditions.length
  return {
    match: meetsAll && best.length === 1 ? best[0]! : null,
    candidates: meetsAll || most > 0 ? best.slice(0, MAX_CANDIDATES) : [],
  }
}

type Condition = (version: Version) => boolean

/** Returns one condition per given value. No version meets the condition of a value that cannot be parsed. */
function conditionsOf(catalogue: Catalogue, data: TechnicalData): readonly Condition[] {
  const { model, year, transmission, fuel, bodyStyle, displacement, power, trim } = data
  const ofThatYear = year === undefined ? null : (versionsOfYear(model.versions, year) ?? [])
  const ofThatTrim = trim === undefined || trim.trim() === '' ? null : versionsOfTrim(catalogue, trim, model)
  const volume = displacement === undefined ? null : parseCubicCentimetres(displacement)
  const strength = power === undefined ? null : parseHorsepower(power)
  const conditions: (Condition | null)[] = [
    ofThatYear && ((version) => ofThatYear.includes(version)),
    ofThatTrim && ((version) => ofThatTrim.includes(version)),
    transmission === undefined ? null : (version) => version.Transmision === transmission,
    fuel === undefined ? null : (version) => version.Propulsion === fuel,
    bodyStyle === undefined ? null : (version) => version.Carroceria === bodyStyle,
    displacement === undefined ? null : (version) => isApproximately(volume, cubicCentimetres(version)),
    power === undefined ? null : (version) => isApproximately(strength, horsepower(version)),
  ]
  return conditions.filter((condition) => condition !== null)
}

function versionsOfTrim(catalogue: Catalogue, trim: string, model: Model): readonly Version[] {
  const match = matchVersion(catalogue, trim, { model })
  if (match.kind === 'one') return [match.entry]
  return match.kind === 'several' ? match.entries : []
}

/** Manufacturers round: 1598 cm3 are sold as 1.6, 81 kW as 110 CV. */
const ROUNDING_TOLERANCE = 0.03

const isApproximately = (wanted: number | null, actual: number): boolean =>
  wanted !== null && Math.abs(wanted - actual) <= ROUNDING_TOLERANCE * actual

/** Parses a displacement to cm3; a number below 20 is in litres. Null when the text is not a displacement. */
export function parseCubicCentimetres(text: string): number | null {
  const [, number, unit] =
    /^\s*(\d{1,5}(?:[.,]\d{1,3})?)\s*(l|lts?|litros?|cc|cm3|cm³|c\.c\.)?\s*$/i.exec(text) ?? []
  if (number === undefined) return null
  const value = Number(number.replace(',', '.'))
  const isLitres = unit === undefined ? value < 20 : unit.toLowerCase().startsWith('l')
  return isLitres ? value * 1000 : value
}

const CV_PER_UNIT: Readonly<Record<string, number>> = { cv: 1, ps: 1, hp: 1.01387, kw: 1.35962 }

/** Parses a power to CV, the default unit. Null when the text is not a power. */
export function parseHorsepower(text: string): number | null {
  const [, number, unit = 'cv'] = /^\s*(\d{1,4}(?:[.,]\d{1,3})?)\s*(cv|ps|hp|kw)?\s*$/i.exec(text) ?? []
  return number === undefined ? null : Number(number.replace(',', '.')) * CV_PER_UNIT[unit.toLowerCase()]!
}
