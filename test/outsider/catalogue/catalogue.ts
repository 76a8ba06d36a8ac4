import type { Choices } from '../choices.ts'

/** Rows of the catalogue: fixed, and matched against the names in requests. */

export interface Named {
  readonly id: number
  readonly name: string
  readonly codename: string
  /** Segments of its own address below `/v3`. */
  readonly path: readonly string[]
  /** Another word that stands for it, such as an ISO code. */
  readonly iso?: string
}

export interface Brand extends Named {
  readonly aliases: readonly string[]
}

export interface Model extends Named {
  readonly brand: Brand
  readonly bodies: readonly string[]
}

export interface Trim extends Named {
  readonly model: Model
  readonly year: number | null
  readonly fuel: string
  readonly gearbox: 'Automática' | 'Manual'
  readonly power: string
  readonly displacement: string
  readonly body: string
  readonly isSold: boolean
}

export interface City extends Named {
  readonly region: Named
}

export interface Catalogue {
  readonly brands: readonly Brand[]
  readonly models: readonly Model[]
  readonly trims: readonly Trim[]
  readonly fuels: readonly Named[]
  readonly bodies: readonly Named[]
  readonly currencies: readonly Named[]
  readonly regions: readonly Named[]
  readonly cities: readonly City[]
}

/** Makes a codename of a name: `Río Negro` becomes `rio-negro`. */
const codenameOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

const BRANDS: readonly (readonly [string, readonly string[]])[] = [
  ['Škoda', ['skoda', 'skd']],
  ['Citroën', ['citroen']],
  ['Great Wall', ['great-wall', 'gwm']],
  ['Suzuki', ['suzuki']],
]

const FUELS: readonly (readonly [string, string])[] = [
  ['Nafta', 'gasolina'],
  ['Gasoil', 'diesel'],
  ['Híbrido', 'hev'],
  ['Eléctrico', 'bev'],
]

const BODIES: typeof FUELS = [
  ['Hatchback', 'cinco-puertas'],
  ['Sedán', 'tres-cuerpos'],
  ['SUV', 'todo-terreno'],
  ['Rural', 'familiar'],
  ['Furgón', 'van'],
  ['Pickup', 'camioneta'],
]

const MODELS: readonly (readonly [string, string, string])[] = [
  ['Škoda', 'Fabia', 'Hatchback'],
  ['Škoda', 'Octavia', 'Sedán,Rural'],
  ['Škoda', 'Kodiaq', 'SUV'],
  ['Citroën', 'C3', 'Hatchback'],
  ['Citroën', 'C4 Lounge', 'Sedán'],
  ['Citroën', 'Berlingo', 'Furgón'],
  ['Great Wall', 'Poer', 'Pickup'],
  ['Great Wall', '300', 'SUV'],
  ['Suzuki', 'Swift', 'Hatchback'],
  ['Suzuki', 'Jimny', 'SUV'],
]

type TrimRow = readonly [string, string, number | null, string, 'A' | 'M', string, string, string, boolean]
const TRIMS: readonly TrimRow[] = [
  ['Fabia', 'Ambition 1.0 MPI', 2022, 'Nafta', 'M', '80 CV', '999 cc', 'Hatchback', true],
  ['Fabia', 'Style 1.0 TSI', 2022, 'Nafta', 'M', '110 CV', '999 cc', 'Hatchback', true],
  ['Fabia', 'Style 1.0 TSI DSG', 2022, 'Nafta', 'A', '110 CV', '999 cc', 'Hatchback', true],
  ['Octavia', 'Ambition 1.4 TSI', 2020, 'Nafta', 'M', '150 CV', '1395 cc', 'Sedán', false],
  ['Octavia', 'Style 2.0 TDI DSG', 2020, 'Gasoil', 'A', '150 CV', '1968 cc', 'Sedán', false],
  ['Octavia', 'Scout 2.0 TDI 4x4', 2019, 'Gasoil', 'A', '184 CV', '1968 cc', 'Rural', false],
  ['Kodiaq', 'Ambition 1.5 TSI', 2023, 'Nafta', 'A', '150 CV', '1498 cc', 'SUV', true],
  ['Kodiaq', 'Style 2.0 TDI 4x4', 2023, 'Gasoil', 'A', '200 CV', '1968 cc', 'SUV', true],
  ['C3', 'Live 1.2', 2021, 'Nafta', 'M', '82 CV', '1199 cc', 'Hatchback', true],
  ['C3', 'Feel 1.6', 2021, 'Nafta', 'M', '115 CV', '1587 cc', 'Hatchback', true],
  ['C3', 'Shine 1.6 AT', 2021, 'Nafta', 'A', '115 CV', '1587 cc', 'Hatchback', true],
  ['C3', 'Origins', null, 'Nafta', 'M', '90 CV', '1360 cc', 'Hatchback', false],
  ['C4 Lounge', 'Feel Pack THP', 2019, 'Nafta', 'A', '165 CV', '1598 cc', 'Sedán', false],
  ['C4 Lounge', 'Exclusive HDi', 2018, 'Gasoil', 'M', '115 CV', '1560 cc', 'Sedán', false],
  ['Berlingo', 'Business HDi 92', 2023, 'Gasoil', 'M', '92 CV', '1560 cc', 'Furgón', true],
  ['Berlingo', 'ë-Berlingo', 2024, 'Eléctrico', 'A', '136 CV', '0 cc', 'Furgón', true],
  ['Poer', 'Deluxe 4x2', 2023, 'Gasoil', 'M', '163 CV', '1996 cc', 'Pickup', true],
  ['Poer', 'Elite 4x4 AT', 2023, 'Gasoil', 'A', '163 CV', '1996 cc', 'Pickup', true],
  ['300', 'HEV Supreme', 2024, 'Híbrido', 'A', '243 CV', '1497 cc', 'SUV', true],
  ['300', 'Luxury 2.0T', 2024, 'Nafta', 'A', '220 CV', '1998 cc', 'SUV', true],
  ['Swift', 'GL 1.2', 2022, 'Nafta', 'M', '83 CV', '1197 cc', 'Hatchback', true],
  ['Swift', 'GLX 1.2 CVT', 2022, 'Nafta', 'A', '83 CV', '1197 cc', 'Hatchback', true],
  ['Swift', 'Sport 1.4T', 2021, 'Nafta', 'M', '140 CV', '1373 cc', 'Hatchback', false],
  ['Jimny', 'GL 1.5 4x4', 2022, 'Nafta', 'M', '102 CV', '1462 cc', 'SUV', true],
  ['Jimny', 'GLX 1.5 4x4 AT', 2022, 'Nafta', 'A', '102 CV', '1462 cc', 'SUV', true],
]

