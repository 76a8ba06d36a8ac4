import { ownAddress } from '../../kit/target/links.ts'
import { DAY_MS, parseDay, startOfDay } from '../../lib/calendar/date-time.ts'
import { instantMs, SCENARIO_ZONE_MINUTES } from '../../lib/calendar/instant.ts'
import { mixSeed } from '../../lib/random/prng.ts'
import { jsonObjectOf } from '../../lib/unknown-values.ts'
import { inquirySid } from '../../model/world/inquiry.ts'
import { generatePerson } from '../../model/world/people.ts'
import type {
  InquiryRecord,
  PublicationRecord,
  Records,
} from '../../sandbox/scenarios/schema/records-schema.ts'
import {
  type CarNames,
  OF_COLOURS,
  publicationRecord,
  type RecordSources,
  versionNamed,
  withoutPeople,
} from './publication-records.ts'
import { amountOf, lastSegment, textOf, wholeOf } from './values.ts'

type Document = Readonly<Record<string, unknown>>

/** Inquiries with the publications as they were at that time. */
export interface InquiryRows {
  readonly inquiries: InquiryRecord[]
  readonly former: PublicationRecord[]
}

/** Returns the records of inquiries, in the order of their numbers. */
export const inquiryRecords = (
  documents: readonly Document[],
  publications: readonly PublicationRecord[],
  { startMs, ...sources }: RecordSources & { readonly startMs: number },
): InquiryRows => {
  const byId = new Map(publications.map((row) => [row.ExternalId.toLowerCase(), row]))
  const former: PublicationRecord[] = []
  const inquiries: InquiryRecord[] = []
  const anchorMs = startOfDay(startMs, SCENARIO_ZONE_MINUTES)
  for (const { document, number } of numbered(documents, sources)) {
    const car = carOf(document, { byId, former, sources })
    if (car === undefined) continue
    inquiries.push({
      number,
      agency: sources.mail,
      at: Math.round((instantMs(String(document['Momento'])) ?? startMs) - anchorMs),
      car,
      OperadorResponsable:
        sources.scrub.mail(textOf(document['OperadorResponsable']) ?? sources.mail) ?? sources.mail,
      OrigenLead: textOf(document['OrigenLead']) ?? 'form',
      lead: leadOf(document, number, sources),
    })
  }
  return { inquiries, former }
}

/** Keeps numbers if every `sid` has the form of a sandbox; else numbers in the order of reception. */
const numbered = (documents: readonly Document[], { note }: RecordSources) => {
  const base = Number(inquirySid({ number: 0 }))
  const shown = documents.map((document) => Number(lastSegment(ownAddress(document) ?? '')) - base)
  const isKept = new Set(shown).size === shown.length && shown.every((n) => Number.isInteger(n) && n >= 1)
  const rows = documents
    .map((document, at) => ({
      document,
      number: shown[at] ?? 0,
      atMs: instantMs(String(document['Momento'])) ?? 0,
    }))
    .sort((one, other) => (isKept ? one.number - other.number : one.atMs - other.atMs))
  if (!isKept && rows.length > 0)
    note('Inquiries have ids of another form; the sandbox gives them its own, in the order of reception.')
  return rows.map(({ document, number }, at) => ({ document, number: isKept ? number : at + 1 }))
}

interface CarSources {
  readonly byId: ReadonlyMap<string, PublicationRecord>
  readonly former: PublicationRecord[]
  readonly sources: RecordSources
}

/** Returns the car of an inquiry; undefined when the sandbox's catalogue does not have it. */
const carOf = (
  document: Document,
  { byId, former, sources }: CarSources,
): InquiryRecord['car'] | undefined => {
  const auto = jsonObjectOf(document['Auto']) ?? {}
  const names: CarNames = {
    Marca: textOf(auto['Marca']),
    Modelo: textOf(auto['Modelo']),
    Version: textOf(auto['Version']),
    VersionYear: wholeOf(auto['VersionYear']),
  }
  const ExternalId = textOf(auto['ExternalId']) ?? ''
  if (ExternalId === '') {
    const version = versionNamed(sources.catalogue, names)
    if (version) return { versionId: version.id, Estado: auto['Estado'] === 'usado' ? 'usado' : 'nuevo' }
    sources.note('An inquiry is about a car that the sandbox’s catalogue does not have; it was left out.')
    return undefined
  }
  const present = byId.get(ExternalId.toLowerCase())
  const then = asked(auto, names, sources)
  if (present && isSameCar(present, then)) return present.ExternalId
  const row = present ?? publicationRecord({ ...auto, Exposicion: 'Baja' }, former.length + 1, sources)
  if (!row) return undefined
  if (!present)
    sources.note(
      'An inquiry names a publication that the service does not show; it is imported as the inquiry shows it.',
    )
  return { former: former.push({ ...row, ...then }) - 1 }
}

