import { longPeriod } from '../../../../contracts/relations/inquiry-list-reader.ts'
import { CatalogueFacts } from '../../../../contracts/rules/catalogue-facts.ts'
import { nextPageOf } from '../../../../contracts/rules/collections.ts'
import { describedRequest } from '../../../../contracts/rules/described-request.ts'
import { inquiriesPath, mostInquired } from '../../../../contracts/support/inquiry-page.ts'
import { TEXT_JSON_TYPE } from '../../../api/wire/media-types.ts'
import type { ClauseContext } from '../../../kit/runner/clause-context.ts'
import { entriesOf, isGetLink, isPlainGet, linkObjectsIn } from '../../../kit/target/links.ts'
import { resolveHref } from '../../../kit/target/target.ts'
import { decodedUri } from '../../../lib/text/decoded-uri.ts'
import { sameInAnyCase } from '../../../lib/text/same-in-any-case.ts'
import { membersOf } from '../../../lib/unknown-values.ts'

/** Documents that are read of one kind, and of all kinds. */
const OF_A_KIND = 6
const MAX_READ = 400
/** Requests at the same time. */
const TOGETHER = 6
/** Names of brands, and of models, that are searched for. */
const MAX_SEARCHED = 24

/** Distance from a number that is an id to one that most likely is not. */
const FAR = 7_000_003

/** A body that is cut off, so that a write with it does nothing. */
const BROKEN = '{"a": '

const WRITES: readonly string[] = ['PUT', 'POST', 'PATCH']

/** A link to follow, and whether it is the first of its kind. */
interface FoundLink {
  readonly url: string
  readonly isFirst: boolean
}

interface LinkKind {
  readonly urls: string[]
  followed: number
}

/**
 * Reads by links, a few of each kind, until the time is over, then searches for names from the catalogue.
 */
export const crawl = async (
  t: ClauseContext,
  from: readonly string[],
  isOver: () => boolean = () => false,
): Promise<void> => {
  const catalogue = new CatalogueFacts()
  const links = new FoundLinks(t, from)
  // In rounds, so that the same responses lead to the same reads, whatever their order.
  for (let at = 0; at < MAX_READ && !isOver(); at += TOGETHER) {
    const round = Array.from({ length: TOGETHER }, () => links.next()).flatMap((link) => link ?? [])
    if (round.length === 0) break
    const documents = await Promise.all(round.map((link, n) => readInForms(t, link, at + n)))
    for (const { url, full, refs } of documents) {
      catalogue.observe({ url, json: full })
      for (const json of [full, ...refs]) links.note(json)
    }
  }
  await readTopics(t)
  await readInquiries(t)
  await tryOffered(t, links.offered)
  await tryToChange(t, links.known)
  await readOfStranger(t, links.known)
  const numbered = (pattern: RegExp) => links.known.flatMap((path) => pattern.exec(path)?.[1] ?? [])[0]
  // Beyond an int32 there is no version, however its bits are cut.
  const version = numbered(/^\/v3\/versiones\/(\d+)$/)
  for (const step of version === undefined ? [] : [2 ** 32, FAR])
    await t.get(`/v3/versiones/${Number(version) + step}`)
  const inquiry = numbered(/^\/v3\/consultas\/[^/]+\/(\d{1,15})$/)
  if (inquiry !== undefined) await t.get(`/v3/consultas/${t.adminMail}/${Number(inquiry) + FAR}`)
  await getAll(
    t,
    catalogue
      .names(MAX_SEARCHED)
      .map(
        (query) => `/v3/${'model' in query ? 'modelos' : 'marcas'}/bestmatch?${new URLSearchParams(query)}`,
      ),
  )
}

/** Reads a document, the pages after it, and every form of it if it is the first of its kind. */
const readInForms = async (t: ClauseContext, { url, isFirst }: FoundLink, at: number) => {
  const { json, request, response } = await t.get(url)
  if (response.status !== 200) return { url, full: undefined, refs: [] }
  await readPagesAfter(t, request.url, json)
  const refs: unknown[] = []
  const forms = [t.types.ref, t.types.entry, TEXT_JSON_TYPE]
  for (const accept of isFirst ? forms : [forms[at % forms.length] ?? t.types.ref]) {
    const other = await t.get(url, { accept })
    if (accept === t.types.ref) refs.push(other.json)
  }
  return { url: request.url, full: json, refs }
}

