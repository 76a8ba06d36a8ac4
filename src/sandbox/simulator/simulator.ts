import { asControlErrors, ControlError } from '../../api/problems/control-error.ts'
import { serverLimits } from '../../api/wire/limits.ts'
import { MINUTE_MS } from '../../lib/calendar/date-time.ts'
import { packageVersion } from '../../lib/runtime/package-version.ts'
import { inBackground, type Timer } from '../../lib/runtime/timers.ts'
import type { DomainEvent } from '../../model/world/domain-event.ts'
import { type World, worldTimeMs } from '../../model/world/world.ts'
import { RequestCounts } from '../metrics/request-counts.ts'
import { queueDeliveries } from '../notifications/plan.ts'
import type { PrivateTargets } from '../outbound/private-targets.ts'
import { openScenario, type ScenarioInput } from '../scenarios/scenario-source.ts'
import { ScenarioError } from '../scenarios/schema/scenario-error.ts'
import { startWorld, type WorldStart } from '../scenarios/world-start.ts'
import { StoreError } from '../stores/record-file.ts'
import type { OpenedWorldFile } from '../stores/world-file.ts'
import type { WorldStore } from '../stores/world-store.ts'
import { Cap } from './cap.ts'
import type { AttemptOutcome, SendMail, SendRequest } from './delivery-ports.ts'
import { deliveryTasks } from './delivery-queue.ts'
import { EventBus } from './event-bus.ts'
import type { MeasurePhotos } from './exchange.ts'
import { faultExpiryTasks } from './fault-expiry.ts'
import { type Alarm, Scheduler, type TaskSource } from './scheduler.ts'
import { type PlayStoryEvent, storyTasks } from './story-schedule.ts'
import { worldFile } from './world-file.ts'
import type { WorldSnapshot } from './world-handle.ts'
import { DEFAULT_WORLD, WORLD_NAME, type WorldHandle, WorldRegistry } from './world-registry.ts'

/** Maximum wait until stored worlds are searched for tasks again, and most that are woken at a time. */
const MAX_WAKE_WAIT_MS = 60_000
const MAX_WOKEN = 64

/** Options of a simulator; all have defaults. */
export interface SimulatorOptions {
  /** Name of a scenario, path of a scenario file, or a scenario as an object. Default `demo`. */
  readonly scenario?: ScenarioInput
  readonly seed?: number
  /** Given: the clock of the default world is frozen at this time, in milliseconds since the epoch. */
  readonly nowMs?: number
  /** Option texts by assumption id. */
  readonly profile?: Readonly<Record<string, unknown>>
  /** Maximum number of worlds. Default 20,000. */
  readonly worldsLimit?: number
  /**
   * Wall time after which an unused world, other than `default`, is deleted, in milliseconds. Default twelve
   * hours.
   */
  readonly worldsIdleMs?: number
  /** Maximum of exchanges in the journal of a world; 0: no journal. Default 10,000. */
  readonly journalEntries?: number
  /** The wall clock; for tests. */
  readonly wallMs?: () => number
  /** True: photos and callbacks may lead to private addresses. `loopback-only`: to this machine alone. */
  readonly allowPrivateCallbacks?: PrivateTargets
  /** Where worlds are kept beyond the process. Absent: in memory only. */
  readonly store?: WorldStore
  /** True: journals are stored too. Default: they are in memory only. */
  readonly keepsJournals?: boolean
  /** False: no world `default` is created. */
  readonly makesDefault?: boolean
  /** Wakes the process for later tasks. Absent: the process stays in memory, with its own timers. */
  readonly alarm?: Alarm
  /** Sends mails. Absent: they stay in their world's outbox. */
  readonly sendMail?: SendMail
  /** Sends requests to receivers and for photos. Default: the guard of outgoing requests. */
  readonly sendRequest?: SendRequest
  /** A world file for the world `default`, instead of scenario, seed, clock and profile. */
  readonly saved?: Uint8Array
  /** False: `Prefer: code=503` on a request has no effect. Default true. */
  readonly honorsPrefer?: boolean
  /** Receives failures of the sandbox itself. Default: standard error. */
  readonly report?: (error: unknown) => void
}

