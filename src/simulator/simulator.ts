import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE_MS } from '../calendar/date-time.ts'
import { packageRoot } from '../fixtures/package-root.ts'
import { queueDeliveries } from '../notifications/plan.ts'
import { asControlErrors, ControlError } from '../problems/control-error.ts'
import { ScenarioError } from '../scenarios/scenario-error.ts'
import { openScenario, type ScenarioInput } from '../scenarios/scenario-source.ts'
import { startWorld, type WorldStart } from '../scenarios/world-start.ts'
import type { DomainEvent } from '../world/domain-event.ts'
import { type World, worldTimeMs } from '../world/world.ts'
import { deliveryTasks, type SendMail } from './delivery-queue.ts'
import { EventBus } from './event-bus.ts'
import type { MeasurePhotos } from './exchange.ts'
import { faultExpiryTasks } from './fault-expiry.ts'
import { Scheduler } from './scheduler.ts'
import { type PlayStoryEvent, storyTasks } from './story-schedule.ts'
import { DEFAULT_WORLD, type WorldHandle, WorldRegistry } from './world-registry.ts'

export interface SimulatorOptions {
  /** Name of a scenario, path of a scenario file, or a scenario as an object. Default `demo`. */
  readonly scenario?: ScenarioInput
  readonly seed?: number
  /** Given: the clock of the default world stands still there. */
  readonly nowMs?: number
  /** Assumption ids and option texts. */
  readonly profile?: Readonly<Record<string, unknown>>
  /** Most worlds at a time. Default 20,000. */
  readonly worldsLimit?: number
  /** Wall time after which a world that nobody used is deleted, `default` apart, in milliseconds. Default twelve hours. */
  readonly worldsIdleMs?: number
  /** Most exchanges that the journal of a world keeps; 0: none is kept. Default 10,000. */
  readonly journalEntries?: number
  /** The wall clock; for tests. */
  readonly wallMs?: () => number
  /** True: photos and callbacks may lead to private addresses. */
  readonly allowPrivateCallbacks?: boolean
  /** Sends mails on. Absent: they go no further than their world's outbox. */
  readonly sendMail?: SendMail
  /** False: `Prefer: code=503` on a request asks for nothing. Default true. */
  readonly honorsPrefer?: boolean
  /** Told of failures of the sandbox itself. Default: standard error. */
  readonly report?: (error: unknown) => void
}

export interface WorldOptions {
  readonly name?: string
  readonly scenario?: ScenarioInput
  readonly seed?: number
  readonly nowMs?: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/** One process's worlds and what they share. */
export class Simulator {
  readonly worlds: WorldRegistry
  readonly startedMs: number
  readonly version: string = readVersion()
  readonly wallMs: () => number
  readonly report: (error: unknown) => void
  readonly eventBus = new EventBus()
  readonly scheduler: Scheduler
  /** Whether a request may ask for a status with `Prefer`. */
  readonly honorsPrefer: boolean
  /** Scheme and authority at which it is reached, for links in what nobody asked for. */
  origin = 'http://playa.localhost'
  readonly #idleMs: number
  /** Wall time of the last look for idle worlds. */
  #expiredMs: number
  readonly #scenario: ScenarioInput
  readonly #allowPrivate: boolean
  /** Loaded with the first world that has a story. */
  #tell: PlayStoryEvent | undefined

