import {
  entriesOf,
  isPlainGet,
  isTemplate,
  nextPageLink,
  ownAddress,
  ownLinksIn,
} from '../../kit/target/links.ts'
import { DAY_MS, day, parseDay } from '../../lib/calendar/date-time.ts'
import { SCENARIO_ZONE_MINUTES } from '../../lib/calendar/instant.ts'
import { isJsonObject, membersOf } from '../../lib/unknown-values.ts'
import type { ReadDocument, ServiceReader } from './service-reader.ts'

type Document = Readonly<Record<string, unknown>>

/** Documents of one agency, as the service shows them. */
export interface AgencyDocuments {
  readonly agency: Document | undefined
  readonly operators: readonly Document[]
  readonly branches: readonly Document[]
  readonly pack: Document
  readonly settings: Document | undefined
  /** App webhooks by topic. */
  readonly webhooks: readonly Document[]
  readonly publications: readonly Document[]
  readonly inquiries: readonly Document[]
  readonly visits: readonly Document[]
  /** Today as the service's pages show it, in ISO 8601; undefined when they show none. */
  readonly today: string | undefined
  /** What could not be read, one sentence each. */
  readonly notes: readonly string[]
}

/** Thrown when the service shows no such agency; the message gives its response. */
export class AgencyNotFound extends Error {
  /** Status of the response. */
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.name = 'AgencyNotFound'
    this.status = status
  }
}

/** Literals of the suspended and the archived state, as far as they are known. */
export type KnownStateLiterals = readonly string[]

const MAX_PAGES = 10_000
const INQUIRY_DAYS = 90

/** Reads an agency by its links. Throws an `AgencyNotFound`. */
export const readAgency = async (
  reader: ServiceReader,
  mail: string,
  words: KnownStateLiterals,
): Promise<AgencyDocuments> => {
  const notes: string[] = []
  const path = encodeURIComponent(mail)
  const packRead = await reader.read(`/v3/agencias/${path}/productos`)
  if (packRead.status !== 200 || !packRead.json)
    throw new AgencyNotFound(
      `the service shows no agency ${mail}: its package answered ${packRead.status}`,
      packRead.status,
    )
  const operators = await all(reader, `/v3/operadores/${path}`, notes)
  const agency = await agencyDocument(reader, { mail, seen: [packRead.json, ...operators] })
  if (!agency)
    notes.push(
      'No link leads to the agency itself: branches, visits and the list of publications were not found.',
    )
  const behind = (name: string) => {
    const href = blockHref(agency?.[name])
    if (agency && href === undefined) notes.push(`The agency links to no ${name}.`)
    return href === undefined ? Promise.resolve([]) : all(reader, href, notes)
  }
  const inquiries = await inquiriesOf(reader, path, notes)
  // Documents with people are read before the publications, which are kept without them (`KeptDocuments`).
  const branches = await whole(reader, await behind('Sucursales'), 'Descripcion')
  const settings = await reader.read(`/v3/notificaciones/${path}`)
  const lists = await publicationLists(reader, agency, notes)
  const askedAbout = (listed: readonly Document[]) =>
    withAskedAbout(reader, { path, listed, inquiries: inquiries.documents })
  const active = await lists.all
  // Literals that the service shows take precedence over the usual ones.
  const shown = (await askedAbout(active)).flatMap(({ EstadoActual }) =>
    typeof EstadoActual === 'string' ? [EstadoActual] : [],
  )
  const states = [...new Set([...shown, ...(shown.some((word) => !words.includes(word)) ? [] : words)])]
  const listed = [...active]
  for (const state of states) listed.push(...(await lists.inState(state)))
  return {
    agency,
    operators,
    branches,
    pack: packRead.json,
    settings: settings.status === 200 ? settings.json : undefined,
    webhooks: await webhooksOf(reader),
    publications: await askedAbout(listed),
    inquiries: inquiries.documents,
    visits: await behind('Visitas'),
    today: inquiries.today,
    notes,
  }
}

/** Reads all pages of a collection. */
const all = async (reader: ServiceReader, href: string, notes: string[]): Promise<Document[]> => {
  const found: Document[] = []
  const seen = new Set<string>()
  for (let next: string | undefined = href; next !== undefined && !seen.has(next); ) {
    seen.add(next)
    const { url, status, json }: ReadDocument = await reader.read(next)
    if (status !== 200) {
      notes.push(`${next} answered ${status}, so it was left out.`)
      break
    }
    found.push(...entriesOf(json).filter(isJsonObject))
    next = seen.size < MAX_PAGES ? nextPageLink(json, url) : undefined
  }
  return found
}

/** Returns the address of the first plain link of a link block, whatever its relation. */
const blockHref = (block: unknown): string | undefined => ownLinksIn(block).find(isPlainGet)?.href