/** Options of a new world; each default is the simulator's. */
export interface WorldOptions {
  readonly name?: string
  readonly scenario?: ScenarioInput
  readonly seed?: number
  readonly nowMs?: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/** The worlds of one process and their shared parts. */
export class Simulator {
  readonly worlds: WorldRegistry
  /** What may happen at the same time, over all clients. */
  readonly caps = {
    worldBodies: new Cap(serverLimits.worldBodies.value),
    followers: new Cap(serverLimits.followers.value),
    exports: new Cap(serverLimits.exports.value),
  }
  readonly startedMs: number
  readonly version: string = packageVersion()
  readonly wallMs: () => number
  readonly report: (error: unknown) => void
  readonly eventBus = new EventBus()
  readonly scheduler: Scheduler
  /** Requests that came over a socket. */
  readonly requests = new RequestCounts()
  /** Attempts of deliveries by outcome. */
  readonly attempts: Record<AttemptOutcome, number> = { delivered: 0, failed: 0, cancelled: 0, discarded: 0 }
  /** True: the server accepts no new requests and ends after those in flight. */
  isStopping = false
  /** Whether `Prefer: code=503` on a request has an effect. */
  readonly honorsPrefer: boolean
  /** False: memory is lost between requests, and an alarm wakes stored worlds. */
  readonly staysInMemory: boolean
  /** Scheme and authority of the server, for links in messages that no request caused. */
  origin = 'http://playa.localhost'
  /** Returns whether the origin of a request is one of this server; in process it always is. */
  isServerOrigin: (origin: string) => boolean = () => true
  readonly #idleMs: number
  /** Wall time of the last search for idle worlds. */
  #expiredMs: number
  readonly #scenario: ScenarioInput
  readonly #outgoing: { readonly allowPrivate: PrivateTargets; readonly sendRequest: SendRequest | undefined }
  /** Set while a world that is only stored has a task. */
  #wakeTimer: Timer | undefined
  /** Loaded with the first world that has a story. */
  #playStoryEvent: PlayStoryEvent | undefined

  private constructor(options: SimulatorOptions) {
    this.wallMs = options.wallMs ?? Date.now
    this.report = options.report ?? ((error) => console.error(error))
    this.startedMs = this.wallMs()
    this.honorsPrefer = options.honorsPrefer ?? true
    this.#expiredMs = this.startedMs
    this.worlds = newRegistry(options)
    this.#idleMs = options.worldsIdleMs ?? 12 * 60 * MINUTE_MS
    this.#scenario = options.scenario ?? 'demo'
    const { allowPrivateCallbacks = true, sendRequest } = options
    this.#outgoing = { allowPrivate: allowPrivateCallbacks, sendRequest }
    this.staysInMemory = options.alarm === undefined
    this.scheduler = new Scheduler(this, this.#taskSources(options), options)
    this.#followStore()
  }

  /** Returns the task sources of the scheduler, in the order of tasks that are due at the same time. */
  #taskSources({ sendMail }: SimulatorOptions): TaskSource[] {
    const { wallMs, eventBus, report } = this
    const deliveries = deliveryTasks({
      wallMs,
      eventBus,
      ...this.#outgoing,
      sendMail,
      committed: (worldHandle) => this.worlds.stored?.committed(worldHandle),
      counted: (outcome) => void (this.attempts[outcome] += 1),
    })
    const playStoryEvent: PlayStoryEvent = (world, event, when) => {
      if (!this.#playStoryEvent) throw new Error('a story event is due before its player was loaded')
      return this.#playStoryEvent(world, event, when)
    }
    const baseOf = (name: string) => `${this.origin}/w/${name}`
    const story = storyTasks({ eventBus, playStoryEvent, report, baseOf, worlds: this.worlds })
    return [deliveries, faultExpiryTasks, story]
  }

  /** Schedules the tasks of worlds that are loaded from the store, and of those that it could not store. */
  #followStore(): void {
    const { stored } = this.worlds
    if (!stored) return
    stored.onReturn = (worldHandle) =>
      void this.#loadStory(worldHandle.world.setting.events).then(() => this.reschedule(worldHandle))
    stored.onFailure = (error, worlds) => {
      this.report(error)
      for (const worldHandle of worlds) this.reschedule(worldHandle)
    }
  }

  /** Opens a simulator with the world `default`. Throws a `ControlError` when an option is not valid. */
  static async open(options: SimulatorOptions = {}): Promise<Simulator> {
    const simulator = new Simulator(options)
    const { seed, nowMs, profile } = options
    if (simulator.worlds.has(DEFAULT_WORLD)) {
      await simulator.loadWorld(DEFAULT_WORLD)
      simulator.#wakeWorlds()
      return simulator
    }
    if (options.makesDefault === false) return simulator
    if (options.saved) {
      const file = await simulator.readSavedWorld(options.saved)
      await simulator.addSavedWorld(file, DEFAULT_WORLD)
      // Links and requests of the journal name the world that was saved.
      if (file.name !== DEFAULT_WORLD && WORLD_NAME.test(file.name)) await simulator.addSavedWorld(file)
      await simulator.committed()
      return simulator
    }
    await simulator.makeWorld({
      name: DEFAULT_WORLD,
      ...(seed !== undefined && { seed }),
      ...(nowMs !== undefined && { nowMs }),
      ...(profile && { profile }),
    })
    await simulator.committed()
    return simulator
  }

