import { isChosen, type Profile } from '../../api/assumptions/profile.ts'
import type { ChannelMembers, ChannelName, ChannelSettings } from '../../api/wire/channels.ts'
import type { Level } from '../../api/wire/exposure-level.ts'
import type { Sucursal } from '../../api/wire/response-schemas.ts'
import { IndexedTable, type TableSchema } from '../../lib/collections/indexed-table.ts'

/** A car agency, identified by the e-mail address of its administrator (AGE-12). */
export interface Agency {
  /** Position in the scenario; prefixes the keys of the agency's records. */
  readonly ordinal: number
  readonly adminMail: string
  readonly NombreComercial: string
  /** Minutes east of UTC (`common/time-zone`). */
  readonly zoneMinutes: number
  /** Contracted publications per level (AGE-07). */
  readonly pack: Readonly<Record<Level, number>>
  readonly product: Product
  /** Access by app name. The agency does not exist for an app that is absent here (ERR-07). */
  readonly access: Readonly<Record<string, AppAccess>>
  readonly operators: readonly Operator[]
  readonly branches: readonly Branch[]
  readonly notifications: NotificationSettings
}

/** Limits of the contracted product beyond the number of publications. */
export interface Product {
  /** False: the service refuses to suspend publications (`publications/suspend-refused`). */
  readonly suspends: boolean
  /** Cars that may be listed (`publications/mileage-by-product`). */
  readonly cars: 'any' | 'new' | 'used'
}

/** The rights of a calling app on an agency. */
export interface AppAccess {
  readonly write: boolean
  /** True when the agency shows the app inquiries of other kinds (INQ-07). */
  readonly otherKinds: boolean
}

/** A postal address. */
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
  /** All phones without duplicates, the two above first. */
  readonly Telefonos: readonly string[]
  readonly Direcciones: readonly Address[]
  readonly administrator: boolean
  /** True for an administrator that the API may edit (AGE-04). */
  readonly createdThroughApi: boolean
}

/** A branch (`agencies/branches`), with its members as they are shown. */
export type Branch = Readonly<Omit<Sucursal, '_links'> & { id: number }>

/** Settings of the notification channels (AGE-10). A channel that was never configured is absent. */
export type NotificationSettings = { readonly [C in ChannelName]?: ChannelSettings<C> }

/** All agencies of a world, by lower-case `adminMail`. */
export type Agencies = IndexedTable<Agency, AgencyHandle>

interface AgencyHandle {
  readonly ordinal: number
  readonly key: string
}

/** Name of the index that holds all agencies in the scenario's order. */
const ALL_AGENCIES = 'all'

const agencySchema: TableSchema<Agency, AgencyHandle> = {
  key: (agency) => agency.adminMail.toLowerCase(),
  handle: (agency) => ({ ordinal: agency.ordinal, key: agency.adminMail.toLowerCase() }),
  order: (a, b) => a.ordinal - b.ordinal,
  indexNames: () => [ALL_AGENCIES],
}

/** Builds the table of agencies. */
export const agencyTable = (agencies: Iterable<Agency>): Agencies => IndexedTable.of(agencySchema, agencies)

/** Returns all agencies in the scenario's order. */
export const agenciesInOrder = (agencies: Agencies): Agency[] =>
  Array.from(agencies.index(ALL_AGENCIES), ({ key }) => agencies.get(key)!)

/** Returns the channels of all agencies whose deliveries are requests, not mails. */
export const agencyHooks = (agencies: Agencies): readonly Partial<ChannelMembers>[] =>
  agenciesInOrder(agencies).flatMap(({ notifications }) =>
    Object.values(notifications).filter((channel) => 'Callback' in channel),
  )

/** Returns the agency with that ordinal. */
export const agencyByOrdinal = (agencies: Agencies, ordinal: number): Agency | undefined => {
  const handle = agencies.index(ALL_AGENCIES).find((entry) => entry.ordinal - ordinal)
  return handle && agencies.get(handle.key)
}

/** Returns the zone of the agency's dates and times, in minutes east of UTC (`common/time-zone`). */
export const zoneMinutesOf = (profile: Profile, agency: Agency): number =>
  isChosen(profile, 'common/time-zone', 'utc') ? 0 : agency.zoneMinutes

/** Returns the administrator. Throws when the agency has none, which a valid scenario excludes. */
export const administratorOf = (agency: Agency): Operator => {
  const found = agency.operators.find((operator) => operator.administrator)
  if (!found)
    throw new Error(`agency ${agency.adminMail} has no administrator: a scenario must give exactly one`)
  return found
}

/** Finds an operator by e-mail address, ignoring case (`common/adminmail-case`). */
export const operatorByEmail = (agency: Agency, email: string): Operator | undefined => {
  const sought = email.toLowerCase()
  return agency.operators.find((operator) => operator.Email.toLowerCase() === sought)
}
