import { plainMembersOf } from '../../api/wire/publication-members.ts'
import { mapSteps } from '../../lib/collections/steps.ts'
import type { Catalogue, Version } from '../../model/world/catalogue.ts'
import type { CatalogueEntry, Inquiry } from '../../model/world/inquiry.ts'
import { type Publication, publicationKey } from '../../model/world/publication.ts'
import type { Visit } from '../../model/world/visit.ts'
import { offsetMsOf } from './generators/inquiry-generator.ts'
import type { InquiryRecord, PublicationRecord, Records } from './schema/records-schema.ts'
import type { ScenarioError } from './schema/scenario-error.ts'

/** Resolves the names in records. */
export interface RecordContext {
  /** Ordinals by adminMail in lower case. */
  readonly ordinals: ReadonlyMap<string, number>
  readonly catalogue: () => Catalogue
  /** Creates an error at a path inside the records. */
  readonly errorAt: (path: readonly PropertyKey[], sentence: string) => ScenarioError
}

/** The rows of the records. */
export interface RecordedRows {
  readonly publications: Publication[]
  readonly inquiries: Inquiry[]
  readonly visits: Visit[]
}

/** Converts records to rows, in the same order and in steps. Throws a ScenarioError for an unknown name. */
export function* readRecords(records: Records, context: RecordContext): Generator<void, RecordedRows> {
  const ordinal = ordinalIn(context)
  const publications = yield* mapSteps(records.publications.entries(), ([i, row]) =>
    publicationOf(row, ordinal(row, ['publications', i])),
  )
  const former = yield* mapSteps(records.former.entries(), ([i, row]) =>
    publicationOf(row, ordinal(row, ['former', i])),
  )
  const byKey = new Map(yield* mapSteps(publications, (row) => [row.handle.key, row] as const))
  const car = carIn({ former, byKey, context })
  const inquiries = yield* mapSteps(records.inquiries.entries(), ([i, row]): Inquiry => {
    const agency = ordinal(row, ['inquiries', i])
    const { number, OperadorResponsable, OrigenLead, lead } = row
    return {
      number,
      agency,
      offsetMs: offsetMsOf(row.at),
      car: car(row, agency, i),
      OperadorResponsable,
      OrigenLead,
      lead,
    }
  })
  const visits = yield* mapSteps(records.visits.entries(), ([i, row]) =>
    visitOf(row, ordinal(row, ['visits', i])),
  )
  return { publications, inquiries, visits }
}

const ordinalIn =
  ({ ordinals, errorAt }: RecordContext) =>
  (row: { readonly agency: string }, path: readonly PropertyKey[]): number => {
    const found = ordinals.get(row.agency.toLowerCase())
    if (found === undefined)
      throw errorAt(
        [...path, 'agency'],
        `expected the adminMail of an agency of this scenario, got ${row.agency}`,
      )
    return found
  }

const publicationOf = (row: PublicationRecord, agency: number): Publication => ({
  handle: { number: row.number, key: publicationKey(agency, row.ExternalId) },
  agency,
  app: row.app,
  condition: row.condition,
  Exposicion: row.Exposicion,
  ExternalId: row.ExternalId,
  Vin: row.Vin,
  OperadorResponsable: row.OperadorResponsable,
  Marca: row.Marca,
  Modelo: row.Modelo,
  Version: row.Version,
  versionId: row.versionId,
  Transmision: row.Transmision,
  Propulsion: row.Propulsion,
  Carroceria: row.Carroceria,
  ...plainMembersOf((name) => row[name]),
  DatosTecnicosCustom: row.DatosTecnicosCustom,
  Fotos: row.Fotos,
  warranty: row.warranty,
  Locacion: row.Locacion,
  Telefono: row.Telefono,
  revision: row.revision,
})

const visitOf = (
  { day, ExternalId, app, OperadorResponsable, Visitas }: Records['visits'][number],
  agency: number,
): Visit => ({
  agency,
  day,
  ExternalId,
  app,
  OperadorResponsable,
  Visitas,
})

interface Cars {
  readonly former: readonly Publication[]
  readonly byKey: ReadonlyMap<string, Publication>
  readonly context: RecordContext
}

const carIn = ({ former, byKey, context }: Cars) => {
  const entries = new Map<string, CatalogueEntry>()
  return ({ car }: InquiryRecord, agency: number, i: number): Inquiry['car'] => {
    const path = ['inquiries', i, 'car']
    if (typeof car === 'string') {
      const publication = byKey.get(publicationKey(agency, car))
      if (publication) return publication
      throw context.errorAt(path, `expected the ExternalId of a publication among the records, got ${car}`)
    }
    if ('former' in car) {
      const publication = former[car.former]
      if (publication) return publication
      throw context.errorAt(
        path,
        `expected a place among the ${former.length} of former, counted from 0, got ${car.former}`,
      )
    }
    const key = `${car.versionId} ${car.Estado}`
    const entry = entries.get(key) ?? catalogueEntry(context.catalogue, car.versionId, car.Estado)
    entries.set(key, entry)
    return entry
  }
}

/** Creates a catalogue entry that reads the catalogue on first access, so that worlds start without it. */
export const catalogueEntry = (
  catalogue: () => Catalogue,
  versionId: number,
  Estado: CatalogueEntry['Estado'],
): CatalogueEntry => {
  let version: Version | undefined
  return {
    Estado,
    get version() {
      version ??= catalogue().versions.find(({ id }) => id === versionId)
      if (!version)
        throw new Error(
          `version ${versionId} is not in the catalogue: the records were written by another release`,
        )
      return version
    },
  }
}
