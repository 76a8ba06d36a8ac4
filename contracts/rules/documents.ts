import { entriesOf, isPlainGet, linkObjectsIn, ownAddress } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { comparable } from '../support/publication-forms.ts'
import { LinksShape } from '../support/response-shapes.ts'
import { CollectionRules } from './collections.ts'
import { type DescribedRequest, describedRequest, hrefOf, requestedForm } from './described-request.ts'
import { EscapedTexts } from './escaped-texts.ts'
import type { Members } from './expectations.ts'
import type { Judgement } from './judgement.ts'
import { RecordForms } from './record-forms.ts'
import { type HistoryExchange, isDone } from './recorded-exchange.ts'
import { TopicRules } from './topics.ts'

/**
 * Rules on documents other than publications: one address shows one document, wherever it is embedded and in
 * every form, until something is written. Its links lead to existing resources.
 */

interface SeenDocument {
  readonly members: Members
  readonly text: string
  readonly exchange: HistoryExchange
}

/** A kind of document: how to recognise it, and its members that are equal in every view. */
interface DocumentKind {
  readonly isKind: (members: Members) => boolean
  readonly members: readonly string[]
  readonly statement: string
}

const KINDS: readonly DocumentKind[] = [
  {
    isKind: (one) => 'EsAdministradorAgencia' in one,
    members: ['Nombre', 'Apellido', 'Email', 'Telefonos', 'Direcciones', 'EsAdministradorAgencia'],
    statement: 'AGE-02',
  },
  {
    isKind: (one) => 'NombreComercial' in one,
    members: ['AdminMail', 'NombreComercial'],
    statement: 'AGE-06',
  },
  { isKind: (one) => 'Codenames' in one, members: ['Nombre', 'Codenames'], statement: 'CAT-09' },
  {
    isKind: (one) => 'Carrocerias' in one && 'Versiones' in one,
    members: ['Marca', 'Nombre', 'Codename', 'Carrocerias'],
    statement: 'CAT-09',
  },
  {
    isKind: (one) => 'Segmento' in one,
    members: ['VersionYear', 'Marca', 'Modelo', 'Nombre', 'Codename', 'Carroceria', 'Segmento'],
    statement: 'CAT-04',
  },
  {
    isKind: (one) => 'Momento' in one && 'Interesado' in one,
    members: ['Momento', 'OrigenLead', 'TipoAnuncio', 'Auto', 'Interesado', 'OperadorResponsable'],
    statement: 'INQ-02',
  },
]

/** Operations that a link leads to only if the record exists, whatever is written. */
const CERTAIN: ReadonlySet<string> = new Set([
  'inquiries.read',
  'inquiries.list',
  'versions.read',
  'operators.list',
  'agencies.products',
  'notifications.read',
])

/** Returns the number in a link to a described operation; other addresses may have other numbers. */
const idIn = (
  href: unknown,
  exchange: HistoryExchange,
  operation: string | undefined,
): string | undefined => {
  const url = hrefOf(href, exchange)
  const request = url === undefined ? undefined : describedRequest({ method: 'GET', url })
  const id = request?.parameters['sid'] ?? request?.parameters['id'] ?? ''
  return request?.operation.id === operation && /^\d+$/.test(id) ? id : undefined
}

const isCertain = (request: DescribedRequest | undefined): boolean =>
  request !== undefined && CERTAIN.has(request.operation.id)

/**
 * Returns whether a response shows that a link is dead, also one to an undescribed address of the service.
 */
const isDeadEnd = ({ status, url }: HistoryExchange, request: DescribedRequest | undefined): boolean => {
  // A filter on a publication that is gone may be refused.
  if (status === 400) return isCertain(request) && url.includes('?') && !/[?&]externalid=/.test(url)
  return status === 404 || status === 410 ? !request || isCertain(request) : status >= 500 && status !== 503
}

/** Addresses that links without variables offer, as the response writes them. */
interface OfferedAddresses {
  readonly plain: ReadonlySet<unknown>
  /** Those of active publications in a list: they exist. */
  readonly active: ReadonlySet<unknown>
}

const offers = new WeakMap<object, OfferedAddresses>()

const offeredBy = (json: object): OfferedAddresses => {
  const known = offers.get(json)
  if (known) return known
  const listed = entriesOf(json).map(membersOf)
  const plain = linkObjectsIn(json).flatMap((link) => (isPlainGet(link) ? [link.href] : []))
  const active = listed.flatMap(({ EstadoActual, href }) => (EstadoActual === 'Activa' ? [href] : []))
  const found = { plain: new Set(plain), active: new Set(active) }
  offers.set(json, found)
  return found
}

/** Returns an address in the forms of a link (`common/href-form`). */
const spellingsOf = (url: string): readonly string[] => {
  const [scheme = '', host = ''] = /^\w+:\/\/[^/]*/.exec(url)?.[0].split('//') ?? []
  const path = url.slice(scheme.length + 2 + host.length)
  return [url, url.slice(scheme.length), path, path.slice(Math.max(0, path.indexOf('/v3')))]
}

/** Responses whose documents are kept. */
const MAX_KEPT = 4_000

/** Documents in a history. */
export class DocumentRules {
  readonly #seen = new Map<string, SeenDocument>()
  /** Responses whose links may be followed. */
  readonly #answers = new Map<object, HistoryExchange>()
  /** Responses since something was written; one that comes again unchanged shows nothing new. */
  #taken = new WeakSet<object>()
  readonly #collections = new CollectionRules()
  readonly #texts = new EscapedTexts()
  readonly #topics = new TopicRules()
  readonly #forms = new RecordForms()

