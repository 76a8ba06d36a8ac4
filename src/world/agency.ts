import { chosen, type Profile } from '../assumptions/profile.ts'
import type { Level } from './publication.ts'
import { type TableSchema, IndexedTable } from '../collections/indexed-table.ts'

/** A car agency, identified by the e-mail of its administrator operator (AGE-12). */
export interface Agency {
  /** Position in the scenario, the short prefix of its records' keys. */
  readonly ordinal: number
  readonly adminMail: string
  readonly NombreComercial: string
  /** Minutes east of UTC (`common/time-zone`). */
  readonly zoneMinutes: number
  /** Publications contracted per level (AGE-07). */
  readonly pack: Readonly<Record<Level, number>>
  readonly product: Product
  /** By name of the app; the agency does not exist for an app that is absent (ERR-07). */
  readonly access: Readonly<Record<string, AppAccess>>
  readonly operators: readonly Operator[]
  readonly branches: readonly Branch[]
  readonly notifications: NotificationSettings
}

/** What the contracted product permits beyond the counts. */
export interface Product {
  /** False: suspending is refused (`publications/suspend-refused`). */
  readonly suspends: boolean
  /** Cars that may be listed (`publications/mileage-by-product`). */
  readonly cars: 'any' | 'new' | 'used'
}

/** What an agency lets a calling app do. */
export interface AppAccess {
  readonly write: boolean
  /** The agency enabled the app for inquiries of other kinds (INQ-07). */
  readonly otherKinds: boolean
}

export interface Address {
  readonly Region: string
  readonly Ciudad: string
  readonly Direccion: string
}

/** A collaborator of the agency. */
export interface Operator {
  readonly Nombre: string
  readonly Apellido: string
  readonly Email: string
  readonly TelefonoLaboral: string | null
  readonly WhatsApp: string | null
  /** All phones, in order: the two above first, without a double. */
  readonly Telefonos: readonly string[]
  readonly Direcciones: readonly Address[]
  readonly administrator: boolean
  /** Only such an administrator can be edited (AGE-04). */
  readonly createdThroughApi: boolean
}

export interface OpeningHours {
  readonly Desde: string | null
  readonly Hasta: string | null
}

/** A branch (`agencies/branches`). */
export interface Branch {
  readonly id: number
  readonly Descripcion: string | null
  readonly Email: string | null
  readonly Telefono: string | null
  readonly Region: string | null
  readonly Ciudad: string | null
  readonly Direccion: string | null
  readonly Comercial: boolean
  readonly TallerMecanico: boolean
  readonly Autopartes: boolean
  readonly Laborable: OpeningHours | null
  readonly PreFestivo: OpeningHours | null
  readonly Festivo: OpeningHours | null
  readonly ResponsableLeadsPostVenta: string | null
}

export interface ConfiguredHeader {
  readonly Name: string
  readonly Value: string
}

/** The four channels of AGE-10; a channel that was never configured is absent. */
export interface NotificationSettings {
  readonly PublicacionConsultadaWebHook?: {
    readonly Callback: string | null
    readonly Secret: string | null
    readonly Activo: boolean
    readonly HeaderCustom01: ConfiguredHeader | null
    readonly HeaderCustom02: ConfiguredHeader | null
    readonly HeaderCustom03: ConfiguredHeader | null
  }
  readonly PublicacionConsultadaAdfHook?: {
    readonly Callback: string | null
    readonly Activo: boolean
    readonly HeaderCustom01: ConfiguredHeader | null
  }
  readonly PublicacionConsultadaAdfMail?: { readonly Email: string | null; readonly Activo: boolean }
  readonly PublicacionConsultadaHtmlMail?: { readonly EmailsCCO: string | null; readonly Activo: boolean }
}

export type Agencies = IndexedTable<Agency, AgencyHandle>

interface AgencyHandle {
  readonly ordinal: number
  readonly key: string
}

/** The list that holds all agencies in the scenario's order. */
const ALL_AGENCIES = 'all'

const agencySchema: TableSchema<Agency, AgencyHandle> = {
  key: (agency) => agency.adminMail.toLowerCase(),
  handle: (agency) => ({ ordinal: agency.ordinal, key: agency.adminMail.toLowerCase() }),
  order: (a, b) => a.ordinal - b.ordinal,
  indexNames: () => [ALL_AGENCIES],
}

export const agencyTable = (agencies: Iterable<Agency>): Agencies => IndexedTable.of(agencySchema, agencies)

export const agenciesInOrder = (agencies: Agencies): Agency[] =>
  Array.from(agencies.index(ALL_AGENCIES), ({ key }) => agencies.get(key)!)

/** The agency of that ordinal. */
export const agencyByOrdinal = (agencies: Agencies, ordinal: number): Agency | undefined => {
  const handle = agencies.index(ALL_AGENCIES).find((entry) => entry.ordinal - ordinal)
  return handle && agencies.get(handle.key)
}

/** The zone in which the agency's date-times, days and years are told, in minutes east of UTC (`common/time-zone`). */
export const zoneMinutesOf = (profile: Profile, agency: Agency): number =>
  chosen(profile, 'common/time-zone') === 'utc' ? 0 : agency.zoneMinutes

export const administratorOf = (agency: Agency): Operator => {
  const found = agency.operators.find((operator) => operator.administrator)
  if (!found) throw new Error(`agency ${agency.adminMail} has no administrator: a scenario must give exactly one`)
  return found
}

/** Finds an operator of the agency whatever the case of the address (`common/adminmail-case`). */
export const operatorByEmail = (agency: Agency, email: string): Operator | undefined => {
  const sought = email.toLowerCase()
  return agency.operators.find((operator) => operator.Email.toLowerCase() === sought)
}
