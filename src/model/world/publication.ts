import type { Level } from '../../api/wire/exposure-level.ts'
import type { PlainMembers } from '../../api/wire/publication-members.ts'
import type { Condition } from '../../api/wire/state-literal.ts'
import { IndexedTable, type TableSchema } from '../../lib/collections/indexed-table.ts'
import type { Steps } from '../../lib/collections/steps.ts'
import type { Address } from './agency.ts'

/** An amount of money (COM-07). */
export interface Money {
  readonly Moneda: string
  readonly Importe: number
}

/** One item of `DatosTecnicosCustom` (`publications/custom-data-item`). */
export type CustomDatum =
  | string
  | { readonly Seccion: string; readonly Valor: string; readonly Datos: string }

/** A vehicle listing: its plain members, and those with rules of their own, in the spelling of the wire. */
export interface Publication extends PlainMembers {
  readonly handle: PublicationHandle
  /** Ordinal of the owning agency. */
  readonly agency: number
  /** Name of the publishing app. */
  readonly app: string
  readonly condition: Condition
  /** Current level; while suspended, the last level held or requested. */
  readonly Exposicion: Level
  /** As the client first wrote it (`publications/external-id-shown`). */
  readonly ExternalId: string
  readonly Vin: string | null
  readonly OperadorResponsable: string
  readonly Marca: string | null
  readonly Modelo: string | null
  readonly Version: string | null
  /** Id of the catalogue version; null when the client's text was kept (PUB-10). */
  readonly versionId: number | null
  readonly Transmision: string | null
  readonly Propulsion: string | null
  readonly Carroceria: string | null
  readonly DatosTecnicosCustom: readonly CustomDatum[]
  readonly Fotos: readonly string[]
  readonly warranty: boolean
  readonly Locacion: Address | null
  readonly Telefono: string | null
  /** Increases with every change. */
  readonly revision: number
}

/** What indexes hold of a publication. It never changes when the publication is edited. */
export interface PublicationHandle {
  /** Order of creation. */
  readonly number: number
  readonly key: string
}

/** All publications of a world, by `publicationKey`. */
export type Publications = IndexedTable<Publication, PublicationHandle>

/** Returns the key of a publication; `ExternalId` is compared without case (PUB-03). */
export const publicationKey = (agency: number, externalId: string): string =>
  `${agency}/${externalId.toLowerCase()}`

/** Names of the indexes, by query; `*` stands for any condition. */
export const publicationIndex = {
  ofApp: (agency: number, app: string, condition: Condition | '*') => `${agency} app ${app} ${condition}`,
  atLevel: (agency: number, level: Level, condition: Condition) => `${agency} level ${level} ${condition}`,
  withVin: (agency: number, vin: string) => `${agency} vin ${vin}`,
  of: (agency: number, condition: Condition | '*') => `${agency} ${condition}`,
}

const publicationSchema: TableSchema<Publication, PublicationHandle> = {
  key: (publication) => publication.handle.key,
  handle: (publication) => publication.handle,
  order: (a, b) => a.number - b.number,
  indexNames: ({ agency, app, condition, Exposicion, Vin }) => {
    const names = [
      publicationIndex.of(agency, '*'),
      publicationIndex.of(agency, condition),
      publicationIndex.ofApp(agency, app, '*'),
      publicationIndex.ofApp(agency, app, condition),
      publicationIndex.atLevel(agency, Exposicion, condition),
    ]
    if (Vin !== null && condition === 'active') names.push(publicationIndex.withVin(agency, Vin))
    return names
  },
  keepsIndexes: (before, after) =>
    before.handle === after.handle &&
    before.condition === after.condition &&
    before.Exposicion === after.Exposicion &&
    before.Vin === after.Vin,
}

/** Builds a table of many publications, in steps. */
export const publicationTableSteps = (publications: readonly Publication[]): Steps<Publications> =>
  IndexedTable.steps(publicationSchema, publications)

/** Builds the table of publications. */
export const publicationTable = (publications: Iterable<Publication> = []): Publications =>
  IndexedTable.of(publicationSchema, publications)

/** True for a used car, which is one with mileage (`publications/used`). */
export const isUsed = (kilometraje: number | null): boolean => kilometraje !== null && kilometraje > 0
