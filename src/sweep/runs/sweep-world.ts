import { LEVELS, type Level } from '../../api/wire/exposure-level.ts'
import type { PhotoSizes } from '../../model/domain/decision-context.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import type { Delivery } from '../../model/world/delivery.ts'
import { publicationIndex } from '../../model/world/publication.ts'
import { noUsage } from '../../model/world/usage.ts'
import type { World } from '../../model/world/world.ts'
import { lintExchanges } from '../../sandbox/client-lint/lint.ts'
import { faultTarget } from '../../sandbox/faults/fault-target.ts'
import { OTHER_APPS_TEXT, publicationAt } from '../../sandbox/faults/rival-write.ts'
import { secretsOf } from '../../sandbox/journal/redactor.ts'
import { requestHeader } from '../../sandbox/journal/request-details.ts'
import { AttemptsInProgress } from '../../sandbox/simulator/attempts-in-progress.ts'
import { Simulator } from '../../sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD, type WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import { createApp, type FetchHandler } from '../../server/app.ts'
import { type ClientCall, isClients, isExempt, isRead, pathOfTarget } from './client-call.ts'
import { hasRule, type Injection, limitedRate, withoutRule, withRule } from './injection.ts'
import { secretsOfCalls } from './run-secrets.ts'
import { type SweptRecord, worldRecords } from './world-records.ts'

/** The start of every world of a sweep. */
export interface SweepSetting {
  readonly scenario?: string
  readonly seed?: number
  /** The clock is frozen at this time, in milliseconds since the epoch. */
  readonly nowMs: number
  readonly profile: Readonly<Record<string, unknown>>
}

/** A finding of the client lint, without the exchanges that show it. */
export interface Hint {
  readonly id: string
  readonly title: string
  readonly advice: string
}

/** The publication that another writer changed, and what it wrote. */
export interface RivalWrite {
  readonly externalId: string
  /** The member's value at the end of its world: whether the change is still there. */
  readonly isKept: boolean
}

/** Most places of a package that were taken at a time, by `placeKey`. */
export type PlacesTaken = ReadonlyMap<string, number>

/** A world of one run, with every request that reached it. */
export interface SweepWorld {
  readonly calls: readonly ClientCall[]
  readonly simulator: Simulator
  /** `adminMail` of the first agency. */
  readonly agency: string
  /** Responses whose header names are written in lower case. */
  readonly lowerCased: WeakSet<Response>
  /** Most places that were taken in the packages at a time. */
  readonly placesTaken: PlacesTaken
  /** Returns whether the injection acted. */
  hasActed(): boolean
  /** Returns the limit that the client exceeded, as a clause; undefined if none. */
  excess(): string | undefined
  /** Registers a function that is called when the client exceeds a limit. */
  onExcess(run: () => void): void
  /** Returns whether a webhook was sent in any phase. */
  hasDeliveries(): boolean
  /** Returns the records of each phase: at each reset of a world, and at the end. */
  phases(worldOrigin?: string): SweptRecord[][]
  /** Returns the secrets of the worlds, and those that requests carried. */
  secrets(): string[]
  /** Returns what another writer changed; undefined if none did. */
  rivalWrite(): RivalWrite | undefined
  /** Returns the findings of the client lint about the client's own requests. */
  hints(): Hint[]
  /** Handles a request and records it. Rejects if the client gets no response. */
  handle(request: SweepRequest): Promise<Response>
  /** Stops all timers. */
  close(): void
}

/** A request from a socket, or from the recording of another run. */
export interface SweepRequest extends Pick<ClientCall, 'method' | 'target' | 'headers' | 'body'> {
  /** Scheme and authority of the URL. */
  readonly origin: string
  readonly signal?: AbortSignal
}

interface WorldPlan {
  readonly setting: SweepSetting
  readonly injection?: Injection
  /** True: no webhook is sent, and calls are not recorded again. */
  readonly isReplay?: boolean
}

