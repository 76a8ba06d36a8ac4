import { type Agency, operatorOf, zoneOf } from '../world/agency.ts'
import { type Inquiry, isCatalogueEntry, sidOf } from '../world/inquiry.ts'
import { carOf } from '../domain/inquiries/inquiry-car.ts'
import { interesadoOf } from '../domain/inquiries/interested-person.ts'
import { dateTime } from '../calendar/date-time.ts'
import { instantOf, type World } from '../world/world.ts'
import type { Consulta, Interesado } from '../wire/answers.ts'

/** All that a channel of the agency tells of an inquiry: the car, who asks, who answers for it. */
export interface LeadSheet {
  readonly sid: string
  /** Time of reception, in the agency's zone. */
  readonly Momento: string
  readonly car: Consulta['Auto']
  /** What a listing knows of its car beyond that; null for a catalogue entry. */
  readonly listing: {
    readonly Vin: string | null
    readonly Transmision: string | null
    readonly Descripcion: string | null
    /** Absolute address of the first picture. */
    readonly photo: string | null
  } | null
  readonly who: Interesado
  readonly agency: Agency
  readonly operator: {
    readonly name: string
    readonly email: string
    readonly phone: string | null
    readonly address: { readonly Region: string; readonly Ciudad: string; readonly Direccion: string } | null
  }
  /** Scheme, authority and world prefix of the service. */
  readonly base: string
}

export const leadSheet = (world: World, agency: Agency, inquiry: Inquiry, base: string): LeadSheet => {
  const { setting } = world
  const { car } = inquiry
  const listed = isCatalogueEntry(car) ? undefined : car
  return {
    sid: sidOf(inquiry),
    Momento: dateTime(instantOf(setting, inquiry.at), zoneOf(setting.profile, agency)),
    car: carOf(inquiry),
    listing: listed
      ? {
          Vin: listed.Vin,
          Transmision: listed.Transmision,
          Descripcion: listed.Descripcion,
          photo: absoluteUrl(listed.Fotos[0], base),
        }
      : null,
    who: interesadoOf(inquiry, setting.people()),
    agency,
    operator: responsible(agency, inquiry, listed?.Locacion ?? null),
    base,
  }
}

const responsible = (
  agency: Agency,
  { OperadorResponsable }: Inquiry,
  place: LeadSheet['operator']['address'],
): LeadSheet['operator'] => {
  const operator = operatorOf(agency, OperadorResponsable)
  return {
    name: operator ? `${operator.Nombre} ${operator.Apellido}`.trim() : '',
    email: OperadorResponsable,
    phone: operator?.Telefonos[0] ?? null,
    address: place ?? operator?.Direcciones[0] ?? null,
  }
}

/** Pictures of the service's own lie on its own authority; of others, only http and https ones are shown. */
const absoluteUrl = (url: string | undefined, base: string): string | null => {
  if (url === undefined || !URL.canParse(url, base)) return null
  const { protocol, href } = new URL(url, base)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}

/** Brand, model, trim and year, as far as they are known. */
export const carTitle = ({ car }: LeadSheet): string =>
  [car.Marca, car.Modelo, car.Version, car.VersionYear].filter((part) => part !== null && part !== '').join(' ')

export const nameOf = ({ who }: LeadSheet): string =>
  [who.Nombre, who.Apellido]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
