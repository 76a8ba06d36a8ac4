import { tokenize } from '../../text/fuzzy-text.ts'
import type { Catalogue, Version } from '../../world/catalogue.ts'

/** Something that is said of many versions, and the words that people write for it beside or instead of a version's name. */
export interface SearchAttribute {
  /** Its value for a version, the same for all versions that share it; null where there is none. */
  readonly valueOf: (version: Version) => string | number | null
  /** Folded words for what a version has. */
  readonly words: (version: Version, catalogue: CatalogueNames) => readonly string[]
  /** How well the words fit, 0 to 1. */
  readonly fit: number
}

type CatalogueNames = Pick<Catalogue, 'fuels' | 'bodyStyles'>

const GEARBOX_WORDS: Readonly<Record<Version['Transmision'], readonly string[]>> = {
  Automática: [
    ...[
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
    ],
    ...['edc', 'at6', 'at8', 'at9', 'eat6', 'eat8', 'gsr', 'dualogic', 'easytronic', 'xtronic', 'secuencial', 'ecvt'],
  ],
  Manual: ['mt', 'manual', 'mt5', 'mt6'],
}

/** Beside a fuel's codenames, by one of them. A plug-in hybrid is a hybrid to whoever searches. */
const FUEL_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['diesel', ['gasolero', 'turbodiesel', 'td', 'tdi', 'hdi', 'dci', 'tdci', 'crdi', 'cdi', 'jtd', 'multijet']],
  ['nafta', ['naftero']],
  ['hibrido', ['hibrida', 'hybrid', 'hv']],
  ['electrico', ['electrica', 'electric']],
])

/** The facts by which a version explains words of a text. */
export const SEARCH_ATTRIBUTES: readonly SearchAttribute[] = [
  { valueOf: ({ Transmision }) => Transmision, words: ({ Transmision }) => GEARBOX_WORDS[Transmision], fit: 1 },
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
  { valueOf: ({ Cilindrada }) => Cilindrada, words: (version) => displacementWords(cubicCentimetres(version)), fit: 1 },
  { valueOf: ({ Potencia }) => Potencia, words: (version) => powerWords(horsepower(version)), fit: 1 },
  { valueOf: ({ VersionYear }) => VersionYear, words: (version) => yearWords(version, 0), fit: 1 },
  // A car of one model year is commonly registered, and then advertised, with the next (PUB-11).
  { valueOf: ({ VersionYear }) => VersionYear, words: (version) => yearWords(version, 1), fit: 0.5 },
]

/** From `1598 cm3`: 1598. */
export const cubicCentimetres = (version: Version): number => Number.parseFloat(version.Cilindrada) || 0

/** From `110 CV`: 110. */
export const horsepower = (version: Version): number => Number.parseFloat(version.Potencia) || 0

function attributeNames(entries: Catalogue['fuels'], name: string): readonly string[] {
  const entry = entries.find(({ Nombre }) => Nombre === name)
  return [name, ...(entry?.codenames ?? [])]
}

/** The words of the names, one by one and joined: `pick`, `up`, `pickup`. */
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

/** A number that a reader takes for the car's year (PUB-11 bounds it), not for the 2000 or 1998 cm3 of its engine. */
const isYear = (number: number): boolean => number >= 1908 && number <= 2050

const powerWords = (power: number): readonly string[] =>
  power === 0 ? [] : [String(power), `${power}cv`, `${power}hp`]

const yearWords = ({ VersionYear }: Version, later: number): readonly string[] =>
  VersionYear === null ? [] : [String(VersionYear + later)]