/** Opens a fresh world in a new simulator, under an injection. */
export const openSweepWorld = async (plan: WorldPlan): Promise<SweepWorld> => {
  const { setting, injection = {}, isReplay = false } = plan
  const { profile, ...start } = setting
  const nowMs = injection.startMs ?? setting.nowMs
  const options = { ...profile, ...injection.options }
  const simulator = await Simulator.open({
    ...start,
    nowMs,
    profile: options,
    makesDefault: false,
    report: () => {},
    ...(isReplay && { journalEntries: 0 }),
  })
  const make = simulator.makeWorld.bind(simulator)
  // Worlds that tests make start as the first one does, unless a test says otherwise.
  simulator.makeWorld = async ({ nowMs: givenMs = nowMs, profile: given, ...others }) => {
    const chosen = { ...options, ...given }
    // A rate limit ends at the next full minute, which must be near.
    const startMs = (chosen['limits/rate'] ?? 'off') === 'off' ? givenMs : limitedRate(givenMs).startMs
    const made = await make({ ...others, nowMs: startMs, profile: chosen })
    return started(made, injection)
  }
  // No photo is downloaded: a sweep must not depend on a network.
  simulator.measurePhotos = async (urls) => presentPhotos(urls)
  if (isReplay) simulator.queueDeliveries = (world) => world
  const { seed } = setting
  await simulator.makeWorld({ name: DEFAULT_WORLD, ...(seed !== undefined && { seed }) })
  const app = createApp(simulator)
  return new RecordedWorld(simulator, (request) => app.fetch(request), plan)
}

/** Prepares a world: one webhook at a time, as their order would else be random, and the injection. */
const started = (worldHandle: WorldHandle, { start }: Injection): WorldHandle => {
  worldHandle.attempts = new AttemptsInProgress(1)
  const changed = start?.(worldHandle.start)
  // A reset brings back what the injection changed too. The registry made the handle's start from its world.
  if (changed) Object.assign(worldHandle, { start: changed, world: changed })
  return worldHandle
}

const DOWNLOADED = { widthPx: 1_280, heightPx: 960 }

const presentPhotos = (urls: readonly string[]): PhotoSizes => new Map(urls.map((url) => [url, DOWNLOADED]))

/** Returns the key of the places of one level in an agency's package. */
export const placeKey = (adminMail: string, level: Level): string => `${adminMail} ${level}`

/** A world just before its reset or deletion. */
type EndedWorld = Pick<WorldHandle, 'start' | 'world'>

class RecordedWorld implements SweepWorld {
  readonly calls: ClientCall[] = []
  readonly simulator: Simulator
  readonly agency: string
  readonly lowerCased = new WeakSet<Response>()
  readonly placesTaken = new Map<string, number>()
  readonly #handler: FetchHandler
  readonly #injection: Injection
  readonly #isReplay: boolean
  readonly #worldHandle: WorldHandle
  readonly #limit = new RunLimit()
  readonly #ordinals = new Map<string, number>()
  /** Requests of the client that have no response yet. */
  readonly #inFlight = new WeakMap<WorldHandle, number>()
  readonly #ended: EndedWorld[] = []
  readonly #hints = new Map<string, Hint>()
  #rival: { readonly world: WorldHandle; readonly adminMail: string; readonly externalId: string } | undefined
  #rivalEnd: World | undefined
  #hasActed: boolean

