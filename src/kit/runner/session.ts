import { JSON_TYPE } from '../../api/wire/media-types.ts'
import { membersOf } from '../../lib/unknown-values.ts'
import { type CatalogueCar, findCatalogueCars } from '../sample/catalogue-car.ts'
import {
  type CreateSearches,
  type FoundSample,
  findSamplePublication,
  findUsedCar,
  type NewPublication,
  otherCurrency,
  type SampleFacts,
  type SamplePublication,
  withFresh,
} from '../sample/sample-publication.ts'
import { ABSENT, alternativesFor, FRESH } from '../sample/sample-repairs.ts'
import { vinFor } from '../sample/vin.ts'
import { hasDocumentHrefs, withResolvedHrefs } from '../target/document-hrefs.ts'
import {
  type Exchange,
  LostWriteError,
  parseUntrustedJson,
  type RequestOptions,
  type SentRequest,
  UnreachableError,
  type WireRequest,
} from '../target/exchange.ts'
import { resolveHref, type Target } from '../target/target.ts'
import type { WebhookReceiver } from './deliveries.ts'
import { drawnPhotos } from './drawn-photos.ts'
import { LivenessMonitor } from './liveness-monitor.ts'
import { checkNeed, type Need, type NeedResult } from './needs.ts'
import type { LostRequest } from './operations.ts'
import { requestPacer } from './pacing.ts'
import { Permits } from './permits.ts'
import { PlacePermits } from './place-permits.ts'
import { RateLimit } from './rate-limit.ts'
import { archivedExternalId, assertWithinBounds, createdExternalId, hasPrefix } from './run-bounds.ts'
import { changeAfter, settledTagOf } from './settling.ts'
import { type ExclusiveSubject, SharedLock } from './shared-lock.ts'

/** Header of conditional writes by default (`publications/precondition-header`). */
export const PRECONDITION_HEADER = 'If-Match'

/** PUB-36. */
const ACTIVE = 'Activa'

/** What a run needs to send requests. */
export interface RunSessionOptions {
  readonly target: Target
  /** Begins every `ExternalId` that the run creates. */
  readonly prefix: string
  /** Maximum of requests a second; 0 for no limit. */
  readonly rps?: number
  /** True: the run sends reads only; a clause that wants to write is skipped. Default false. */
  readonly readOnly?: boolean
  readonly signal?: AbortSignal
  /** Opens the receiver on its first use. Absent when the target cannot reach one. */
  readonly receiver?: () => Promise<WebhookReceiver>
  /**
   * How long to wait for a delivery, and for its next attempt. Default 5 s and 100 ms.
   */
  readonly patienceMs?: number
  /** Maximum time that a clause waits for what the target does after its response. Default: as it needs. */
  readonly lateWorkMs?: number
  /** Members of a create that the target accepts, in addition to or instead of those that the run finds. */
  readonly car?: SamplePublication
  /** Public URLs of photos of at least 640 x 360 px. */
  readonly photos?: readonly string[]
  /** Whether clauses may change a webhook configuration that may have a secret that cannot be read back. */
  readonly touchWebhooks?: boolean
  /** Header with the entity tag of a conditional write. Default `If-Match`. */
  readonly preconditionHeader?: string
  /** Called after every exchange. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Collects every request when it is over. Default: a list of the session. */
  readonly sent?: SentRequest[]
  /** Results of searches of an earlier run against the target. Default: none. */
  readonly searches?: CreateSearches
}

/** A request that restores what a clause has changed temporarily. */
export interface Leftover {
  readonly method: string
  readonly href: string
  readonly options: RequestOptions
  /** Body to send instead when the target refuses the first. */
  readonly otherwise?: RequestOptions
}

/** A setting that clauses change and restore. */
export interface GuardedSetting {
  /** Where the setting is read. */
  readonly href: string
  /** Returns the part that must be as before. */
  view(json: unknown): unknown
  /** The setting before the run, as JSON. */
  readonly before: string
  readonly restore: Leftover
}

