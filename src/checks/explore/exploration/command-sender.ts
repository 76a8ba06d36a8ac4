import { percentEncoded, swapCase } from '../../../../contracts/relations/spellings.ts'
import type { Members } from '../../../../contracts/rules/expectations.ts'
import { fullEdit } from '../../../../contracts/support/publication-writes.ts'
import { TEXT_JSON_TYPE } from '../../../api/wire/media-types.ts'
import { ClauseContext, type CreatedPublication } from '../../../kit/runner/clause-context.ts'
import type { RunSession } from '../../../kit/runner/session.ts'
import { SkipClause } from '../../../kit/runner/violation.ts'
import type { Exchange, RequestOptions } from '../../../kit/target/exchange.ts'
import { nextPageLink, openLinkIn, ownAddress } from '../../../kit/target/links.ts'
import { membersOf } from '../../../lib/unknown-values.ts'
import { crawl, readPagesAfter } from './crawl.ts'
import type { AcceptWord, IdSpelling, SequenceCommand, TagWord } from './sequence-command.ts'

/** A publication of an exploration. */
interface Slot {
  readonly externalId: string
  readonly path: string
  readonly created: Exchange
  tag: string
  readonly previous: string[]
}

/** Documents of an agency that need no link. */
const AGENCY_DOCUMENTS = ['/v3/operadores/', '/v3/consultas/', '/v3/notificaciones/']

const NO_SUCH_TAG = '"playa-no-such-tag"'

/** Sends commands to a service. Slots last for one sequence. */
export class CommandSender {
  readonly context: ClauseContext
  readonly #session: RunSession
  readonly #isCrawlOver: () => boolean
  readonly #slots = new Map<number, Slot>()
  #listHref: Promise<string | undefined> | undefined

  /** `isCrawlOver`: whether the time for reading by links is over. */
  constructor(session: RunSession, isCrawlOver: () => boolean) {
    this.#session = session
    this.#isCrawlOver = isCrawlOver
    this.context = new ClauseContext(session)
  }

  /** Begins a sequence with no publication, and no exchange in its context. */
  begin(): void {
    this.#slots.clear()
    this.context.exchanges.length = 0
  }

  /**
   * Sends one command. A command on an empty slot, or by a link that the run may not follow, sends nothing.
   */
  async send(command: SequenceCommand): Promise<void> {
    try {
      await this.#send(command)
    } catch (error) {
      if (!(error instanceof SkipClause)) throw error
    }
  }

