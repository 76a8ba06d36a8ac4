import type { Interesado } from '../wire/response-schemas.ts'
import type { Version } from './catalogue.ts'
import type { Publication } from './publication.ts'
import { type TableSchema, IndexedTable } from '../collections/indexed-table.ts'

/** A lead received on a publication or on a catalogue entry. Inquiries are read-only (INQ-09). */
export interface Inquiry {
  /** Order of reception in the world; `sid` is made of it. */
  readonly number: number
  /** Ordinal of the agency. */
  readonly agency: number
  /** Milliseconds after the world's anchor; negative for what came before. */
  readonly offsetMs: number
  /** The listing as it stood when the lead came, or the catalogue entry, with the state that is asked about. */
  readonly car: Publication | CatalogueEntry
  readonly OperadorResponsable: string
  readonly OrigenLead: string
  /** Who asks and what: given, or a seed from which it is drawn on each reading. */
  readonly lead: Interesado | number
}

export interface CatalogueEntry {
  readonly version: Version
  readonly Estado: 'nuevo' | 'usado'
}

export type Inquiries = IndexedTable<Inquiry, Inquiry>

export const isCatalogueEntry = (car: Inquiry['car']): car is CatalogueEntry => 'version' in car

const SID_BASE = 1_000_000

/** The inquiry's id on the wire. */
export const inquirySid = (inquiry: Inquiry): string => String(SID_BASE + inquiry.number)

/** Names of the lists: by what a page may be filtered. */
export const inquiryIndex = (agency: number, filter: InquiryFilter): string =>
  `${agency}${filterPart('app', filter.app)}${filterPart('op', filter.operador?.toLowerCase())}${filterPart('ext', filter.externalid?.toLowerCase())}`

export interface InquiryFilter {
  readonly app?: string | undefined
  /** E-mail of the responsible operator. */
  readonly operador?: string | undefined
  readonly externalid?: string | undefined
}

const filterPart = (name: string, value: string | undefined): string => (value === undefined ? '' : ` ${name}:${value}`)

const inquirySchema: TableSchema<Inquiry, Inquiry> = {
  key: inquirySid,
  handle: (inquiry) => inquiry,
  order: (a, b) => a.offsetMs - b.offsetMs || a.number - b.number,
  indexNames: indexNamesOf,
}

const indexNamesByCar = new WeakMap<Inquiry['car'], Map<string, readonly string[]>>()

/** The lists of an inquiry; all inquiries about one car for one operator stand in the same ones. */
function indexNamesOf({ agency, car, OperadorResponsable }: Inquiry): readonly string[] {
  let byOperator = indexNamesByCar.get(car)
  if (!byOperator) indexNamesByCar.set(car, (byOperator = new Map()))
  // Agencies may share a catalogue entry.
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

export const inquiryTable = (inquiries: Iterable<Inquiry> = []): Inquiries => IndexedTable.of(inquirySchema, inquiries)
