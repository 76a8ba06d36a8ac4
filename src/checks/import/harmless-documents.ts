import {
  PLAIN_MEMBERS,
  type PlainMember,
  type PlainMembers,
  type ResponseMember,
} from '../../api/wire/publication-members.ts'
import { jsonObjectOf } from '../../lib/unknown-values.ts'
import { OF_COLOURS } from './publication-records.ts'

type Document = Readonly<Record<string, unknown>>

/** Decides whether a value may be kept. */
export interface ValueKeeper {
  /** Returns the replacement of a person's value that another document shows; undefined if there is none. */
  placeOf(value: string): unknown
  /** Returns a short text as it may be kept. */
  word(value: string, leastNames?: number): unknown
  /** Returns a free text as it may be kept; undefined when it may not. */
  text(value: string): unknown
}

/** What a text may say of a person: nothing, a name, anything; or it is a person's. */
type Privacy = 'harmless' | 'name' | 'colour' | 'anything' | 'personal'

/** Numbers and amounts, which say nothing of a person. */
type Figure = { [M in PlainMember]: PlainMembers[M] extends string | null ? never : M }[PlainMember]

/** The other members of publications that an import keeps. */
const OF_PUBLICATIONS: Readonly<Record<Exclude<ResponseMember, Figure | 'Consultas' | '_links'>, Privacy>> = {
  ExternalId: 'harmless',
  RefStock: 'name',
  Vin: 'harmless',
  EstadoActual: 'harmless',
  Exposicion: 'harmless',
  OperadorResponsable: 'personal',
  Marca: 'harmless',
  Modelo: 'harmless',
  Version: 'harmless',
  Transmision: 'harmless',
  Propulsion: 'harmless',
  Color: 'colour',
  Descripcion: 'anything',
  DatosTecnicosCustom: 'anything',
  Fotos: 'name',
  CertificadoDeGarantiaUsado: 'harmless',
  Locacion: 'harmless',
  Telefono: 'personal',
}

/** Those, their parts, members of visits and of refs, and what a service may show beside them. */
const PRIVACY: ReadonlyMap<string, Privacy> = new Map([
  ...PLAIN_MEMBERS.map((name) => [name, 'harmless'] as const),
  ...Object.entries(OF_PUBLICATIONS),
  ...['Carroceria', 'Moneda', 'Importe', 'Aplica', 'Region', 'Ciudad', 'Fecha', 'Visitas', 'href'].map(
    (name) => [name, 'harmless'] as const,
  ),
  ...['Seccion', 'Valor', 'Datos'].map((name) => [name, 'anything'] as const),
  ['Direccion', 'personal'],
])
const OF_PAGES: ReadonlySet<string> = new Set(['Pagina', 'Total', 'PerPagina'])
const OPEN_MAIL = /@|%40/i

/**
 * Returns the part of a publication, or of a page of publications or visits, that an import needs, without
 * values of people; undefined for another document, or if it shows a person whom no other document shows.
 */
export const harmlessDocument = (document: Document, keeper: ValueKeeper, agency: string): unknown => {
  if (isEntry(document)) return harmlessObject(document, keeper)
  const entries: unknown = document['_entries']
  if (!Array.isArray(entries) || entries.length === 0) return undefined
  const kept = entries.map((entry: unknown) => (isEntry(entry) ? harmlessObject(entry, keeper) : undefined))
  const links = jsonObjectOf(document['_links']) ?? {}
  if (kept.includes(undefined) || hasOtherMail(JSON.stringify(links), agency)) return undefined
  const members = Object.entries(document).filter(([name, value]) => OF_PAGES.has(name) && isScalar(value))
  return { ...Object.fromEntries(members), _links: links, _entries: kept }
}

const isEntry = (value: unknown): value is Document => {
  const object = jsonObjectOf(value)
  return typeof object?.['ExternalId'] === 'string' && !('Interesado' in object) && !('Auto' in object)
}

const hasOtherMail = (links: string, agency: string): boolean =>
  OPEN_MAIL.test(
    links
      .replaceAll(agency, '')
      .replaceAll(encodeURIComponent(agency), '')
      .replaceAll(/%25?40/gi, '%40'),
  )

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Returns the members that are needed; undefined when one of them may not be kept. */
const harmlessObject = (document: Document, keeper: ValueKeeper): Document | undefined => {
  const members: [string, unknown][] = []
  for (const [name, value] of Object.entries(document)) {
    if (name === '_links') members.push([name, methodsOf(value)])
    if (!PRIVACY.has(name)) continue
    const kept = harmlessValue(name, value, keeper)
    if (kept === undefined) return undefined
    members.push([name, kept])
  }
  return Object.fromEntries(members)
}

const harmlessValue = (name: string, value: unknown, keeper: ValueKeeper): unknown => {
  if (Array.isArray(value)) {
    const kept = value.map((entry: unknown) => harmlessValue(name, entry, keeper))
    return kept.includes(undefined) ? undefined : kept
  }
  const object = jsonObjectOf(value)
  if (object) return harmlessObject(object, keeper)
  if (typeof value !== 'string' || value === '') return value
  switch (PRIVACY.get(name)) {
    case 'name':
      return keeper.word(value)
    case 'colour':
      return keeper.word(value, OF_COLOURS)
    case 'anything':
      return keeper.text(value)
    case 'personal':
      return keeper.placeOf(value)
    default:
      return value
  }
}

/** Keeps the methods that a document offers: they show its state if the literal is not known. */
const methodsOf = (links: unknown): Document =>
  Object.fromEntries(
    Object.entries(jsonObjectOf(links) ?? {}).map(([relation, link]) => [
      relation,
      { href: '', method: jsonObjectOf(link)?.['method'] ?? 'GET' },
    ]),
  )