  private constructor(options: SimulatorOptions) {
    this.wallMs = options.wallMs ?? Date.now
    this.report = options.report ?? ((error) => console.error(error))
    this.startedMs = this.wallMs()
    this.honorsPrefer = options.honorsPrefer ?? true
    this.#expiredMs = this.startedMs
    this.worlds = new WorldRegistry(options.worldsLimit ?? 20_000, options.journalEntries)
    this.#idleMs = options.worldsIdleMs ?? 12 * 60 * MINUTE_MS
    this.#scenario = options.scenario ?? 'demo'
    this.#allowPrivate = options.allowPrivateCallbacks ?? true
    const { wallMs, eventBus: feed } = this
    const { sendMail, allowPrivateCallbacks: allowPrivate = true } = options
    const play: PlayStoryEvent = (world, event, when) => {
      if (!this.#tell) throw new Error('a story is played before anybody can tell it')
      return this.#tell(world, event, when)
    }
    const story = storyTasks({ eventBus: feed, playStoryEvent: play, report: this.report, baseOf: (name) => `${this.origin}/w/${name}` })
    this.scheduler = new Scheduler(this, [
      deliveryTasks({ wallMs, eventBus: feed, allowPrivate, sendMail }),
      faultExpiryTasks,
      story,
    ])
  }

  /** A sandbox with its world `default`. Throws a `ControlError` when an option is not valid. */
  static async open(options: SimulatorOptions = {}): Promise<Simulator> {
    const simulator = new Simulator(options)
    const { seed, nowMs, profile } = options
    await simulator.makeWorld({
      name: DEFAULT_WORLD,
      ...(seed !== undefined && { seed }),
      ...(nowMs !== undefined && { nowMs }),
      ...(profile && { profile }),
    })
    return simulator
  }

  get limits() {
    return { worlds: this.worlds.limit, worldsIdleS: this.#idleMs / 1_000 }
  }

  /** Makes a world; a `ControlError` or `WorldError` says what is wrong with what was asked for. */
  async makeWorld({ name, scenario = this.#scenario, seed, nowMs, profile }: WorldOptions): Promise<WorldHandle> {
    const { base, from, used } = await openBase(scenario, seed)
    const start: WorldStart = {
      scenario: from,
      seed: used,
      wallMs: this.wallMs(),
      ...(nowMs !== undefined && { nowMs }),
      ...(profile && { profile }),
    }
    if (base.events.length > 0) this.#tell ??= (await import('../traffic/story/play-story-event.ts')).playStoryEvent
    const world = asControlErrors(() => startWorld(base, start))
    if (this.wallMs() - this.#expiredMs > MINUTE_MS || this.worlds.size >= this.worlds.limit) this.expire()
    const worldHandle = this.worlds.add(name, world, this.wallMs())
    this.eventBus.publish({ kind: 'world', world: worldHandle.name, what: 'made' })
    this.reschedule(worldHandle)
    return worldHandle
  }

  /** World time, in milliseconds since the epoch. */
  nowOf({ world }: WorldHandle): number {
    return worldTimeMs(world.clock, this.wallMs())
  }

  /** The world in which what happened is on its way to whoever must be told. */
  queueDeliveries(world: World, events: readonly DomainEvent[], base: string): World {
    return queueDeliveries(world, events, { nowMs: worldTimeMs(world.clock, this.wallMs()), base })
  }

  reschedule(worldHandle: WorldHandle): void {
    this.scheduler.reschedule(worldHandle)
  }

  /** Back to exactly what it started as. */
  reset(name: string): WorldHandle {
    const worldHandle = this.worlds.reset(name, this.wallMs())
    this.#replaced(worldHandle, 'reset')
    return worldHandle
  }

  /** Deletes the worlds that nobody used for too long. */
  expire(): void {
    this.#expiredMs = this.wallMs()
    for (const name of this.worlds.expire(this.#expiredMs - this.#idleMs))
      this.eventBus.publish({ kind: 'world', world: name, what: 'expired' })
  }

  delete(name: string): void {
    this.worlds.delete(name)
    this.eventBus.publish({ kind: 'world', world: name, what: 'deleted' })
  }

  /** Back to a kept moment. */
  restore(worldHandle: WorldHandle, moment: string): void {
    this.worlds.restore(worldHandle, moment, this.wallMs())
    this.#replaced(worldHandle, 'restored')
  }

  #replaced(worldHandle: WorldHandle, what: string): void {
    this.eventBus.publish({ kind: 'world', world: worldHandle.name, what })
    this.reschedule(worldHandle)
  }

  /** Puts another value in the world's place, on behalf of somebody outside the API, and tells what happened in it. */
  change(worldHandle: WorldHandle, world: World, events: readonly DomainEvent[], base: string): void {
    worldHandle.world = events.length === 0 ? world : this.queueDeliveries(world, events, base)
    this.eventBus.publish({ kind: 'world', world: worldHandle.name, what: 'changed' })
    this.reschedule(worldHandle)
  }

  measurePhotos: MeasurePhotos = async (urls) => {
    const { measurePhotos } = await import('../photos/measure-photos.ts')
    return measurePhotos({ allowPrivate: this.#allowPrivate })(urls)
  }
}

const openBase = async (scenario: ScenarioInput, seed: number | undefined) => {
  try {
    const source = await openScenario(scenario)
    const used = seed ?? source.seed
    return { base: await source.base(used), from: source.name, used }
  } catch (error) {
    if (error instanceof ScenarioError) throw new ControlError(400, error.message, { scenario: error.problems })
    throw error
  }
}

const readVersion = (): string => JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version