  async #send(command: SequenceCommand): Promise<void> {
    switch (command.do) {
      case 'create':
        return this.#create(command)
      case 'package':
        await this.context.get(`/v3/agencias/${this.context.adminMail}/productos`)
        return undefined
      case 'operators':
        await this.context.get(`/v3/operadores/${this.context.adminMail}`)
        return undefined
      case 'crawl':
        return crawl(
          this.context,
          ['/v3', ...AGENCY_DOCUMENTS.map((path) => path + this.context.adminMail)],
          this.#isCrawlOver,
        )
      case 'list':
        return this.#list(command.accept)
      case 'send': {
        const path = command.path.replaceAll('{agency}', this.context.adminMail)
        const options = {
          accept: this.#type(command.accept),
          ...('body' in command && { body: command.body }),
        }
        await this.context.send(command.method, path, options)
        return undefined
      }
      default:
        return this.#onSlot(command)
    }
  }

  #type(word: AcceptWord = 'json'): string {
    const { types } = this.context
    return { json: types.json, entry: types.entry, ref: types.ref, text: TEXT_JSON_TYPE }[word]
  }

  async #create(command: Extract<SequenceCommand, { do: 'create' }>): Promise<void> {
    const { slot, accept, members = {}, isUsed, idOf, isSwapped, suffix = '', text } = command
    const base: Members = isUsed ? await this.#session.usedCar() : await this.#session.samplePublication()
    const same = idOf === undefined ? undefined : this.#slots.get(idOf)?.externalId
    if (idOf !== undefined && same === undefined) return
    const fresh = same ?? this.#session.newExternalId() + suffix
    const ExternalId = isSwapped ? swapCase(fresh) : fresh
    const body = text ?? { ...base, Activa: false, ExternalId, ...members }
    const made = await this.context.send('POST', `/v3/publicaciones/${this.context.adminMail}`, {
      accept: this.#type(accept),
      body,
    })
    const { status } = made.response
    const asked = { ExternalId, ...members }.ExternalId ?? membersOf(made.json)['ExternalId']
    const id = typeof asked === 'string' ? asked : ExternalId
    // A refused create made nothing (PUB-34).
    if (status >= 400 && status < 500 && same === undefined && text === undefined) {
      const left = await this.context.get(this.context.path(id))
      if (left.response.status === 200) this.#session.trackCreated(id)
    }
    if (status !== 201 || same !== undefined) return
    this.#session.trackCreated(id)
    const tag = made.response.headers['etag'] ?? ''
    this.#slots.set(slot, { externalId: id, path: this.context.path(id), created: made, tag, previous: [] })
  }

  async #onSlot(
    command: Exclude<SequenceCommand, { do: 'create' | 'package' | 'operators' | 'crawl' | 'list' | 'send' }>,
  ): Promise<void> {
    const slot = this.#slots.get(command.slot)
    if (!slot) return
    if (command.do === 'follow') return this.#follow(slot)
    const path = spelledPath(slot.path, command.spelling)
    const accept = this.#type(command.accept)
    if (command.do === 'read') {
      const tag = command.ifNoneMatch === 'current' ? slot.tag : slot.previous.at(-1)
      const headers = command.ifNoneMatch && tag ? { 'If-None-Match': tag } : {}
      this.#note(slot, await this.context.get(path, { accept, headers }), command.accept)
      return
    }
    const tag = tagFor(command.tag, slot)
    if (tag === undefined) return
    const headers: Record<string, string> = tag === '' ? {} : { 'If-Match': tag }
    const options: RequestOptions = { accept, headers }
    if (command.do === 'suspend' || command.do === 'archive') {
      const step = command.do === 'suspend' ? 'suspender' : 'archivar'
      this.#note(slot, await this.context.send('PATCH', `${path}/${step}`, options), command.accept)
    } else if (command.do === 'amend')
      this.#note(
        slot,
        await this.context.send('PATCH', path, { ...options, body: command.members }),
        command.accept,
      )
    else {
      const { body } = await fullEdit(this.context, madeOf(slot), command.members)
      const used = command.isUsed ? await this.#session.usedCar() : {}
      const edited = {
        ...membersOf(body),
        ...pick(used, ['VersionYear', 'Kilometraje', 'Fotos']),
        ...command.members,
      }
      this.#note(slot, await this.context.send('PUT', path, { ...options, body: edited }), command.accept)
    }
  }

  /** Keeps the tag of the full form, which reads and writes share. */
  #note(slot: Slot, { response }: Exchange, accept: AcceptWord | undefined): void {
    const tag = response.headers['etag'] ?? ''
    if (response.status >= 300 || tag === '' || tag === slot.tag || accept === 'ref') {
      if (accept === 'ref' && response.status < 300 && tag !== '' && tag !== slot.tag) {
        slot.previous.push(slot.tag)
        slot.tag = tag
      }
      return
    }
    slot.previous.push(slot.tag)
    slot.tag = tag
  }

  async #follow({ created }: Slot): Promise<void> {
    const { location } = created.response.headers
    for (const address of new Set([location, ownAddress(created.json)]))
      if (address) await this.context.get(address).catch(() => undefined)
    const block = openLinkIn(membersOf(created.json)['Consultas'])
    if (block !== undefined) await this.context.get(block).catch(() => undefined)
  }

  async #list(accept: AcceptWord | undefined): Promise<void> {
    this.#listHref ??= publicationList(this.context)
    let href = await this.#listHref
    for (let page = 0; href !== undefined && page < MAX_PAGES; page++) {
      const read = await this.context.get(href, { accept: this.#type(accept) })
      if (page === 0 && accept === undefined) await readPagesAfter(this.context, read.request.url, read.json)
      href = nextPageLink(read.json, read.request.url)
    }
  }
}

const MAX_PAGES = 8

/** Returns the address of the agency's list of publications, by links (AGE-06, COM-12). */
const publicationList = async (t: ClauseContext): Promise<string | undefined> => {
  const { json } = await t.get(`/v3/operadores/${t.adminMail}`)
  const operators = membersOf(json)['_entries']
  const administrator = (Array.isArray(operators) ? operators : [])
    .map(membersOf)
    .find((one) => one['EsAdministradorAgencia'] === true)
  return openLinkIn(administrator?.['Publicaciones'])
}

const madeOf = ({ externalId, path, created, tag }: Slot): CreatedPublication => ({
  externalId,
  path,
  etag: tag,
  body: membersOf(created.json),
  exchange: created,
})

const tagFor = (word: TagWord = 'current', { tag, previous }: Slot): string | undefined =>
  ({ current: tag, stale: previous.findLast((one) => one !== tag), foreign: NO_SUCH_TAG, none: '' })[word]

const pick = (body: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])))

const spelledPath = (path: string, spelling: IdSpelling = 'plain'): string => {
  if (spelling === 'plain') return path
  const [head, id = ''] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
  if (spelling === 'bare')
    return head + id.replace(/%(2B|24|26|2C|3B|3D|3A|40)/g, (code) => decodeURIComponent(code))
  const plain = decodeURIComponent(id)
  return head + (spelling === 'other-case' ? encodeURIComponent(swapCase(plain)) : percentEncoded(plain))
}
