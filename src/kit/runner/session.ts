import type { Need } from './clause.ts'
import { type Exchange, tryParseJson, type WireRequest } from '../target/exchange.ts'
import { findSamplePublication, type SamplePublication } from './sample-publication.ts'
import { archivedExternalId, hasPrefix, createdExternalId, assertWithinBounds } from './ownership.ts'
import { resolveHref, type Target } from '../target/target.ts'
import type { RequestOptions } from './clause-context.ts'
import { SkipClause } from './violation.ts'

export interface RunSessionOptions {
  readonly target: Target
  /** Begins every `ExternalId` that the run creates. */
  readonly prefix: string
  /** Most requests a second; 0 for no bound. */
  readonly rps?: number
  /** True: only reads are sent; a clause that wants to write is skipped. Default false. */
  readonly readOnly?: boolean
  readonly signal?: AbortSignal
  /** Present when the subject can reach a receiver that the kit starts; it is opened when it is first asked for. */
  readonly receiver?: () => Promise<WebhookReceiver>
  /** How long to wait for a delivery, and for one that comes again. Default 5 s for the former, and next to nothing for the latter. */
  readonly patienceMs?: number
  /** Told of every exchange as it happens. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** Where webhooks of the subject arrive. */
export interface WebhookReceiver {
  /** Public base URL that the subject calls. */
  readonly url: string
  /** The deliveries whose path below it begins so, in the order in which they came, once there are enough of them. */
  deliveries(path: string, wait: DeliveryWait): Promise<readonly ReceivedDelivery[]>
  /** Has deliveries to such a path answered with the status that is given for each, instead of 204. */
  answer(path: string, status: (delivered: ReceivedDelivery) => number): void
}

/** Until when deliveries are waited for. */
export interface DeliveryWait {
  isEnough(arrived: readonly ReceivedDelivery[]): boolean
  /** Longest wait, in milliseconds. */
  readonly withinMs: number
  readonly signal?: AbortSignal | undefined
}

export interface ReceivedDelivery {
  readonly method: string
  /** Path and query below the receiver's URL. */
  readonly target: string
  /** By lower-case name, several values joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** When it came, on the clock of `performance.now()`. */
  readonly atMs: number
}

/** A request that puts back what a clause has changed for a while. */
export interface Leftover {
  readonly method: string
  readonly href: string
  readonly options: RequestOptions
}

/** Everything that the clauses of one run share: the way to the subject, what was made there, what is known of it. */
export class RunSession {
  readonly target: Target
  readonly prefix: string
  /** `ExternalId`s that this run created and has not archived yet. */
  readonly unarchived = new Set<string>()
  /** What the subject made although the run did not name it with its prefix: it is told, and left alone. */
  readonly unprefixed = new Set<string>()
  /** What is changed just now and has to be put back, by what it is; whatever interrupts the clause, cleaning up does it then. */
  readonly leftovers = new Map<string, Leftover>()
  #count = 0
  #ids = 0
  #nextMs = 0
  readonly #rps: number
  readonly #readOnly: boolean
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal | undefined
  readonly patienceMs: number | undefined
  readonly #onExchange: (exchange: Exchange) => void
  readonly #receiver: (() => Promise<WebhookReceiver>) | undefined
  readonly #offers = new Map<Need, Promise<boolean>>()
  #facts: Promise<TargetFacts> | undefined
  #listing: Promise<SamplePublication> | undefined

  constructor(options: RunSessionOptions) {
    this.target = options.target
    this.prefix = options.prefix
    this.patienceMs = options.patienceMs
    this.#receiver = options.receiver
    this.#rps = options.rps ?? 0
    this.#readOnly = options.readOnly ?? false
    this.signal = options.signal
    this.#onExchange = options.onExchange ?? (() => {})
  }

  get exchanges(): number {
    return this.#count
  }

  newExternalId(): string {
    this.#ids += 1
    return `${this.prefix}${this.#ids}`
  }

  trackCreated(externalId: string): void {
    if (hasPrefix(externalId, this.prefix)) this.unarchived.add(externalId)
  }

  trackArchived(externalId: string): void {
    this.unarchived.delete(externalId)
  }

  /** One request, within the run's rate; a 429 with `Retry-After` is obeyed, up to three times, and then says nothing of the subject. */
  async send(method: string, target: string, sending: RequestOptions): Promise<Exchange> {
    for (let attempt = 0; ; attempt++) {
      const exchange = await this.#once(method, target, sending)
      if (exchange.response.status !== 429) return exchange
      const waitMs = retryAfterMs(exchange.response.headers)
      if (waitMs === undefined) return exchange
      if (attempt >= 3) throw new SkipClause('the service keeps answering 429: lower --rps')
      await waitFor(waitMs, this.signal)
    }
  }