/**
 * Shared by the clauses of one run: the connection to the target, the run's creations there, and its
 * knowledge of the target.
 */
export class RunSession {
  readonly target: Target
  readonly prefix: string
  /** `ExternalId`s that this run created and has not archived yet. */
  readonly unarchived = new Set<string>()
  /** Those that the second app created: the first may not see them. */
  readonly unarchivedOfOther = new Set<string>()
  /**
   * Publications that the target created although the run had not sent its prefix: reported, never touched.
   */
  readonly unprefixed = new Set<string>()
  /** `ExternalId`s of refused creates; the clean-up checks that they made nothing. */
  readonly refusedCreates = new Set<string>()
  /** Temporary changes by their description. The clean-up restores those that a clause could not. */
  readonly leftovers = new Map<string, Leftover>()
  /** Values of `EstadoActual` that the target gave to what the run archived. */
  readonly archivedWords = new Set<string>()
  /** Settings of the agency as they were before the run; the clean-up compares them. */
  readonly settings = new Map<string, GuardedSetting>()
  /** Topics that had no webhook before this run configured one. */
  readonly configuredTopics = new Set<string>()
  /** Every exchange of this run as the first app. */
  readonly exchanges: Exchange[] = []
  /** Every request that is over, of both apps, in the order in which they ended. */
  readonly sent: SentRequest[]
  readonly #flying = new Set<{ readonly request: WireRequest; readonly others: WireRequest[] }>()
  /** Statements that a clause has failed for, with the first such clause. */
  readonly failedStatements = new Map<string, string>()
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal | undefined
  readonly patienceMs: number | undefined
  /** Maximum time that a clause waits for what the target does after its response. Undefined: as it needs. */
  readonly lateWorkMs: number | undefined
  /** Whether clauses may change a webhook configuration whose secret cannot be read back. */
  readonly mayTouchWebhooks: boolean
  /** Whether the run sends reads only. */
  readonly isReadOnly: boolean
  /** Header of conditional writes, if the user has named it. */
  readonly preconditionHeader: string | undefined
  /** Whether the target changes a new publication after its response; known once one is created. */
  changesLater = false
  /** What clauses of the run have found once, by the function that finds it. */
  readonly found = new Map<unknown, unknown>()
  /** What the run has found for its creates. */
  readonly searches: CreateSearches
  readonly #options: RunSessionOptions
  readonly #nextTurn: () => Promise<void>
  readonly #rateLimit: RateLimit
  readonly #silence: LivenessMonitor
  readonly #needs = new Map<Need, Promise<NeedResult>>()
  readonly #created = new Set<string>()
  readonly #writes = new SharedLock()
  readonly #places = new PlacePermits(this)
  #settings: Promise<Exchange | undefined> | undefined
  #idCount = 0
  #sentCount = 0
  #inFlight = new Permits(Infinity)