  constructor(simulator: Simulator, handler: FetchHandler, { injection = {}, isReplay = false }: WorldPlan) {
    this.simulator = simulator
    this.#handler = handler
    this.#injection = injection
    this.#isReplay = isReplay
    this.#worldHandle = simulator.worlds.require(DEFAULT_WORLD)
    this.agency = agenciesInOrder(this.#worldHandle.start.agencies)[0]?.adminMail ?? ''
    this.#hasActed = injection.at === undefined
  }

  async handle(given: SweepRequest): Promise<Response> {
    const request = { ...given, target: withoutBase(given.target) }
    if (!this.#isReplay) this.#limit.add(1, given.body.length)
    const worldHandle = this.simulator.worlds.get(worldNameOf(given)) ?? this.#worldHandle
    // Records of a test count even if a later test resets the world.
    if (ENDING.test(`${given.method} ${request.target}`)) this.#end(worldHandle)
    const call = this.#called(given, request.target)
    if (isExempt(given.headers)) return this.#record(call, await this.#unlimited(worldHandle, request))
    const injected = { simulator: this.simulator, worldHandle, handler: this.#handler }
    if (!isClients(call)) return this.#record(call, await this.#handler(webRequest(request)))
    const after = await this.#injection.before?.(injected, call)
    this.#arm(worldHandle, call)
    this.#inFlight.set(worldHandle, (this.#inFlight.get(worldHandle) ?? 0) + 1)
    let response: Response
    try {
      response = await this.#handler(webRequest(request))
    } finally {
      this.#disarm(worldHandle)
    }
    after?.(response.status)
    if (!this.#isReplay && !isRead(call)) this.#countPlaces(worldHandle)
    const isLowerCase = this.#injection.rule?.rewrite === 'header-case'
    return this.#record(call, response, isLowerCase)
  }

  #called({ method, headers, body, target: sent }: SweepRequest, target: string): ClientCall {
    const { operation } = faultTarget(method, pathOfTarget(target))
    const ordinal = operation === undefined ? 0 : (this.#ordinals.get(operation) ?? 0) + 1
    if (operation !== undefined) this.#ordinals.set(operation, ordinal)
    const exchange = operation === undefined ? undefined : `${operation}#${ordinal}`
    const call: ClientCall = { method, target: sent, headers, body, operation, exchange, response: null }
    this.calls.push(call)
    return call
  }

  /** Arms the rule for a request, or for the webhooks that it causes. */
  #arm(worldHandle: WorldHandle, { operation, exchange, method, target }: ClientCall): void {
    const { rule, at } = this.#injection
    if (!rule || (at !== undefined && at !== exchange)) return
    if (rule.delivery && hasRule(worldHandle.world)) return
    this.#hasActed = true
    const given = rule.delivery ? rule : { ...rule, operation }
    worldHandle.world = withRule(worldHandle.world, given, this.simulator.nowOf(worldHandle))
    const { publication } = faultTarget(method, pathOfTarget(target))
    if (rule.rivalMember && publication) this.#rival = { world: worldHandle, ...publication }
  }

  /** Removes the rule once no request is in flight: control calls of tests do not see it. */
  #disarm(worldHandle: WorldHandle): void {
    const left = (this.#inFlight.get(worldHandle) ?? 1) - 1
    this.#inFlight.set(worldHandle, left)
    if (left === 0 && this.#injection.rule && !this.#injection.rule.delivery)
      worldHandle.world = withoutRule(worldHandle.world)
  }

  /** Handles a request of a test's preparation, which no rate limits. */
  async #unlimited(worldHandle: WorldHandle, request: SweepRequest): Promise<Response> {
    const { usage } = worldHandle.world
    worldHandle.world = { ...worldHandle.world, usage: noUsage }
    const response = await this.#handler(webRequest(request))
    worldHandle.world = { ...worldHandle.world, usage }
    return response
  }

  #countPlaces({ world }: WorldHandle): void {
    for (const { adminMail, ordinal } of agenciesInOrder(world.agencies))
      for (const level of LEVELS) {
        const taken = world.publications.index(publicationIndex.atLevel(ordinal, level, 'active')).size
        const key = placeKey(adminMail, level)
        this.placesTaken.set(key, Math.max(taken, this.placesTaken.get(key) ?? 0))
      }
  }

  #end(worldHandle: WorldHandle): void {
    this.#ended.push({ start: worldHandle.start, world: worldHandle.world })
    this.#lint(worldHandle)
    if (this.#rival?.world === worldHandle) this.#rivalEnd ??= worldHandle.world
  }

  #lint({ journal, world }: WorldHandle): void {
    const entries = journal.all().filter((entry) => requestHeader(entry, 'playa-sweep') !== 'none')
    for (const { id, title, advice } of lintExchanges(entries, world))
      this.#hints.set(id, { id, title, advice })
  }

  async #record(call: ClientCall, response: Response, isLowerCase = false): Promise<Response> {
    const sent = this.#isReplay
      ? response
      : await recorded(call, response, (bytes) => this.#limit.add(0, bytes))
    if (isLowerCase) this.lowerCased.add(sent)
    return sent
  }

  hasActed(): boolean {
    return this.#hasActed
  }

  excess(): string | undefined {
    return this.#limit.excess
  }

  onExcess(run: () => void): void {
    this.#limit.onExcess = run
  }

  hasDeliveries(): boolean {
    return this.#phases().some(
      ({ start, world }) => hookCount(world.deliveries) > hookCount(start.deliveries),
    )
  }

  phases(worldOrigin = ''): SweptRecord[][] {
    return this.#phases().map(({ start, world }) => worldRecords(start, world, worldOrigin))
  }

