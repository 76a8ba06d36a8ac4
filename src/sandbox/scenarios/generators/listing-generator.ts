import { type PlainMembers, plainMembersOf } from '../../../api/wire/publication-members.ts'
import { createPrng, mixSeed, type Prng } from '../../../lib/random/prng.ts'
import { toCodename } from '../../../model/domain/catalogue/codename.ts'
import { photoPath } from '../../../model/domain/publications/photo-url.ts'
import { vinCheckDigit } from '../../../model/domain/publications/vin.ts'
import { type Agency, administratorOf, type Operator, operatorByEmail } from '../../../model/world/agency.ts'
import type { Version } from '../../../model/world/catalogue.ts'
import { listingDescription, type PeoplePool } from '../../../model/world/people.ts'
import type { Money, Publication, PublicationHandle } from '../../../model/world/publication.ts'
import type { ListingInput } from '../schema/listing-schema.ts'
import { mileageOf, priceOf } from './car-generator.ts'

/** The fixed part of a publication, before its other members are generated. */
export interface ListingDraft {
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
  /** Members given by the scenario; the rest is drawn. */
  readonly given: Partial<ListingInput>
}

/** Sources shared by all listings of one stock. */
export interface ListingSources {
  readonly seed: number
  readonly people: () => PeoplePool
  readonly photos: PhotoSets
}

/**
 * Generates the publication of a draft. The seed decides colour, mileage, price, photos and text, but not
 * the car. Every draw is made even for given members, so that a given member does not change the others.
 */
export const generateListing = (
  draft: ListingDraft,
  { seed, people, photos }: ListingSources,
): Publication => {
  const { agency, handle, version, used, given } = draft
  const draw = createPrng(mixSeed(seed, 'listing', handle.key))
  const operator = operatorFor(agency, handle.number, given.OperadorResponsable)
  const VersionYear = or(given.VersionYear, draft.VersionYear)
  const drawnColour = draw.pick(version?.Colores ?? ['Blanco', 'Negro', 'Gris Plata'])
  const drawnKm = mileageOf(VersionYear, draw.next())
  const Kilometraje = or(given.Kilometraje, used ? drawnKm : 0)
  const isUsed = (Kilometraje ?? 0) > 0
  const drawnPrice = priceOf(version, VersionYear, Kilometraje ?? 0, draw.next())
  const plan = financing(drawnPrice, draw.next())
  const isWarranted = draw.next() < 0.4 && isUsed && (VersionYear ?? 0) >= 2018
  const Vin = inventedVin(draw, version?.Origen ?? null, VersionYear)
  const Carroceria = or(given.Carroceria, version?.Carroceria ?? null)
  const names = {
    Marca: or(given.Marca, version?.model.brand.Nombre ?? null),
    Modelo: or(given.Modelo, version?.model.Nombre ?? null),
  }
  const drawn: Partial<PlainMembers> = {
    RefStock: `${isUsed ? 'U' : 'N'}-${String(handle.number).padStart(4, '0')}`,
    VersionYear,
    Kilometraje,
    Color: drawnColour,
    Precio: drawnPrice,
    ...plan,
  }
  const plain = plainMembersOf((name) => or<unknown>(given[name], drawn[name] ?? null))
  return {
    handle,
    agency: agency.ordinal,
    app: draft.app,
    condition: draft.condition,
    Exposicion: draft.Exposicion,
    ExternalId: draft.ExternalId,
    Vin: or(given.Vin, Vin),
    OperadorResponsable: operator.Email,
    ...names,
    Version: or(given.Version, version?.Nombre ?? null),
    versionId: given.Version === undefined ? (version?.id ?? null) : null,
    Transmision: or(given.Transmision, version?.Transmision ?? null),
    Propulsion: or(given.Propulsion, version?.Propulsion ?? null),
    Carroceria,
    ...plain,
    Descripcion:
      given.Descripcion === undefined
        ? described(draft, { ...names, ...plain }, seed, people)
        : given.Descripcion,
    DatosTecnicosCustom: given.DatosTecnicosCustom ?? [],
    Fotos: Array.isArray(given.Fotos)
      ? given.Fotos
      : photos.urls(draw, { Carroceria, Color: plain.Color, wanted: given.Fotos }),
    warranty: given.warranty ?? isWarranted,
    Locacion: or(given.Locacion, operator.Direcciones[0] ?? null),
    Telefono: or(given.Telefono, operator.Telefonos[0] ?? null),
    revision: 1,
  }
}

