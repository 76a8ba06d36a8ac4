import type { Interesado } from '../wire/answers.ts'
import type { Version } from './catalogue.ts'
import type { Publication } from './publication.ts'
import { type Shape, Table } from '../collections/indexed-table.ts'

/** A lead received on a publication or on a catalogue entry. Inquiries are read-only (INQ-09). */
export interface Inquiry {
  /** Order of reception in the world; `sid` is made of it. */
  readonly number: number
  /** Ordinal of the agency. */
  readonly agency: number
  /** Milliseconds after the world's anchor; negative for what came before. */
  readonly at: number
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

export type Inquiries = Table<Inquiry, Inquiry>

export const isCatalogueEntry = (car: Inquiry['car']): car is CatalogueEntry => 'version' in car

const SID_BASE = 1_000_000

/** The inquiry's id on the wire. */
export const sidOf = (inquiry: Inquiry): string => String(SID_BASE + inquiry.number)

/** Names of the lists: by what a page may be filtered. */
export const inquiryList = (agency: number, filter: InquiryFilter): string =>
  `${agency}${part('app', filter.app)}${part('op', filter.operador?.toLowerCase())}${part('ext', filter.externalid?.toLowerCase())}`

export interface InquiryFilter {
  readonly app?: string | undefined
  /** E-mail of the responsible operator. */
  readonly operador?: string | undefined
  readonly externalid?: string | undefined
}

const part = (name: string, value: string | undefined): string => (value === undefined ? '' : ` ${name}:${value}`)

const shape: Shape<Inquiry, Inquiry> = {
  key: sidOf,
  handle: (inquiry) => inquiry,
  order: (a, b) => a.at - b.at || a.number - b.number,
  lists: listsOf,
}

const known = new WeakMap<Inquiry['car'], Map<string, readonly string[]>>()

/** The lists of an inquiry; all inquiries about one car for one operator stand in the same ones. */
function listsOf({ agency, car, OperadorResponsable }: Inquiry): readonly string[] {
  let byOperator = known.get(car)
  if (!byOperator) known.set(car, (byOperator = new Map()))
  // Agencies may share a catalogue entry.
  const key = `${agency} ${OperadorResponsable}`
  let names = byOperator.get(key)
  if (!names) byOperator.set(key, (names = listNames(agency, car, OperadorResponsable)))
  return names
}

const listNames = (agency: number, car: Inquiry['car'], operador: string): readonly string[] => {
  const filters: InquiryFilter[] = [{}, { operador }]
  if (!isCatalogueEntry(car)) {
    const { app, ExternalId: externalid } = car
    filters.push({ app }, { app, operador }, { externalid }, { operador, externalid })
    filters.push({ app, externalid }, { app, operador, externalid })
  }
  return filters.map((filter) => inquiryList(agency, filter))
}

export const inquiryTable = (inquiries: Iterable<Inquiry> = []): Inquiries => Table.of(shape, inquiries)
