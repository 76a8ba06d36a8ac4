import { tokenize } from '../../../lib/text/fuzzy-text.ts'
import type { Catalogue, Version } from '../../world/catalogue.ts'

/** An attribute that many versions share, with the words that people write for it. */
export interface SearchAttribute {
  /** Returns the attribute's value of a version; null when it has none. */
  readonly valueOf: (version: Version) => string | number | null
  /** Returns the normalized words for a version's value. */
  readonly words: (version: Version, catalogue: CatalogueNames) => readonly string[]
  /** How well the words match, 0 to 1. */
  readonly fit: number
}

type CatalogueNames = Pick<Catalogue, 'fuels' | 'bodyStyles'>

const GEARBOX_WORDS: Readonly<Record<Version['Transmision'], readonly string[]>> = {
  Automática: [
    'at',
    'aut',
    'automatica',
    'automatico',
    'automatic',
    'tiptronic',
    'cvt',
    'dsg',
    'powershift',
    'stronic',
    'dct',
    'edc',
    'at6',
    'at8',
    'at9',
    'eat6',
    'eat8',
    'gsr',
    'dualogic',
    'easytronic',
    'xtronic',
    'secuencial',
    'ecvt',
  ],
  Manual: ['mt', 'manual', 'mt5', 'mt6'],
}

/** Further words by a word of the fuel's name. Searches for a hybrid include plug-in hybrids. */
const FUEL_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'diesel',
    ['gasolero', 'turbodiesel', 'td', 'tdi', 'hdi', 'dci', 'tdci', 'crdi', 'cdi', 'jtd', 'multijet'],
  ],
  ['nafta', ['naftero']],
  ['hibrido', ['hibrida', 'hybrid', 'hv']],
  ['electrico', ['electrica', 'electric']],
])

/** Attributes by which words of a text match a version. */
export const SEARCH_ATTRIBUTES: readonly SearchAttribute[] = [
  {
    valueOf: ({ Transmision }) => Transmision,
    words: ({ Transmision }) => GEARBOX_WORDS[Transmision],
    fit: 1,
  },
  {
    valueOf: ({ Propulsion }) => Propulsion,
    words: ({ Propulsion }, { fuels }) => fuelWords(attributeNames(fuels, Propulsion)),
    fit: 1,
  },
  {
    valueOf: ({ Carroceria }) => Carroceria,
    words: ({ Carroceria }, { bodyStyles }) => attributeWords(attributeNames(bodyStyles, Carroceria)),
    fit: 1,
  },
  {
    valueOf: ({ Cilindrada }) => Cilindrada,
    words: (version) => displacementWords(cubicCentimetres(version)),
    fit: 1,
  },
  { valueOf: ({ Potencia }) => Potencia, words: (version) => powerWords(horsepower(version)), fit: 1 },
  { valueOf: ({ VersionYear }) => VersionYear, words: (version) => yearWords(version, 0), fit: 1 },
  // A car is often registered, and advertised, with the year after its model year (PUB-11).
  { valueOf: ({ VersionYear }) => VersionYear, words: (version) => yearWords(version, 1), fit: 0.5 },
]

/** Returns 1598 for `1598 cm3`. */
export const cubicCentimetres = (version: Version): number => Number.parseFloat(version.Cilindrada) || 0

/** Returns 110 for `110 CV`. */
export const horsepower = (version: Version): number => Number.parseFloat(version.Potencia) || 0

function attributeNames(entries: Catalogue['fuels'], name: string): readonly string[] {
  const entry = entries.find(({ Nombre }) => Nombre === name)
  return [name, ...(entry?.codenames ?? [])]
}

/** Returns the words of the names, single and joined: `pick`, `up`, `pickup`. */
const attributeWords = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map(tokenize).flatMap((tokens) => [...tokens, tokens.join('')])),
]

function fuelWords(names: readonly string[]): readonly string[] {
  const words = attributeWords(names)
  return [...words, ...words.flatMap((word) => FUEL_WORDS.get(word) ?? [])]
}

function displacementWords(volume: number): readonly string[] {
  if (volume === 0) return []
  const rounded = Math.round(volume / 100)
  const bare = [volume, rounded * 100].filter((number) => !isYear(number)).map(String)
  return [(rounded / 10).toFixed(1), `${volume}cc`, `${rounded * 100}cc`, ...bare]
}

/**
 * True for a number that reads as a year within the bounds of PUB-11, not as the 2000 or 1998 cm3 of an
 * engine.
 */
const isYear = (number: number): boolean => number >= 1908 && number <= 2050

const powerWords = (power: number): readonly string[] =>
  power === 0 ? [] : [String(power), `${power}cv`, `${power}hp`]

const yearWords = ({ VersionYear }: Version, later: number): readonly string[] =>
  VersionYear === null ? [] : [String(VersionYear + later)]