  /** Reads a world into memory if it is only stored. Throws a `StoreError` when it is damaged. */
  async loadWorld(name: string): Promise<void> {
    await this.worlds.load(name, this.wallMs())
  }

  /** Resolves when all changes so far are stored; undefined when there is nothing to wait for. */
  committed(): Promise<void> | undefined {
    return this.worlds.stored?.committed()
  }

  /** Returns why worlds cannot be served now; undefined while they can. Tries a failed store again. */
  obstacle(): string | undefined {
    return this.isStopping ? 'The server is stopping.' : this.worlds.stored?.obstacle()
  }

  /** Finishes the commits and closes the store. */
  async close(): Promise<void> {
    clearTimeout(this.#wakeTimer)
    await this.worlds.stored?.close()
  }

  /** Loads the worlds whose next task is due, and waits for the first one of the others. */
  #wakeWorlds(): void {
    const { stored } = this.worlds
    if (!stored || !this.staysInMemory) return
    clearTimeout(this.#wakeTimer)
    const due: string[] = []
    let waitMs = MAX_WAKE_WAIT_MS
    for (const { name, wakeMs } of stored.wakes()) {
      if (this.worlds.isLoaded(name)) continue
      if (wakeMs > this.wallMs() || due.length >= MAX_WOKEN) {
        waitMs = Math.min(waitMs, Math.max(1, wakeMs - this.wallMs()))
        break
      }
      due.push(name)
    }
    void this.#loadEach(due).then(() => {
      this.#wakeTimer = inBackground(setTimeout(() => this.#wakeWorlds(), waitMs))
    })
  }