/** Reads addresses, several at the same time. */
const getAll = async (t: ClauseContext, hrefs: readonly string[]): Promise<void> => {
  for (let at = 0; at < hrefs.length; at += TOGETHER)
    await Promise.all(hrefs.slice(at, at + TOGETHER).map((href) => t.get(href)))
}

/** Reads the next page by its link, and with every parameter if the link lacks some. */
export const readPagesAfter = async (t: ClauseContext, url: string, json: unknown): Promise<void> => {
  const next = nextPageOf({ url, json })
  if (next && !next.isWhole) for (const page of [next.href, next.whole]) await t.get(page)
}

/** Reads inquiries of publications and of operators, by one parameter and by both (INQ-05). */
const readInquiries = async (t: ClauseContext): Promise<void> => {
  const period = await longPeriod(t).catch(() => undefined)
  if (!period) return
  const list = await t.get(inquiriesPath(t, period))
  const people = entriesOf(list.json).map((entry) => membersOf(entry)['OperadorResponsable'])
  const mails = [...new Set([t.target.agency, ...people])].filter((mail) => typeof mail === 'string')
  const operators = mails.slice(0, MAX_OPERATORS).map((operador) => ({ operador }))
  const publications = mostInquired(list).map((externalid) => ({ externalid }))
  const both = publications.flatMap((one) => operators.map((operator) => ({ ...one, ...operator })))
  for (const query of [...publications, ...operators, ...both]) {
    const { request, json } = await t.get(inquiriesPath(t, { ...period, ...query }))
    await readPagesAfter(t, request.url, json)
  }
}

const MAX_OPERATORS = 3

/** Tries links that offer an undescribed write, if its method has a body. */
const tryOffered = async (t: ClauseContext, offered: ReadonlyMap<string, string>): Promise<void> => {
  if (t.session.isReadOnly) return
  for (const [url, method] of [...offered].slice(0, OF_A_KIND)) {
    const described = WRITES.flatMap((one) => describedRequest({ method: one, url }) ?? [])
    const isKnown = described.some(({ operation }) => operation.method === method)
    const isRead = described.some(({ operation }) => operation.body !== undefined)
    if (isRead && !isKnown && !url.includes('?')) await t.send(method, url, { body: BROKEN })
  }
}

/** Reads the topics of the app, which links name by a template only. */
const readTopics = async (t: ClauseContext): Promise<void> => {
  const { TopicsDisponibles: topics } = membersOf((await t.get('/v3/appnotificaciones')).json)
  for (const topic of Array.isArray(topics) ? topics.slice(0, OF_A_KIND) : [])
    if (typeof topic === 'string') await t.get(`/v3/appnotificaciones/${encodeURIComponent(topic)}`)
}

/** Tries to delete an inquiry that does not exist, and sends an empty change to one that does (INQ-09). */
const tryToChange = async (t: ClauseContext, known: readonly string[]): Promise<void> => {
  if (t.session.isReadOnly) return
  const path = `/v3/consultas/${t.adminMail}`
  await t.send('DELETE', `${path}/playa-no-such-inquiry`)
  const one = known.find((each) => /^\/v3\/consultas\/[^/]+\/[^/?]+$/.test(each))
  if (one !== undefined)
    await t.send('PATCH', `${path}/${encodeURIComponent(one.split('/').at(-1) ?? '')}`, { body: {} })
}

/** Reads the links of the app's agency with the name of one that the app may not use (ERR-07). */
const readOfStranger = async (t: ClauseContext, known: readonly string[]): Promise<void> => {
  const { strangerAgency, agency } = t.target
  if (strangerAgency === undefined) return
  const own = known.filter((path) => sameInAnyCase(path.split('/')[AGENCY_AT], agency))
  const shortest = own.sort((one, other) => one.length - other.length).slice(0, MAX_SEARCHED)
  await getAll(
    t,
    shortest.map((path) => {
      const segments = (path.split('?')[0] ?? '').split('/')
      return segments.with(AGENCY_AT, strangerAgency).map(encodeURIComponent).join('/')
    }),
  )
}

