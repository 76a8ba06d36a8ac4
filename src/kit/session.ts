import type { Need } from './clause.ts'
import { type Exchange, jsonOf, type WireRequest } from './exchange.ts'
import { findListing, type Listing } from './listing.ts'
import { archivedBy, beginsWith, createdBy, holdWithin } from './ownership.ts'
import { resolve, type Subject } from './subject.ts'
import type { Sending } from './trial.ts'
import { Skip } from './violation.ts'

export interface SessionOptions {
  readonly subject: Subject
  /** Begins every `ExternalId` that the run creates. */
  readonly prefix: string
  /** Most requests a second; 0 for no bound. */
  readonly rps?: number
  /** True: only reads are sent; a clause that wants to write is skipped. Default false. */
  readonly readOnly?: boolean
  readonly signal?: AbortSignal
  /** Present when the subject can reach a receiver that the kit starts. */
  readonly receiver?: Receiver
  /** Told of every exchange as it happens. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** Where webhooks of the subject arrive. */
export interface Receiver {
  /** Public base URL that the subject calls. */
  readonly url: string
  /** The deliveries to a path below it, as they come; waits for at least `count` of them up to `withinMs`. */
  deliveries(path: string, count: number, withinMs: number): Promise<readonly Delivered[]>
}

export interface Delivered {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Everything that the clauses of one run share: the way to the subject, what was made there, what is known of it. */
export class Session {
  readonly subject: Subject
  readonly prefix: string
  /** `ExternalId`s that this run created and has not archived yet. */
  readonly left = new Set<string>()
  /** What the subject made although the run did not name it with its prefix: it is told, and left alone. */
  readonly strays = new Set<string>()
  #count = 0
  #ids = 0
  #nextMs = 0
  readonly #rps: number
  readonly #readOnly: boolean
  readonly #signal: AbortSignal | undefined
  readonly #onExchange: (exchange: Exchange) => void
  readonly receiver: Receiver | undefined
  readonly #offers = new Map<Need, Promise<boolean>>()
  #facts: Promise<Facts> | undefined
  #listing: Promise<Listing> | undefined

  constructor(options: SessionOptions) {
    this.subject = options.subject
    this.prefix = options.prefix
    this.receiver = options.receiver
    this.#rps = options.rps ?? 0
    this.#readOnly = options.readOnly ?? false
    this.#signal = options.signal
    this.#onExchange = options.onExchange ?? (() => {})
  }

  get exchanges(): number {
    return this.#count
  }

  newId(): string {
    this.#ids += 1
    return `${this.prefix}${this.#ids}`
  }

  made(externalId: string): void {
    if (beginsWith(externalId, this.prefix)) this.left.add(externalId)
  }

  gone(externalId: string): void {
    this.left.delete(externalId)
  }