  constructor(options: RunSessionOptions) {
    this.target = options.target
    this.prefix = options.prefix
    this.signal = options.signal
    this.patienceMs = options.patienceMs
    this.lateWorkMs = options.lateWorkMs
    this.isReadOnly = options.readOnly ?? false
    this.mayTouchWebhooks = options.touchWebhooks ?? false
    this.preconditionHeader = options.preconditionHeader
    this.sent = options.sent ?? []
    this.#options = options
    this.searches = options.searches ?? {}
    this.#nextTurn = requestPacer(options.rps ?? 0, options.signal)
    this.#rateLimit = new RateLimit(options.signal)
    this.#silence = new LivenessMonitor(async () => {
      const { transport, sign } = this.target
      const entry = { method: 'GET', url: resolveHref(this.target, '/v3'), headers: { Accept: JSON_TYPE } }
      await transport(await sign(entry), this.signal)
    })
  }

  /** Clauses so far: requests of clauses that began earlier are sent first. */
  clauseCount = 0
  /** Requests that wait for a response at a time, at most. */
  inFlight = Infinity

  /** Lets at most `count` requests wait for a response at a time. */
  limitInFlight(count: number): void {
    this.inFlight = count
    this.#inFlight = new Permits(count)
  }

  /** Returns an `ExternalId` with the run's prefix that was not used before. */
  newExternalId(): string {
    this.#idCount += 1
    return `${this.prefix}${this.#idCount}`
  }

  /** Records a setting before its first change, so that the clean-up compares it with what it was. */
  guard(
    description: string,
    { href, view, json, restore }: Omit<GuardedSetting, 'before'> & { json: unknown },
  ): void {
    if (this.settings.has(description)) return
    this.settings.set(description, { href, view, restore, before: JSON.stringify(view(json)) ?? '' })
  }

  /** Records a created publication, so that the run archives it at its end. */
  trackCreated(externalId: string, isOtherApp?: true): void {
    if (hasPrefix(externalId, this.prefix)) this.#unarchivedOf(isOtherApp).add(externalId)
  }

  /** Returns whether the target has answered a create under the `ExternalId`, in any case, with success. */
  wasCreated(externalId: string): boolean {
    return this.#created.has(externalId.toLowerCase())
  }

  /** Records that a publication is archived or was never created. */
  trackArchived(externalId: string, isOtherApp?: true): void {
    this.#unarchivedOf(isOtherApp).delete(externalId)
  }

  #unarchivedOf(isOtherApp?: true): Set<string> {
    return isOtherApp ? this.unarchivedOfOther : this.unarchived
  }

  /**
   * Sends one request within the run's rate. After a 429, or a 503 with `Retry-After`, it waits and repeats,
   * because neither concerns the statement (ERR-09). Throws a `RunStopped` when waiting makes no sense. If
   * many requests wait, those of the lowest `rank` go first.
   */
  async send(method: string, href: string, options: RequestOptions, rank = 0): Promise<Exchange> {
    for (;;) {
      await this.#rateLimit.turn()
      const exchange = await this.#sendOnce(method, href, options, rank)
      const { status, headers } = exchange.response
      if (status !== 429 && !(status === 503 && 'retry-after' in headers)) {
        this.#rateLimit.answered()
        return exchange
      }
      this.#rateLimit.refused(exchange.response)
    }
  }

  async #sendOnce(
    method: string,
    href: string,
    { headers = {}, body, accept = JSON_TYPE, unsigned: isUnsigned, isOtherApp }: RequestOptions,
    rank: number,
  ): Promise<Exchange> {
    await this.#nextTurn()
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const unsigned: WireRequest = {
      method,
      url: resolveHref(this.target, href),
      headers: {
        ...(accept !== null && { Accept: accept }),
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
        ...this.#withPrecondition(headers),
      },
      ...(text !== undefined && { body: text }),
    }
    const { readOnly = false, onExchange } = this.#options
    assertWithinBounds({ base: this.target.base, prefix: this.prefix, readOnly }, unsigned)
    const app = isOtherApp ? this.target.otherApp : this.target
    if (!app) throw new Error('the run has no second app')
    const request = isUnsigned ? unsigned : await app.sign(unsigned)
    this.#silence.assertResponsive(unsigned)
    let startMs = 0
    const flight = { request, others: [] as WireRequest[] } // requests come later
    const response = await this.#inFlight.run(() => {
      startMs = performance.now()
      this.#begin(flight)
      return this.target.transport(request, this.signal).catch(async (error: unknown) => {
        this.#flying.delete(flight)
        this.sent.push({ ...flight, exchange: undefined, isOtherApp })
        this.#trackWrite(unsigned, undefined, isOtherApp)
        // Idle connections may be closed at any time, whatever the service does.
        const isSilence =
          error instanceof UnreachableError && !(error instanceof LostWriteError) && !this.signal?.aborted
        throw isSilence ? await this.#silence.unanswered(error, unsigned) : error
      })
    }, rank)
    this.#flying.delete(flight)
    this.#silence.answered(unsigned)
    this.#trackWrite(unsigned, response.status, isOtherApp)
    const json = parseUntrustedJson(response.body)
    this.#sentCount += 1
    const exchange = {
      number: this.#sentCount,
      request,
      response,
      json: hasDocumentHrefs(response.body) ? withResolvedHrefs(json, request.url) : json,
      startedMs: startMs,
      tookMs: performance.now() - startMs,
      ...(isOtherApp && { isOtherApp }),
    }
    this.#noteArchivedWord(exchange)
    // Two apps may see different representations, for example different links.
    if (!isOtherApp) this.exchanges.push(exchange)
    this.sent.push({ ...flight, exchange, isOtherApp })
    onExchange?.(exchange)
    return exchange
  }

  /** Records that a request is in flight, along with others. */
  #begin(flight: { readonly request: WireRequest; readonly others: WireRequest[] }): void {
    for (const other of this.#flying) {
      other.others.push(flight.request)
      flight.others.push(other.request)
    }
    this.#flying.add(flight)
  }

  /** Clauses write `If-Match`; which header makes a write conditional is open (PUB-34). */
  #withPrecondition(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { preconditionHeader = PRECONDITION_HEADER } = this.#options
    const { [PRECONDITION_HEADER]: etag, ...rest } = headers
    return etag === undefined ? headers : { ...rest, [preconditionHeader]: etag }
  }

  /**
   * Records what a request created or archived, whichever clause sent it. A create without a complete
   * response (`status` undefined), or with a 5xx, may have been carried out.
   */
  #trackWrite(request: WireRequest, status: number | undefined, isOtherApp?: true): void {
    const created = createdExternalId(request)
    const isDone = status !== undefined && status >= 200 && status < 300
    if (created !== undefined && (isDone || status === undefined || status >= 500))
      this.trackCreated(created, isOtherApp)
    if (created && isDone) this.#created.add(created.toLowerCase())
    const isRefused = status !== undefined && status >= 400 && status < 500
    if (created && isRefused && hasPrefix(created, this.prefix) && !this.#created.has(created.toLowerCase()))
      this.refusedCreates.add(created)
    if (created !== undefined && isDone && !hasPrefix(created, this.prefix))
      this.unprefixed.add(created === '' ? '(no ExternalId)' : created)
    const archived = isDone ? archivedExternalId(request)?.toLowerCase() : undefined
    for (const id of this.#unarchivedOf(isOtherApp))
      if (id.toLowerCase() === archived) this.trackArchived(id, isOtherApp)
  }

  /** Requests of this run that were not answered. */
  get lost(): readonly LostRequest[] {
    return this.#silence.lost
  }

  /** Returns how the search for an accepted create ended; undefined when no clause needed one. */
  async sampleOutcome(): Promise<FoundSample | undefined> {
    return this.searches.sample?.catch(() => undefined)
  }

  /** Runs a writing clause when the package has places for it. */
  async withPlaces<T>(clause: object, work: () => Promise<T>): Promise<T> {
    return this.#writes.share(() => this.#places.share(clause, work))
  }

  /** Lends the places of a clause to others while it waits for another clause. */
  lendPlaces<T>(clause: object, work: () => Promise<T>): Promise<T> {
    return this.#places.lend(clause, work)
  }

  /** Runs a clause that counts while no other clause of the run writes. */
  alone<T>(work: () => Promise<T>, subject: ExclusiveSubject): Promise<T> {
    return this.#writes.exclude(work, subject)
  }

  /** Returns whether the package has places for several publications of one clause. */
  hasManyPlaces(): Promise<boolean> {
    return this.#places.hasManyPlaces()
  }

  #noteArchivedWord({ request, response, json }: Exchange): void {
    if (response.status >= 300 || archivedExternalId(request) === undefined) return
    const word = membersOf(json)['EstadoActual']
    if (typeof word === 'string' && word !== ACTIVE) this.archivedWords.add(word)
  }

  /** Returns whether the target offers what a clause needs. The run checks each need once. */
  meets(need: Need): Promise<NeedResult> {
    const known = this.#needs.get(need) ?? checkNeed(need, this)
    this.#needs.set(need, known)
    return known
  }

  /** Returns where the target's webhooks arrive; undefined when the target cannot reach this machine. */
  async receiver(): Promise<WebhookReceiver | undefined> {
    return this.#options.receiver?.().catch(() => undefined)
  }

  /** Returns the target's current year, from its `Date` header if it sends one. The run reads it once. */
  targetYear(): Promise<number> {
    this.searches.targetYear ??= this.send('GET', '/v3', {}).then(({ response }) => {
      const date = Date.parse(response.headers['date'] ?? '')
      return new Date(Number.isNaN(date) ? Date.now() : date).getUTCFullYear()
    })
    return this.searches.targetYear
  }

  /** Returns cars of the target's catalogue, the best known first. The run searches once. */
  catalogueCars(): Promise<readonly CatalogueCar[]> {
    this.searches.catalogueCars ??= findCatalogueCars(this)
    return this.searches.catalogueCars
  }

  /** Returns how the search for a create that the target accepts ended. The run searches once. */
  sample(): Promise<FoundSample> {
    // Before the first create, which may change them.
    void this.settingsBefore()
    this.searches.sample ??= this.#sampleFacts().then(async (facts) => {
      const found = await findSamplePublication(this, facts)
      // All other clauses wait for it, so it begins with the first.
      if (found.made) this.#settlingMs(found.made).catch(() => {})
      this.searches.acceptedPrice = found.dropped.includes('Precio') ? null : found.body['Precio']
      this.searches.otherCurrency = await otherCurrency(this, found)
      return found
    })
    return this.searches.sample
  }

  /** Returns the read of the agency's notification settings before the run created anything. */
  settingsBefore(): Promise<Exchange | undefined> {
    const path = `/v3/notificaciones/${encodeURIComponent(this.target.agency)}`
    this.#settings ??= this.send('GET', path, {}).catch(() => undefined)
    return this.#settings
  }

  /** Returns a create that the target accepts, without its `ExternalId`; every clause builds on it. */
  async samplePublication(): Promise<SamplePublication> {
    return withFresh((await this.sample()).body, this.newExternalId())
  }

  /** Returns a create of a used car, without its `ExternalId`. The run searches once. */
  async usedCar(): Promise<SamplePublication> {
    this.searches.usedCar ??= Promise.all([this.#sampleFacts(), this.sample()]).then(([facts, { body }]) =>
      findUsedCar(this, facts, body),
    )
    return withFresh((await this.searches.usedCar).body, this.newExternalId())
  }

  /**
   * Returns the final entity tag of a new publication, on a target that changes it after the response because
   * it downloads the photos; undefined on others. The run finds out once.
   */
  async settledTag(made: NewPublication): Promise<string | undefined> {
    const changedMs = await this.#settlingMs(made)
    this.changesLater = changedMs !== undefined
    return changedMs === undefined ? undefined : settledTagOf(this, made, changedMs)
  }

  #settlingMs(made: NewPublication): Promise<number | undefined> {
    this.searches.settlingMs ??= changeAfter(this, made)
    return this.searches.settlingMs
  }

  /** Returns values to try for a member that the target blames, in this order. */
  async alternatives(member: string): Promise<readonly unknown[]> {
    const { year, cars, photos = [], servedPhotos } = await this.#sampleFacts()
    const source = { run: this, agency: this.target.agency, car: cars[0], year, photos, servedPhotos }
    const values = await alternativesFor(member, source)
    return values
      .filter((value) => value !== ABSENT)
      .map((value) => (value === FRESH ? vinFor(this.newExternalId()) : value))
  }

  async #sampleFacts(): Promise<SampleFacts> {
    const { car, photos } = this.#options
    const [year, cars] = await Promise.all([this.targetYear(), this.catalogueCars()])
    const servedPhotos = async () => {
      const receiver = await this.receiver()
      return receiver ? drawnPhotos(receiver) : []
    }
    return { year, cars, given: car, photos, servedPhotos }
  }
}