const asked = (auto: Document, names: CarNames, sources: RecordSources) => ({
  ...names,
  RefStock: withoutPeople(auto['RefStock'], sources),
  Kilometraje: wholeOf(auto['Kilometraje']),
  Color: withoutPeople(auto['Color'], sources, OF_COLOURS),
  Carroceria: textOf(auto['BodyType']),
  Precio: amountOf(auto['Precio']),
  Adelanto: amountOf(auto['Anticipo']),
  Cuota: amountOf(auto['Cuota']),
})

const isSameCar = (present: PublicationRecord, then: ReturnType<typeof asked>): boolean =>
  Object.entries(then).every(([name, value]) => {
    const own: unknown = present[name as keyof typeof then] // `then` has members of a record only
    return JSON.stringify(own) === JSON.stringify(value) || (name === 'Carroceria' && value === null)
  })

const leadOf = (
  document: Document,
  number: number,
  { scrub, people, seed }: RecordSources,
): InquiryRecord['lead'] => {
  const person = jsonObjectOf(document['Interesado']) ?? {}
  const auto = jsonObjectOf(document['Auto']) ?? {}
  const car =
    [auto['Marca'], auto['Modelo']].filter((name) => typeof name === 'string').join(' ') || 'el auto'
  const home = generatePerson(people, mixSeed(seed, 'home', number))
  return {
    Interes: textOf(person['Interes']) ?? 'compra',
    Nombre: scrub.firstName(person['Nombre']),
    Apellido: scrub.surname(person['Apellido']),
    Email: scrub.mail(person['Email']),
    Telefono: scrub.phone(person['Telefono']),
    DocIdentidad: scrub.document(person['DocIdentidad']),
    Provincia: textOf(person['Provincia']) === null ? null : home.Provincia,
    Ciudad: textOf(person['Ciudad']) === null ? null : home.Ciudad,
    Comentario: scrub.comment(person['Comentario'], car),
    InfoOperacion: operationOf(jsonObjectOf(person['InfoOperacion'])),
  }
}

const operationOf = (info: Document | undefined) => {
  if (!info) return null
  const traded = jsonObjectOf(info['EntregaVehiculo'])
  const financed = jsonObjectOf(info['FinanciacionDeseada'])
  const insured = info['QuiereCotizacionSeguro']
  return {
    EntregaVehiculo: traded
      ? {
          Marca: textOf(traded['Marca']),
          Modelo: textOf(traded['Modelo']),
          VersionYear: wholeOf(traded['VersionYear']),
        }
      : null,
    FinanciacionDeseada: financed
      ? { Adelanto: amountOf(financed['Adelanto']), Cuota: amountOf(financed['Cuota']) }
      : null,
    QuiereCotizacionSeguro: typeof insured === 'boolean' ? insured : null,
  }
}

/** Returns the records of visits, for publications that are known. */
export const visitRecords = (
  documents: readonly Document[],
  publications: readonly PublicationRecord[],
  startMs: number,
): Records['visits'] => {
  const byId = new Map(publications.map((row) => [row.ExternalId.toLowerCase(), row]))
  const anchorMs = startOfDay(startMs, SCENARIO_ZONE_MINUTES)
  return documents.flatMap((document) => {
    const row = byId.get(String(document['ExternalId']).toLowerCase())
    const dayMs = parseDay(String(document['Fecha']).slice(0, 10), SCENARIO_ZONE_MINUTES)
    const Visitas = wholeOf(document['Visitas'])
    if (!row || dayMs === undefined || Visitas === null) return []
    const { agency, ExternalId, app, OperadorResponsable } = row
    const day = Math.round((dayMs - anchorMs) / DAY_MS)
    return [{ agency, day, ExternalId, app, OperadorResponsable, Visitas }]
  })
}