  secrets(): string[] {
    const worlds = this.#phases().flatMap(({ start, world }) => [start, world])
    return [...worlds.flatMap(secretsOf), ...secretsOfCalls(this.calls)]
  }

  #phases(): EndedWorld[] {
    return [...this.#ended, ...this.simulator.worlds.all()]
  }

  rivalWrite(): RivalWrite | undefined {
    const member = this.#injection.rule?.rivalMember
    if (!this.#rival || !member) return undefined
    const { adminMail, externalId, world } = this.#rival
    const found = publicationAt(this.#rivalEnd ?? world.world, adminMail, externalId)
    return { externalId: found?.ExternalId ?? externalId, isKept: found?.[member] === OTHER_APPS_TEXT }
  }

  hints(): Hint[] {
    for (const worldHandle of this.simulator.worlds.all()) this.#lint(worldHandle)
    return [...this.#hints.values()]
  }

  close(): void {
    for (const worldHandle of this.simulator.worlds.all()) {
      clearTimeout(worldHandle.timer)
      worldHandle.epoch += 1
    }
  }
}

/**
 * Limits for the requests of a run, and for the bytes of their bodies and responses: all are kept in memory
 * and replayed many times.
 */
const MAX_CALLS = 20_000
const MAX_BYTES = 256 * 1024 * 1024

/** Limits the memory that the recording of a run takes. */
class RunLimit {
  #calls = 0
  #bytes = 0
  excess: string | undefined
  onExcess = () => {}

  /** Counts calls and bytes. Throws beyond a limit. */
  add(calls: number, bytes: number): void {
    this.#calls += calls
    this.#bytes += bytes
    if (this.#calls <= MAX_CALLS && this.#bytes <= MAX_BYTES) return
    this.excess ??=
      this.#calls > MAX_CALLS
        ? `it sends more than ${MAX_CALLS} requests in one run`
        : `its requests and their responses are larger than ${MAX_BYTES / 1024 / 1024} MiB in one run`
    this.onExcess()
    throw new Error(this.excess)
  }
}

const hookCount = ({ all }: World['deliveries']): number => Array.from(all).filter(isWebhook).length

const isWebhook = ({ to }: Delivery): boolean =>
  to.kind === 'app-webhook' || to.channel === 'PublicacionConsultadaWebHook'

const ENDING =
  /^POST \/_playa\/worlds\/[^/]+\/(?:reset|snapshots\/[^/]+\/restore)$|^DELETE \/_playa\/worlds\/[^/]+$/

/** Removes the base URL of a world, as `listen` of a sandbox returns it, from a call of the control API. */
const withoutBase = (target: string): string =>
  target.replace(
    /^\/w\/([^/]+)\/_playa(?:\/worlds\/default(?=\/|$))?/,
    (found, name) => `/_playa${found.endsWith('/default') ? `/worlds/${name}` : ''}`,
  )

const worldNameOf = ({ target, headers }: Pick<ClientCall, 'target' | 'headers'>): string =>
  /^\/(?:w|_playa\/worlds)\/([^/?]+)/.exec(target)?.[1] ??
  headers.find(([name]) => name.toLowerCase() === 'playa-world')?.[1] ??
  DEFAULT_WORLD

const webRequest = ({ origin, method, target, headers, body, signal }: SweepRequest): Request =>
  new Request(origin + target, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(method !== 'GET' && method !== 'HEAD' && body.length > 0 && { body: new Uint8Array(body) }),
    ...(signal && { signal }),
  })

/** Records the response of a call. Its body is recorded as it arrives, because a fault may slow it down. */
const recorded = async (
  call: ClientCall,
  response: Response,
  charge: (bytes: number) => void,
): Promise<Response> => {
  const { status, body } = response
  const headers = Object.fromEntries(response.headers)
  if (body === null) {
    call.response = { status, headers, body: '' }
    return response
  }
  // Event streams never end, and no replay reads them.
  if (headers['content-type']?.startsWith('text/event-stream')) return response
  const parts = async function* () {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const part of body) {
        text += decoder.decode(part, { stream: true })
        yield part
      }
      charge(text.length)
    } finally {
      call.response = { status, headers, body: text + decoder.decode() }
    }
  }
  // It reads a part when the client takes it: a stream that fails drops the parts that wait in it.
  return new Response(ReadableStream.from(parts()), { status, headers: response.headers })
}