  /** Forgets everything: something was written. */
  forget(): void {
    this.#seen.clear()
    this.#taken = new WeakSet()
    this.#collections.forget()
    this.#topics.forget()
    this.#forms.forget()
  }

  /** Judges what a read shows. */
  judge(judgement: Judgement, request: DescribedRequest | undefined): void {
    const { exchange } = judgement
    const isOwn = /\/v3(\/|$)/.test(exchange.url.split('?')[0] ?? '')
    if (isDone(exchange) && (isOwn || judgement.completeness.isDeliberate))
      this.#judgeForm(judgement, request)
    if (!judgement.can('documents/one-address-one-document')) return
    if (this.#answers.size > 0) judgement.exercise('documents/a-link-leads-to-something')
    const listed = exchange.status === 404 ? this.#offerOf(exchange.url, 'active', false) : undefined
    const isDead = isDeadEnd(exchange, request)
    const since = listed ?? (isDead ? this.#offerOf(exchange.url, 'plain', isCertain(request)) : undefined)
    if (since)
      judgement.report({
        rule: `documents/a-link-leads-to-something ${request?.operation.id ?? 'list'}`,
        because: ['COM-12', request?.operation.statements[0] ?? 'CAT-11'],
        expected: 'what the link of a response before it offers',
        got: `status ${exchange.status}`,
        since,
      })
    if (request) this.#topics.judge(judgement, request)
    const { json } = exchange
    if (!isDone(exchange) || typeof json !== 'object' || json === null || this.#taken.has(json)) return
    this.#taken.add(json)
    if (this.#seen.size > MAX_KEPT) this.forget()
    if (this.#answers.size > MAX_KEPT) this.#answers.clear()
    if (!this.#answers.has(json)) this.#answers.set(json, exchange)
    for (const one of [exchange.json, ...entriesOf(exchange.json)].map(membersOf))
      this.#judgeDocument(judgement, one)
    if (request) this.#forms.judge(judgement, request)
    this.#collections.judge(judgement)
    this.#texts.judge(judgement)
  }

  /** Returns the response that offers an address; only one since the last write, unless links last. */
  #offerOf(url: string, kind: 'plain' | 'active', isLasting: boolean): HistoryExchange | undefined {
    const spellings = spellingsOf(url)
    for (const [json, exchange] of this.#answers) {
      const isValid = isLasting || this.#taken.has(json)
      if (isValid && spellings.some((one) => offeredBy(json)[kind].has(one))) return exchange
    }
    return undefined
  }

  #judgeForm(judgement: Judgement, request: DescribedRequest | undefined): void {
    const { exchange } = judgement
    const members = membersOf(exchange.json)
    const kind = requestedForm(exchange) === 'full' ? KINDS.find(({ isKind }) => isKind(members)) : undefined
    const isCollection = Array.isArray(members['_entries'])
    if ('_entries' in members)
      judgement.expect(isCollection, {
        rule: 'documents/entries-are-an-array',
        because: ['COM-05'],
        expected: 'an array as _entries',
        got: members['_entries'],
      })
    if (kind || isCollection)
      judgement.expect(LinksShape.safeParse(members['_links']).success, {
        rule: `documents/has-links ${isCollection ? 'collection' : kind?.statement}`,
        because: ['COM-03', ...(isCollection ? ['COM-05'] : [])],
        expected: '_links, which every collection and every resource in full has',
        got: members['_links'] ?? 'nothing',
      })
    const { operation, parameters } = request ?? {}
    const asked = parameters?.['sid'] ?? parameters?.['id'] ?? ''
    const self = ownAddress(members)
    const shown = idIn(self, judgement.exchange, operation?.id)
    if (/^\d+$/.test(asked) && shown !== undefined)
      judgement.expect(Number(shown) === Number(asked), {
        rule: `documents/an-id-finds-its-own ${operation?.id}`,
        because: [operation?.id === 'versions.read' ? 'CAT-03' : 'INQ-01', 'COM-13'],
        expected: `${asked}, or 404`,
        got: self,
      })
    if (operation?.id === 'versions.read' && Number(parameters?.['id']) >= 2 ** 31)
      judgement.report({
        rule: 'documents/an-id-is-an-int32',
        because: ['CAT-03', 'COM-13'],
        expected: '404, because the id is not an int32',
        got: `status ${exchange.status}`,
      })
  }

  #judgeDocument(judgement: Judgement, members: Members): void {
    const { exchange } = judgement
    const { self } = membersOf(members['_links'])
    const address = hrefOf(membersOf(self)['href'], exchange)
    const kind = KINDS.find(({ isKind }) => isKind(members))
    if (!kind || address === undefined) return
    const seen = this.#seen.get(address)
    const text = JSON.stringify(members)
    if (!seen) this.#seen.set(address, { members, text, exchange })
    if (!seen) return
    judgement.exercise('documents/one-address-one-document')
    if (seen.text === text) return
    const odd = kind.members.find(
      (name) => comparable(name, members[name]) !== comparable(name, seen.members[name]),
    )
    if (odd !== undefined)
      judgement.report({
        rule: `documents/one-address-one-document ${odd}`,
        because: [kind.statement, 'COM-10'],
        expected: `${odd} ${comparable(odd, seen.members[odd])}, as shown before`,
        got: `${odd} ${comparable(odd, members[odd])}`,
        since: seen.exchange,
      })
  }
}