const or = <T>(given: T | undefined, drawn: T): T => (given === undefined ? drawn : given)

const operatorFor = (agency: Agency, number: number, email: string | undefined): Operator =>
  email === undefined
    ? agency.operators[number % agency.operators.length]!
    : (operatorByEmail(agency, email) ?? administratorOf(agency))

/** Offers about a third of the cars with a down payment and instalments. */
const financing = (
  price: Money,
  quantile: number,
): { readonly Adelanto: Money | null; readonly Cuota: Money | null } => {
  if (quantile > 0.35 || price.Moneda !== 'ARS') return { Adelanto: null, Cuota: null }
  const down = Math.round((price.Importe * (0.3 + quantile)) / 100_000) * 100_000
  const instalment = Math.round(((price.Importe - down) * 1.5) / 36 / 1_000) * 1_000
  return { Adelanto: { Moneda: 'ARS', Importe: down }, Cuota: { Moneda: 'ARS', Importe: instalment } }
}

type DescribedMembers = Pick<
  Publication,
  'Marca' | 'Modelo' | 'VersionYear' | 'Kilometraje' | 'Color' | 'Precio'
>

const described = (
  { describe, handle, agency }: ListingDraft,
  facts: DescribedMembers,
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
  return listingDescription(pool, mixSeed(seed, 'text', handle.key), slots)
}

/** Sentences for new cars; those of the pool describe used ones. */
const OF_NEW_CARS: readonly string[] = [
  '{Marca} {Modelo} 0 km, sin patentar.',
  'Entrega inmediata en {Ciudad}.',
  'Recibimos tu usado en parte de pago.',
  'Financiación de fábrica a tasa fija.',
  'Garantía oficial y primer service sin cargo.',
  'Disponible en color {Color}; consultá por otros.',
  'Precio de contado {Precio}; consultá por otras formas de pago.',
]

/** Numbers of first photos: of every seven, the fifth and sixth show a detail and never come first. */
const FIRST_PICTURES = [1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 28] as const

interface PhotoSubject {
  readonly Carroceria: string | null
  readonly Color: string | null
  /** Absent: four to ten. */
  readonly wanted: number | undefined
}

/** Photo URLs of the sandbox. Similar cars share one list, which saves most memory of a large stock. */
export class PhotoSets {
  readonly #lists = new Map<string, string[]>()

  /** Draws the photo URLs of one car. */
  urls(draw: Prng, { Carroceria, Color, wanted }: PhotoSubject): string[] {
    const first = draw.pick(FIRST_PICTURES)
    const drawn = draw.int(4, 10)
    const words = { bodyStyle: toCodename(Carroceria ?? 'Sedán'), colour: toCodename(Color ?? 'Gris') }
    const length = wanted ?? drawn
    const key = `${words.bodyStyle}/${words.colour}/${first}/${length}`
    const known = this.#lists.get(key)
    if (known) return known
    const path = (i: number) =>
      photoPath({ widthPx: 1280, heightPx: 720, ...words, n: first + i, format: 'svg' })
    const list = Array.from({ length }, (_, i) => path(i))
    this.#lists.set(key, list)
    return list
  }
}

/** First three characters by country of origin (ISO 3780 regions), with invented makers. */
const MAKERS: Readonly<Record<string, string>> = {
  Argentina: '8AZ',
  Brasil: '9BZ',
  México: '3MZ',
  Alemania: 'WZZ',
  Japón: 'JZZ',
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const MODEL_YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** Generates a valid vehicle identification number: origin, check digit and model year (PUB-05). */
const inventedVin = (draw: Prng, origin: string | null, year: number | null): string => {
  const letter = () => LETTERS[draw.int(0, LETTERS.length - 1)]!
  const start = `${MAKERS[origin ?? ''] ?? 'LZZ'}${letter()}${letter()}${letter()}${draw.int(10, 99)}`
  const modelYear = MODEL_YEARS[((year ?? 2010) - 1980 + 60) % 30]!
  const end = `${modelYear}${letter()}${String(draw.int(1, 999_999)).padStart(6, '0')}`
  return start + vinCheckDigit(`${start}0${end}`) + end
}