/** Words of another country for fuels and body styles. */
const FOREIGN: Readonly<Record<string, string>> = {
  Nafta: 'Bencina',
  Gasoil: 'Petróleo diésel',
  Híbrido: 'HEV (híbrido)',
  Eléctrico: 'BEV',
  Hatchback: 'Citycar',
  Sedán: '4 puertas',
  SUV: 'Todoterreno',
  Pickup: 'Doble cabina',
}

const REGIONS: readonly (readonly [string, string, readonly string[]])[] = [
  ['Río Negro', 'AR-R', ['San Carlos de Bariloche', 'Viedma']],
  ['Salta', 'AR-A', ['Salta Capital', 'Cafayate']],
  ['Córdoba', 'AR-X', ['Villa María', 'Alta Gracia']],
  ['Mendoza', 'AR-M', ['Godoy Cruz', 'San Rafael']],
]

const CURRENCIES = {
  two: [
    ['Peso argentino', 'ARS'],
    ['Dólar estadounidense', 'USD'],
  ],
  one: [['Peso argentino', 'ARS']],
  others: [
    ['Guaraní', 'PYG'],
    ['Real', 'BRL'],
    ['Euro', 'EUR'],
  ],
} as const

/** Builds the catalogue; every id is moved by the chosen offset. */
export const catalogueOf = ({ idOffset: offset, currencies, catalogueWords }: Choices): Catalogue => {
  const said = (name: string): string => (catalogueWords === 'foreign' ? (FOREIGN[name] ?? name) : name)
  const row = (first: number, path: readonly string[]) => (name: string, at: number, iso?: string) => {
    const id = first + offset + at
    return { id, name, codename: codenameOf(name), path: [...path, String(id)], ...(iso ? { iso } : {}) }
  }
  const coded = (first: number, path: readonly string[], words: typeof FUELS): Named[] =>
    words.map(([name, codename], at) => ({ ...row(first, path)(name, at), codename }))
  const brands = BRANDS.map(([name, aliases], at) => ({ ...row(31, ['fabricantes'])(name, at), aliases }))
  const models = MODELS.map(([brand, name, bodies], at) => ({
    ...row(410, ['lineas'])(name, at),
    brand: named(brands, brand),
    bodies: bodies.split(',').map(said),
  }))
  const trims = TRIMS.map(([model, name, year, fuel, box, power, displacement, body, isSold], at) => ({
    ...row(9001, ['versiones'])(name, at),
    model: named(models, model),
    year,
    fuel: said(fuel),
    power,
    displacement,
    body: said(body),
    isSold,
    gearbox: box === 'A' ? ('Automática' as const) : ('Manual' as const),
  }))
  const regions = REGIONS.map(([name, iso], at) => row(61, ['territorio', 'regiones'])(name, at, iso))
  const places = REGIONS.flatMap(([region, , cities]) => cities.map((name) => ({ name, region })))
  const cities = places.map(({ name, region }, at) => ({
    ...row(701, ['territorio', 'ciudades'])(name, at),
    region: named(regions, region),
  }))
  return {
    brands,
    models,
    trims,
    regions,
    cities,
    fuels: coded(11, ['combustibles'], FUELS).map((fuel) => ({ ...fuel, name: said(fuel.name) })),
    bodies: coded(21, ['siluetas'], BODIES).map((body) => ({ ...body, name: said(body.name) })),
    currencies: CURRENCIES[currencies].map(([name, code], at) => ({
      ...row(1, ['divisas'])(name, at, code),
      codename: code,
    })),
  }
}

const named = <T extends Named>(rows: readonly T[], name: string): T => {
  const found = rows.find((row) => row.name === name)
  if (found === undefined) throw new Error(`the catalogue has no ${name}`)
  return found
}