  /** Loads worlds one after the other, and reports those that are damaged. */
  async #loadEach(names: readonly string[]): Promise<void> {
    for (const name of names) await this.loadWorld(name).catch((error: unknown) => this.report(error))
  }

  async #loadStory(events: World['setting']['events']): Promise<void> {
    if (events.length > 0)
      this.#playStoryEvent ??= (await import('../stories/play-story-event.ts')).playStoryEvent
  }

  /** The limits, as the control API shows them. */
  get limits(): Readonly<Record<keyof typeof serverLimits | 'worldsIdleS', number>> {
    // Object.fromEntries forgets the names, which are those of the table.
    const table = Object.fromEntries(
      Object.entries(serverLimits).map(([name, { value }]) => [name, value]),
    ) as Record<keyof typeof serverLimits, number>
    return {
      ...table,
      worlds: this.worlds.limit,
      journalEntries: this.worlds.journalMemory.entries,
      worldsIdleS: this.#idleMs / 1_000,
    }
  }

  /**
   * Creates a world. Throws a `ControlError` for an invalid option, a `WorldError` for a taken name or a full
   * registry.
   */
  async makeWorld({
    name,
    scenario = this.#scenario,
    seed,
    nowMs,
    profile,
  }: WorldOptions): Promise<WorldHandle> {
    const { base, reference, scenarioName, usedSeed } = await openBase(scenario, seed)
    const start: WorldStart = {
      scenario: scenarioName,
      seed: usedSeed,
      wallMs: this.wallMs(),
      ...(nowMs !== undefined && { nowMs }),
      ...(profile && { profile }),
    }
    await this.#loadStory(base.events)
    await this.worlds.stored?.prepare({ reference, seed: usedSeed, base })
    const world = asControlErrors(() => startWorld(base, start))
    if (this.wallMs() - this.#expiredMs > MINUTE_MS || this.worlds.size >= this.worlds.limit) this.expire()
    const origin = { reference, seed: usedSeed, base }
    const worldHandle = this.worlds.add(name, world, this.wallMs(), { origin })
    this.eventBus.publish({ kind: 'world', world: worldHandle.name, what: 'made' })
    this.reschedule(worldHandle)
    return worldHandle
  }

  /**
   * Adds a world of a file, with its journal. Absent name: its own if that is free. Throws a `WorldError` for
   * a taken name or a full registry.
   */
  async addSavedWorld(
    { name: savedName, stored, journal }: OpenedWorldFile,
    name?: string,
  ): Promise<WorldHandle> {
    const { world, ...parts } = stored
    await this.#loadStory(world.setting.events)
    const isFree = WORLD_NAME.test(savedName) && !this.worlds.has(savedName)
    const worldHandle = this.worlds.add(name ?? (isFree ? savedName : undefined), world, this.wallMs(), parts)
    worldHandle.journal.restore(journal)
    this.eventBus.publish({ kind: 'world', world: worldHandle.name, what: 'made' })
    this.reschedule(worldHandle)
    return worldHandle
  }

  /** Returns the world of this moment as one file, made as it is read. Throws as `saveWorld` does. */
  worldFile(worldHandle: WorldHandle, withSecrets = false): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    return worldFile(worldHandle, { release: this.version, wallMs: this.wallMs(), withSecrets })
  }

  /** Returns the world of this moment as one file. Throws a `WorldError` for one that no file can hold. */
  async saveWorld(worldHandle: WorldHandle, withSecrets = false): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Response(await this.worldFile(worldHandle, withSecrets)).arrayBuffer())
  }

  /** Reads a world file. Throws a `ControlError` of one sentence where it cannot be read. */
  async readSavedWorld(bytes: Uint8Array): Promise<OpenedWorldFile> {
    const { readWorldFile } = await import('../stores/world-file.ts')
    const options = { release: this.version, wallMs: this.wallMs() }
    return readWorldFile(bytes, options).catch((error: unknown) => {
      if (error instanceof StoreError) throw new ControlError(400, error.message, { file: [error.message] })
      throw error
    })
  }

  /** Returns the world's time, in milliseconds since the epoch. */
  nowOf({ world }: WorldHandle): number {
    return worldTimeMs(world.clock, this.wallMs())
  }

  /** Returns the origin of links in messages: that of the request, unless it is foreign. */
  linkOrigin(origin: string): string {
    return this.isServerOrigin(origin) ? origin : this.origin
  }

  /** Queues deliveries for `events`; returns the new world. `base` begins their links. */
  queueDeliveries(world: World, events: readonly DomainEvent[], base: string): World {
    return queueDeliveries(world, events, { nowMs: worldTimeMs(world.clock, this.wallMs()), base })
  }

  /** Sets the world's timer to its next scheduled task. */
  reschedule(worldHandle: WorldHandle): void {
    this.scheduler.reschedule(worldHandle)
  }

  /** Resets a world to its start. */
  reset(name: string): WorldHandle {
    const worldHandle = this.worlds.reset(name, this.wallMs())
    this.#afterReplacement(worldHandle, 'reset')
    return worldHandle
  }

  /** Deletes the worlds that were idle for too long. */
  expire(): void {
    this.#expiredMs = this.wallMs()
    this.#wakeWorlds()
    for (const name of this.worlds.expire(this.#expiredMs - this.#idleMs))
      this.eventBus.publish({ kind: 'world', world: name, what: 'expired' })
  }

  /** Deletes a world. Throws a `WorldError` for `default` or an unknown one. */
  delete(name: string): void {
    this.worlds.delete(name)
    this.eventBus.publish({ kind: 'world', world: name, what: 'deleted' })
  }

  /** Restores a world to a snapshot. */
  restore(worldHandle: WorldHandle, snapshot: WorldSnapshot): void {
    this.#afterReplacement(this.worlds.restore(worldHandle, snapshot, this.wallMs()), 'restored')
  }

  #afterReplacement(worldHandle: WorldHandle, what: string): void {
    this.eventBus.publish({ kind: 'world', world: worldHandle.name, what })
    this.reschedule(worldHandle)
  }

  /**
   * Replaces the world's value on behalf of the control API or a task, queues deliveries for `events`, and
   * publishes it.
   */
  change(worldHandle: WorldHandle, world: World, events: readonly DomainEvent[], base: string): void {
    worldHandle.world = events.length === 0 ? world : this.queueDeliveries(world, events, base)
    this.eventBus.publish({ kind: 'world', world: worldHandle.name, what: 'changed' })
    this.reschedule(worldHandle)
  }

  /** Measures photos through the guard of outgoing requests. */
  measurePhotos: MeasurePhotos = async (urls) =>
    (await import('../photos/measure-photos.ts')).measurePhotos(this.#outgoing)(urls)
}

const newRegistry = ({
  worldsLimit,
  journalEntries,
  store,
  keepsJournals = false,
}: SimulatorOptions): WorldRegistry => {
  const limit = worldsLimit ?? serverLimits[store ? 'storedWorlds' : 'worlds'].value
  const journals = journalEntries === undefined ? {} : { entries: journalEntries }
  return new WorldRegistry(limit, journals, store && { store, keepsJournals })
}

/** Generates the world base of a scenario. Throws a `ControlError` when the scenario is not valid. */
const openBase = async (scenario: ScenarioInput, seed: number | undefined) => {
  try {
    const source = await openScenario(scenario)
    const usedSeed = seed ?? source.seed
    const { reference } = source
    return { base: await source.base(usedSeed), reference, scenarioName: source.name, usedSeed }
  } catch (error) {
    if (error instanceof ScenarioError)
      throw new ControlError(400, error.message, { scenario: error.problems })
    throw error
  }
}
