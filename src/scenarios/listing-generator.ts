import type { Agency, Operator } from '../world/agency.ts'
import { administratorOf, operatorOf } from '../world/agency.ts'
import type { Version } from '../world/catalogue.ts'
import { type Chance, chance, mix } from '../random/prng.ts'
import { listingDescription, type PeoplePool } from '../world/people.ts'
import { photoPath } from '../domain/publications/photo-url.ts'
import type { Money, Publication, PublicationHandle } from '../world/publication.ts'
import { codenameOf } from '../domain/catalogue/version-derivation.ts'
import { mileageOf, priceOf } from './car-generator.ts'
import type { ListingRow } from './listing-schema.ts'
import { inventedVin } from './vin-generator.ts'

/** What is settled of a publication before its members are filled in. */
export interface Draft {
  readonly agency: Agency
  readonly handle: PublicationHandle
  readonly app: string
  readonly condition: Publication['condition']
  readonly Exposicion: Publication['Exposicion']
  readonly ExternalId: string
  readonly version: Version | null
  readonly VersionYear: number | null
  readonly used: boolean
  readonly describe: boolean
  /** Members that the scenario gives; the rest is drawn. */
  readonly said: Partial<ListingRow>
}

/** What all listings of one lot are painted with. */
export interface Palette {
  readonly seed: number
  readonly people: () => PeoplePool
  readonly album: Album
}

/**
 * The publication of a draft. Which car it is does not depend on the seed; its colour, mileage, price, pictures and words do.
 * Every draw is made whether or not the scenario gives the member, so that giving one leaves the others as they were.
 */
export const listing = (draft: Draft, { seed, people, album }: Palette): Publication => {
  const { agency, handle, version, used, said } = draft
  const draw = chance(mix(seed, 'listing', handle.key))
  const operator = operatorFor(agency, handle.number, said.OperadorResponsable)
  const VersionYear = or(said.VersionYear, draft.VersionYear)
  const drawnColour = draw.pick(version?.Colores ?? ['Blanco', 'Negro', 'Gris Plata'])
  const drawnKm = mileageOf(VersionYear, draw.next())
  const Kilometraje = or(said.Kilometraje, used ? drawnKm : 0)
  const isUsed = (Kilometraje ?? 0) > 0
  const drawnPrice = priceOf(version, VersionYear, Kilometraje ?? 0, draw.next())
  const Precio = or(said.Precio, drawnPrice)
  const plan = financing(drawnPrice, draw.next())
  const isWarranted = draw.next() < 0.4 && isUsed && (VersionYear ?? 0) >= 2018
  const Vin = inventedVin(draw, version?.Origen ?? null, VersionYear)
  const Color = or(said.Color, drawnColour)
  const Carroceria = or(said.Carroceria, version?.Carroceria ?? null)
  const names = {
    Marca: or(said.Marca, version?.model.brand.Nombre ?? null),
    Modelo: or(said.Modelo, version?.model.Nombre ?? null),
  }
  return {
    handle,
    agency: agency.ordinal,
    app: draft.app,
    condition: draft.condition,
    Exposicion: draft.Exposicion,
    ExternalId: draft.ExternalId,
    RefStock: or(said.RefStock, `${isUsed ? 'U' : 'N'}-${String(handle.number).padStart(4, '0')}`),
    Vin: or(said.Vin, Vin),
    OperadorResponsable: operator.Email,
    ...names,
    Version: or(said.Version, version?.Nombre ?? null),
    versionId: said.Version === undefined ? (version?.id ?? null) : null,
    VersionYear,
    Transmision: or(said.Transmision, version?.Transmision ?? null),
    Propulsion: or(said.Propulsion, version?.Propulsion ?? null),
    Carroceria,
    Kilometraje,
    Color,
    Descripcion:
      said.Descripcion === undefined
        ? described(draft, { ...names, VersionYear, Kilometraje, Color, Precio }, seed, people)
        : said.Descripcion,
    DatosTecnicosCustom: said.DatosTecnicosCustom ?? [],
    Precio,
    Adelanto: or(said.Adelanto, plan.Adelanto),
    Cuota: or(said.Cuota, plan.Cuota),
    Fotos: Array.isArray(said.Fotos) ? said.Fotos : album.pictures(draw, { Carroceria, Color, wanted: said.Fotos }),
    warranty: said.warranty ?? isWarranted,
    Locacion: or(said.Locacion, operator.Direcciones[0] ?? null),
    Telefono: or(said.Telefono, operator.Telefonos[0] ?? null),
    revision: 1,
  }
}