/** Index of the agency in `/v3/publicaciones/{adminmail}`. */
const AGENCY_AT = 3

/** Found links by kind: their position and the form of their address. */
class FoundLinks {
  readonly #t: ClauseContext
  readonly #kinds = new Map<string, LinkKind>()
  readonly #known = new Set<string>()

  constructor(t: ClauseContext, from: readonly string[]) {
    this.#t = t
    for (const href of from) this.#add(href, href)
  }

  /** Methods that change something, by the address that a link offers them at. */
  readonly offered = new Map<string, string>()

  /** Decoded addresses that were found. */
  get known(): readonly string[] {
    return [...this.#known]
  }

  /** Returns a link of the kind that was followed least. */
  next(): FoundLink | undefined {
    const open = [...this.#kinds.values()].filter(
      ({ urls, followed }) => urls.length > 0 && followed < OF_A_KIND,
    )
    const least = Math.min(...open.map(({ followed }) => followed))
    const kind = open.find(({ followed }) => followed === least)
    // The last entries of a list differ from the first ones more often than their neighbours do.
    const url = kind && (kind.followed % 2 === 0 ? kind.urls.shift() : kind.urls.pop())
    if (!kind || url === undefined) return undefined
    kind.followed += 1
    return { url, isFirst: kind.followed === 1 }
  }

  /** Records the links of a response. */
  note(json: unknown): void {
    const entries = entriesOf(json).map(membersOf)
    for (const link of linkObjectsIn(json)) {
      const method = String(link.method).toUpperCase()
      if (WRITES.includes(method) && !link.templated) this.#offer(link.href, method)
      // A template without its variables is a whole list, where the service has one.
      const href = isPlainGet(link) ? link.href : link.href.split(/\{?[?&]|\{[?&]/, 1)[0]
      if (isGetLink(link) && href && !/[{}]/.test(href)) this.#add(href, kindOfPlace(link.where, entries))
    }
    for (const { href } of entries) if (typeof href === 'string') this.#add(href, 'ref')
  }

  #offer(href: string, method: string): void {
    const { url, isOwn } = this.#resolved(href)
    if (isOwn) this.offered.set(url, method)
  }

  #resolved(href: string) {
    const { target } = this.#t.session
    const url = resolveHref(target, href)
    const path = decodedUri(url.slice(target.base.length))
    // Of other agencies only the named stranger is read.
    const mails = path.split(/[/?&=]/, 4).filter((part) => /^[^@]+@[^@]+$/.test(part))
    const isOther = mails.some((mail) => !sameInAnyCase(mail, target.agency))
    return { url, path, isOwn: url.startsWith(target.base) && !isOther }
  }

  #add(href: string, where: string): void {
    const { url, path, isOwn } = this.#resolved(href)
    if (!isOwn || this.#known.has(path)) return
    this.#known.add(path)
    const [segments = '', query = ''] = path.split('?')
    const names = query.split('&').map((pair) => pair.split('=', 1)[0])
    const kind = [where, segments.split('/')[2], segments.split('/').length, ...names.sort()].join()
    const found = this.#kinds.get(kind) ?? { urls: [], followed: 0 }
    found.urls.push(url)
    this.#kinds.set(kind, found)
  }
}

/** Returns the position of a link, with members that distinguish its entry from others of the list. */
const kindOfPlace = (where: string, entries: readonly Readonly<Record<string, unknown>>[]): string => {
  const { VersionYear, TipoAnuncio, EstadoActual } = entries[Number(/\[(\d+)\]/.exec(where)?.[1])] ?? {}
  const place = where
    .replace(/\[\d+\]/g, '')
    .split('.')
    .slice(-3)
  return [...place, typeof VersionYear, TipoAnuncio, EstadoActual].join()
}