/** Replaces compact entries, which lack a member, by the documents they lead to. */
const whole = (reader: ServiceReader, entries: readonly Document[], member: string): Promise<Document[]> =>
  Promise.all(
    entries.map(async (entry) => {
      const href = ownAddress(entry)
      if (member in entry || href === undefined) return entry
      return (await reader.read(href)).json ?? entry
    }),
  )

interface AgencySearch {
  readonly mail: string
  readonly seen: readonly Document[]
}

/** Finds the agency's own document: by links of earlier documents, else in the list of agencies. */
const agencyDocument = async (
  reader: ServiceReader,
  { mail, seen }: AgencySearch,
): Promise<Document | undefined> => {
  const isIt = (document: Document | undefined) =>
    typeof document?.['AdminMail'] === 'string' && document['AdminMail'].toLowerCase() === mail.toLowerCase()
  const links = seen.flatMap(ownLinksIn).filter(({ where }) => where === '_links.agencia')
  const direct = [...new Set(links.map(({ href }) => href)), `/v3/agencias/${encodeURIComponent(mail)}`]
  for (const href of direct) {
    const { json } = await reader.read(href)
    if (isIt(json)) return json
  }
  const entry = await reader.read('/v3')
  const list = blockHref(entry.json?.['Agencias'])
  const listed = list === undefined ? undefined : (await all(reader, list, [])).find(isIt)
  if (!listed) return undefined
  const href = ownAddress(listed)
  return 'Publicaciones' in listed || href === undefined ? listed : (await reader.read(href)).json
}

interface PublicationLists {
  readonly all: Promise<Document[]>
  /** Publications in a state; none if the service shows no filter. */
  inState(word: string): Promise<Document[]>
}

/** Finds the list of publications and its filter for states. */
const publicationLists = async (
  reader: ServiceReader,
  agency: Document | undefined,
  notes: string[],
): Promise<PublicationLists> => {
  const block = agency?.['Publicaciones']
  const href = blockHref(block)
  if (href === undefined) return { all: Promise.resolve([]), inState: async () => [] }
  const list = await reader.read(href)
  const variable = [block, list.json]
    .flatMap(ownLinksIn)
    .filter(isTemplate)
    .map((link) => /\b(estado|state|situacion)\b/i.exec(link.href)?.[1])
    .find((name) => name)
  if (variable === undefined)
    notes.push(
      'The list of publications shows no filter for states; others were read where an inquiry names them.',
    )
  const listAt = async (address: string) => whole(reader, await all(reader, address, notes), 'VersionYear')
  const separator = href.includes('?') ? '&' : '?'
  return {
    all: listAt(href),
    inState: async (word) =>
      variable === undefined ? [] : listAt(`${href}${separator}${variable}=${encodeURIComponent(word)}`),
  }
}

/** Adds the publications that only inquiries name, and drops duplicates. */
const withAskedAbout = async (
  reader: ServiceReader,
  { path, listed, inquiries }: { path: string; listed: readonly Document[]; inquiries: readonly Document[] },
): Promise<Document[]> => {
  const byId = new Map<string, Document>()
  for (const document of listed) byId.set(String(document['ExternalId']).toLowerCase(), document)
  for (const inquiry of inquiries) {
    const id = membersOf(inquiry['Auto'])['ExternalId']
    if (typeof id !== 'string' || id === '' || byId.has(id.toLowerCase())) continue
    const { status, json } = await reader.read(`/v3/publicaciones/${path}/${encodeURIComponent(id)}`)
    if (status === 200 && json) byId.set(id.toLowerCase(), json)
  }
  return [...byId.values()]
}

interface InquiryRead {
  readonly documents: Document[]
  readonly today: string | undefined
}

/** Reads all inquiries of the longest period that the description allows (INQ-06). */
const inquiriesOf = async (reader: ServiceReader, path: string, notes: string[]): Promise<InquiryRead> => {
  const usual = await reader.read(`/v3/consultas/${path}`)
  const shown = String(usual.json?.['Hasta'] ?? '')
  const today = /^\d{4}-\d\d-\d\d/.exec(shown)?.[0]
  const dayMs = parseDay(today ?? '', SCENARIO_ZONE_MINUTES)
  for (const days of dayMs === undefined ? [] : [INQUIRY_DAYS, INQUIRY_DAYS - 1]) {
    const desde = day((dayMs ?? 0) - days * DAY_MS + DAY_MS / 2, SCENARIO_ZONE_MINUTES)
    const href = `/v3/consultas/${path}?desde=${desde}&hasta=${today}`
    if ((await reader.read(href)).status === 200)
      return { today, documents: await whole(reader, await all(reader, href, notes), 'Momento') }
  }
  return {
    today,
    documents: await whole(reader, await all(reader, `/v3/consultas/${path}`, notes), 'Momento'),
  }
}

const webhooksOf = async (reader: ServiceReader): Promise<Document[]> => {
  const { status, json } = await reader.read('/v3/appnotificaciones')
  const configured = json?.['TopicsConfigurados']
  return status === 200 && Array.isArray(configured) ? configured.filter(isJsonObject) : []
}
