import type { Consulta, Interesado } from '../../api/wire/response-schemas.ts'
import { dateTime } from '../../lib/calendar/date-time.ts'
import { isUrl } from '../../lib/text/url.ts'
import { responsibleOperator } from '../../model/domain/inquiries/inquired-listing.ts'
import { inquiryCar } from '../../model/domain/inquiries/inquiry-car.ts'
import { interestedPerson } from '../../model/domain/inquiries/interested-person.ts'
import { type Agency, operatorByEmail, zoneMinutesOf } from '../../model/world/agency.ts'
import { type Inquiry, inquirySid, isCatalogueEntry } from '../../model/world/inquiry.ts'
import { recordTimeMs, type World } from '../../model/world/world.ts'

/**
 * The data that every channel of an agency renders from an inquiry: car, inquirer and responsible operator.
 */
export interface InquiryDetails {
  readonly sid: string
  /** Time of receipt, in the agency's time zone. */
  readonly Momento: string
  readonly car: Consulta['Auto']
  /** Members that only a listing has; null for a catalogue entry. */
  readonly listing: {
    readonly Vin: string | null
    readonly Transmision: string | null
    readonly Descripcion: string | null
    /** Absolute URL of the first photo. */
    readonly photo: string | null
  } | null
  readonly inquirer: Interesado
  readonly agency: Agency
  readonly operator: {
    readonly name: string
    readonly email: string
    readonly phone: string | null
    readonly address: { readonly Region: string; readonly Ciudad: string; readonly Direccion: string } | null
  }
  /** Base URL of the service: scheme, authority and world prefix. */
  readonly base: string
}

/** Collects the data of an inquiry for rendering. */
export const inquiryDetails = (
  world: World,
  agency: Agency,
  inquiry: Inquiry,
  base: string,
): InquiryDetails => {
  const { setting } = world
  const { car } = inquiry
  const listed = isCatalogueEntry(car) ? undefined : car
  return {
    sid: inquirySid(inquiry),
    Momento: dateTime(recordTimeMs(setting, inquiry.offsetMs), zoneMinutesOf(setting.profile, agency)),
    car: inquiryCar(world, inquiry),
    listing: listed
      ? {
          Vin: listed.Vin,
          Transmision: listed.Transmision,
          Descripcion: listed.Descripcion,
          photo: absoluteUrl(listed.Fotos[0], base),
        }
      : null,
    inquirer: interestedPerson(inquiry, setting.people()),
    agency,
    operator: responsible(agency, responsibleOperator(world, inquiry), listed?.Locacion ?? null),
    base,
  }
}

const responsible = (
  agency: Agency,
  OperadorResponsable: string,
  place: InquiryDetails['operator']['address'],
): InquiryDetails['operator'] => {
  const operator = operatorByEmail(agency, OperadorResponsable)
  return {
    name: fullName(operator?.Nombre, operator?.Apellido),
    email: OperadorResponsable,
    phone: operator?.Telefonos[0] ?? null,
    address: place ?? operator?.Direcciones[0] ?? null,
  }
}

/** Resolves a photo URL against the service; null unless the result is http or https. */
const absoluteUrl = (url: string | undefined, base: string): string | null => {
  if (url === undefined || !isUrl(url, base)) return null
  const { protocol, href } = new URL(url, base)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}

/** Joins the known ones of brand, model, version and year. */
export const carTitle = ({ car }: InquiryDetails): string =>
  [car.Marca, car.Modelo, car.Version, car.VersionYear]
    .filter((part) => part !== null && part !== '')
    .join(' ')

/** Full name of the inquirer; empty when the inquiry has none. */
export const inquirerName = ({ inquirer }: InquiryDetails): string =>
  fullName(inquirer.Nombre, inquirer.Apellido)

const fullName = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