const or = <T>(said: T | undefined, drawn: T): T => (said === undefined ? drawn : said)

const operatorFor = (agency: Agency, number: number, said: string | undefined): Operator =>
  said === undefined
    ? agency.operators[number % agency.operators.length]!
    : (operatorOf(agency, said) ?? administratorOf(agency))

/** Every third car is offered with a down payment and instalments. */
const financing = (
  price: Money,
  fortune: number,
): { readonly Adelanto: Money | null; readonly Cuota: Money | null } => {
  if (fortune > 0.35 || price.Moneda !== 'ARS') return { Adelanto: null, Cuota: null }
  const down = Math.round((price.Importe * (0.3 + fortune)) / 100_000) * 100_000
  const instalment = Math.round(((price.Importe - down) * 1.5) / 36 / 1_000) * 1_000
  return { Adelanto: { Moneda: 'ARS', Importe: down }, Cuota: { Moneda: 'ARS', Importe: instalment } }
}

interface Facts {
  readonly Marca: string | null
  readonly Modelo: string | null
  readonly VersionYear: number | null
  readonly Kilometraje: number | null
  readonly Color: string | null
  readonly Precio: Money | null
}

const described = (
  { describe, handle, agency }: Draft,
  facts: Facts,
  seed: number,
  people: () => PeoplePool,
): string | null => {
  if (!describe) return null
  const slots = {
    ...facts,
    Kilometraje: facts.Kilometraje || null,
    Precio: facts.Precio?.Moneda === 'ARS' ? facts.Precio.Importe : null,
    Ciudad: administratorOf(agency).Direcciones[0]?.Ciudad ?? null,
  }
  const pool = facts.Kilometraje ? people() : { ...people(), descriptions: OF_NEW_CARS }
  return listingDescription(pool, mix(seed, 'text', handle.key), slots)
}

/** The pool's sentences praise used cars; nobody had a new one before. */
const OF_NEW_CARS: readonly string[] = [
  '{Marca} {Modelo} 0 km, sin patentar.',
  'Entrega inmediata en {Ciudad}.',
  'Recibimos tu usado en parte de pago.',
  'Financiación de fábrica a tasa fija.',
  'Garantía oficial y primer service sin cargo.',
  'Disponible en color {Color}; consultá por otros.',
  'Precio de contado {Precio}; consultá por otras formas de pago.',
]

/** Pictures go by sevens, of which the fifth and sixth show a detail: a listing never begins with one. */
const FIRST_PICTURES = [1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 28] as const

interface Subject {
  readonly Carroceria: string | null
  readonly Color: string | null
  /** Absent: four to ten. */
  readonly wanted: number | undefined
}

/** The sandbox's own pictures. Like cars of a large lot share one list, which saves most of the lot's memory. */
export class Album {
  readonly #lists = new Map<string, string[]>()

  pictures(draw: Chance, { Carroceria, Color, wanted }: Subject): string[] {
    const first = draw.pick(FIRST_PICTURES)
    const drawn = draw.int(4, 10)
    const words = { bodyStyle: codenameOf(Carroceria ?? 'Sedán'), colour: codenameOf(Color ?? 'Gris') }
    const length = wanted ?? drawn
    const key = `${words.bodyStyle}/${words.colour}/${first}/${length}`
    const known = this.#lists.get(key)
    if (known) return known
    const path = (i: number) => photoPath({ widthPx: 1280, heightPx: 720, ...words, n: first + i, format: 'svg' })
    const list = Array.from({ length }, (_, i) => path(i))
    this.#lists.set(key, list)
    return list
  }
}