  async #once(method: string, target: string, { headers = {}, body, accept }: RequestOptions): Promise<Exchange> {
    await this.#turn()
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const plain: WireRequest = {
      method,
      url: resolveHref(this.target, target),
      headers: {
        ...(accept !== undefined && { Accept: accept }),
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    }
    assertWithinBounds({ base: this.target.base, prefix: this.prefix, readOnly: this.#readOnly }, plain)
    const request = await this.target.sign(plain)
    const before = performance.now()
    const response = await this.target.transport(request, this.signal).catch((error: unknown) => {
      this.#keepTrack(plain, undefined)
      throw error
    })
    this.#keepTrack(plain, response.status)
    this.#count += 1
    const exchange = {
      number: this.#count,
      request,
      response,
      json: tryParseJson(response.body),
      tookMs: performance.now() - before,
    }
    this.#onExchange(exchange)
    return exchange
  }

  /** Notes what was created and archived, whoever asked for it. A create without a whole answer, or with a 5xx, may have happened. */
  #keepTrack(request: WireRequest, status: number | undefined): void {
    const created = createdExternalId(request)
    const isMade = status !== undefined && status >= 200 && status < 300
    if (created !== undefined && (isMade || status === undefined || status >= 500)) this.trackCreated(created)
    if (created !== undefined && isMade && !hasPrefix(created, this.prefix))
      this.unprefixed.add(created === '' ? '(no ExternalId)' : created)
    const archived = isMade ? archivedExternalId(request)?.toLowerCase() : undefined
    for (const id of this.unarchived) if (id.toLowerCase() === archived) this.trackArchived(id)
  }

  async #turn(): Promise<void> {
    if (this.#rps <= 0) return
    const now = performance.now()
    const mine = Math.max(now, this.#nextMs)
    this.#nextMs = mine + 1_000 / this.#rps
    if (mine > now) await waitFor(mine - now, this.signal)
  }

  /** Whether the subject offers what a clause needs, found out once. */
  meets(need: Need): Promise<boolean> {
    const known = this.#offers.get(need) ?? NEED_CHECKS[need](this)
    this.#offers.set(need, known)
    return known
  }

  /** Where the subject's webhooks arrive; undefined when it cannot reach this machine. */
  async receiver(): Promise<WebhookReceiver | undefined> {
    return this.#receiver?.().catch(() => undefined)
  }

  /** What the run knows of the subject, found out once. */
  facts(): Promise<TargetFacts> {
    this.#facts ??= findFacts(this)
    return this.#facts
  }

  /** A create that the subject accepts, without its `ExternalId`; found out once, and what every clause builds on. */
  samplePublication(): Promise<SamplePublication> {
    this.#listing ??= this.facts().then(({ year }) => findSamplePublication(this, year))
    return this.#listing
  }
}

const NEED_CHECKS: Readonly<Record<Need, (session: RunSession) => Promise<boolean>>> = {
  // Only a create tells whether the app may write; a suspended one asks nothing of the package. It is the run's own, and cleaned up.
  write: async (session) => {
    const id = session.newExternalId()
    const mail = encodeURIComponent(session.target.agency)
    const body = { ...(await session.samplePublication()), ExternalId: id, Activa: false }
    const { response } = await session.send('POST', `/v3/publicaciones/${mail}`, { body })
    if (response.status < 300) session.trackCreated(id)
    return response.status !== 401 && response.status !== 403
  },
  place: async (session) => {
    const { json } = await session.send(
      'GET',
      `/v3/agencias/${encodeURIComponent(session.target.agency)}/productos`,
      {},
    )
    return ['Alta', 'Media', 'Baja'].some((level) => Number(memberOf(memberOf(json, level), 'Disponibles')) > 0)
  },
  inquiries: async (session) => {
    const { json } = await session.send('GET', `/v3/consultas/${encodeURIComponent(session.target.agency)}`, {})
    return Number(memberOf(json, 'Total')) > 0
  },
  callback: async (session) => (await session.receiver()) !== undefined,
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** What is found out once for a run. */
export interface TargetFacts {
  /** The subject's year, from its `Date` header where it sends one. */
  readonly year: number
}

const findFacts = async (session: RunSession): Promise<TargetFacts> => {
  const entry = await session.send('GET', '/v3', {})
  const date = Date.parse(entry.response.headers['date'] ?? '')
  return { year: new Date(Number.isNaN(date) ? Date.now() : date).getUTCFullYear() }
}

const MAX_RETRY_AFTER_MS = 120_000

/** How long `Retry-After` asks to wait, as seconds or as a date; undefined when it does not say. */
const retryAfterMs = ({ 'retry-after': value }: Readonly<Record<string, string>>): number | undefined => {
  if (value === undefined || value === '') return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS)
}

const waitFor = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
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