  /** One request, within the run's rate; a 429 with `Retry-After` is obeyed, up to three times, and then says nothing of the subject. */
  async send(method: string, target: string, sending: Sending): Promise<Exchange> {
    for (let attempt = 0; ; attempt++) {
      const exchange = await this.#once(method, target, sending)
      if (exchange.response.status !== 429) return exchange
      const waitMs = retryAfterMs(exchange.response.headers)
      if (waitMs === undefined) return exchange
      if (attempt >= 3) throw new Skip('the service keeps answering 429: lower --rps')
      await pause(waitMs, this.#signal)
    }
  }

  async #once(method: string, target: string, { headers = {}, body, accept }: Sending): Promise<Exchange> {
    await this.#turn()
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const plain: WireRequest = {
      method,
      url: resolve(this.subject, target),
      headers: {
        ...(accept !== undefined && { Accept: accept }),
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    }
    holdWithin({ base: this.subject.base, prefix: this.prefix, readOnly: this.#readOnly }, plain)
    const request = await this.subject.sign(plain)
    const before = performance.now()
    const response = await this.subject.transport(request, this.#signal).catch((error: unknown) => {
      this.#keepTrack(plain, undefined)
      throw error
    })
    this.#keepTrack(plain, response.status)
    this.#count += 1
    const exchange = {
      number: this.#count,
      request,
      response,
      json: jsonOf(response.body),
      tookMs: performance.now() - before,
    }
    this.#onExchange(exchange)
    return exchange
  }

  /** Notes what was created and archived, whoever asked for it. A create without a whole answer, or with a 5xx, may have happened. */
  #keepTrack(request: WireRequest, status: number | undefined): void {
    const created = createdBy(request)
    const isMade = status !== undefined && status >= 200 && status < 300
    if (created !== undefined && (isMade || status === undefined || status >= 500)) this.made(created)
    if (created !== undefined && isMade && !beginsWith(created, this.prefix))
      this.strays.add(created === '' ? '(no ExternalId)' : created)
    const archived = isMade ? archivedBy(request)?.toLowerCase() : undefined
    for (const id of this.left) if (id.toLowerCase() === archived) this.gone(id)
  }

  async #turn(): Promise<void> {
    if (this.#rps <= 0) return
    const now = performance.now()
    const mine = Math.max(now, this.#nextMs)
    this.#nextMs = mine + 1_000 / this.#rps
    if (mine > now) await pause(mine - now, this.#signal)
  }

  /** Whether the subject offers what a clause needs, found out once. */
  offers(need: Need): Promise<boolean> {
    const known = this.#offers.get(need) ?? OFFERS[need](this)
    this.#offers.set(need, known)
    return known
  }

  /** What the run knows of the subject, found out once. */
  facts(): Promise<Facts> {
    this.#facts ??= findFacts(this)
    return this.#facts
  }

  /** A create that the subject accepts, without its `ExternalId`; found out once, and what every clause builds on. */
  listing(): Promise<Listing> {
    this.#listing ??= this.facts().then(({ year }) => findListing(this, year))
    return this.#listing
  }
}

const OFFERS: Readonly<Record<Need, (session: Session) => Promise<boolean>>> = {
  // Only a create tells whether the app may write; a suspended one asks nothing of the package. It is the run's own, and cleaned up.
  write: async (session) => {
    const id = session.newId()
    const mail = encodeURIComponent(session.subject.agency)
    const body = { ...(await session.listing()), ExternalId: id, Activa: false }
    const { response } = await session.send('POST', `/v3/publicaciones/${mail}`, { body })
    if (response.status < 300) session.made(id)
    return response.status !== 401 && response.status !== 403
  },
  place: async (session) => {
    const { json } = await session.send(
      'GET',
      `/v3/agencias/${encodeURIComponent(session.subject.agency)}/productos`,
      {},
    )
    return ['Alta', 'Media', 'Baja'].some((level) => Number(memberOf(memberOf(json, level), 'Disponibles')) > 0)
  },
  inquiries: async (session) => {
    const { json } = await session.send('GET', `/v3/consultas/${encodeURIComponent(session.subject.agency)}`, {})
    return Number(memberOf(json, 'Total')) > 0
  },
  callback: async (session) => session.receiver !== undefined,
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** What is found out once for a run. */
export interface Facts {
  /** The subject's year, from its `Date` header where it sends one. */
  readonly year: number
}

const findFacts = async (session: Session): Promise<Facts> => {
  const entry = await session.send('GET', '/v3', {})
  const date = Date.parse(entry.response.headers['date'] ?? '')
  return { year: new Date(Number.isNaN(date) ? Date.now() : date).getUTCFullYear() }
}

const MOST_PATIENCE_MS = 120_000

/** How long `Retry-After` asks to wait, as seconds or as a date; undefined when it does not say. */
const retryAfterMs = ({ 'retry-after': value }: Readonly<Record<string, string>>): number | undefined => {
  if (value === undefined || value === '') return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MOST_PATIENCE_MS)
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolveIt, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(done, ms)
    function done() {
      signal?.removeEventListener('abort', stop)
      resolveIt()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
