import type { Interesado } from '../../api/wire/response-schemas.ts'
import { IndexedTable, type TableSchema } from '../../lib/collections/indexed-table.ts'
import type { Steps } from '../../lib/collections/steps.ts'
import type { Version } from './catalogue.ts'
import type { Publication } from './publication.ts'

/** A lead on a publication or on a catalogue entry. Inquiries are read-only (INQ-09). */
export interface Inquiry {
  /** Order of reception in the world; `sid` derives from it. */
  readonly number: number
  /** Ordinal of the agency. */
  readonly agency: number
  /** Milliseconds after the world's anchor; negative before it. */
  readonly offsetMs: number
  /** The publication as it was when the lead arrived, or the catalogue entry. */
  readonly car: Publication | CatalogueEntry
  readonly OperadorResponsable: string
  readonly OrigenLead: string
  /** The interested person and request, or a seed from which both are generated on each read. */
  readonly lead: Interesado | number
}

/** A catalogue version, asked about as a new or used car (INQ-03). */
export interface CatalogueEntry {
  readonly version: Version
  readonly Estado: 'nuevo' | 'usado'
}

/** All inquiries of a world, by `sid`. */
export type Inquiries = IndexedTable<Inquiry, Inquiry>

/** True when the inquiry is about a catalogue entry, not about a publication. */
export const isCatalogueEntry = (car: Inquiry['car']): car is CatalogueEntry => 'version' in car

const SID_BASE = 1_000_000

/** Returns the inquiry's id on the wire. */
export const inquirySid = (inquiry: Pick<Inquiry, 'number'>): string => String(SID_BASE + inquiry.number)

/** Returns the name of the index that answers a filter. */
export const inquiryIndex = (agency: number, filter: InquiryFilter): string =>
  `${agency}${filterPart('app', filter.app)}${filterPart('op', filter.operador?.toLowerCase())}${filterPart('ext', filter.externalid?.toLowerCase())}`

/** Filters of an inquiry page. */
export interface InquiryFilter {
  readonly app?: string | undefined
  /** E-mail of the responsible operator. */
  readonly operador?: string | undefined
  readonly externalid?: string | undefined
}

const filterPart = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}:${value}`

const inquirySchema: TableSchema<Inquiry, Inquiry> = {
  key: inquirySid,
  handle: (inquiry) => inquiry,
  order: (a, b) => a.offsetMs - b.offsetMs || a.number - b.number,
  indexNames: indexNamesOf,
}

const indexNamesByCar = new WeakMap<Inquiry['car'], Map<string, readonly string[]>>()

/** Returns the indexes of an inquiry. All inquiries about one car and operator share one array of names. */
function indexNamesOf({ agency, car, OperadorResponsable }: Inquiry): readonly string[] {
  let byOperator = indexNamesByCar.get(car)
  if (!byOperator) indexNamesByCar.set(car, (byOperator = new Map()))
  // Two agencies may have inquiries about the same catalogue entry.
  const key = `${agency} ${OperadorResponsable}`
  let names = byOperator.get(key)
  if (!names) byOperator.set(key, (names = buildIndexNames(agency, car, OperadorResponsable)))
  return names
}

const buildIndexNames = (agency: number, car: Inquiry['car'], operador: string): readonly string[] => {
  const filters: InquiryFilter[] = [{}, { operador }]
  if (!isCatalogueEntry(car)) {
    const { app, ExternalId: externalid } = car
    filters.push({ app }, { app, operador }, { externalid }, { operador, externalid })
    filters.push({ app, externalid }, { app, operador, externalid })
  }
  return filters.map((filter) => inquiryIndex(agency, filter))
}

/** Builds a table of many inquiries, in steps. */
export const inquiryTableSteps = (inquiries: readonly Inquiry[]): Steps<Inquiries> =>
  IndexedTable.steps(inquirySchema, inquiries)

/** Builds the table of inquiries. */
export const inquiryTable = (inquiries: Iterable<Inquiry> = []): Inquiries =>
  IndexedTable.of(inquirySchema, inquiries)
