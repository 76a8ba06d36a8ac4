import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fact } from '../world/domain-event.ts'
import { MINUTE_MS } from '../calendar/date-time.ts'
import { timeOf, type World } from '../world/world.ts'
import { planned } from '../notifications/plan.ts'
import { Agenda } from './scheduler.ts'
import { ControlError, withReadableErrors } from '../problems/control-error.ts'
import { courier, type SendMail } from './delivery-queue.ts'
import { disturbanceEnds } from './fault-expiry.ts'
import { Feed } from './event-bus.ts'
import { Live } from '../traffic/live-leads.ts'
import { packageRoot } from '../fixtures/package-root.ts'
import { ScenarioError } from '../scenarios/scenario-error.ts'
import { type Given, openScenario } from '../scenarios/scenario-source.ts'
import type { MeasurePhotos } from './request-handler.ts'
import { type Start, startWorld } from '../scenarios/world-start.ts'
import { storyEvents, type Tell } from './story-schedule.ts'
import { DEFAULT_WORLD, type Held, Worlds } from './world-registry.ts'

export interface SandboxOptions {
  /** Name of a scenario, path of a scenario file, or a scenario as an object. Default `demo`. */
  readonly scenario?: Given
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
  readonly heedsPrefer?: boolean
  /** Told of failures of the sandbox itself. Default: standard error. */
  readonly report?: (error: unknown) => void
}

export interface NewWorld {
  readonly name?: string
  readonly scenario?: Given
  readonly seed?: number
  readonly nowMs?: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/** One process's worlds and what they share. */
export class Sandbox {
  readonly worlds: Worlds
  readonly startedMs: number
  readonly version: string = readVersion()
  readonly wallMs: () => number
  readonly report: (error: unknown) => void
  readonly feed = new Feed()
  readonly agenda: Agenda
  /** Whether a request may ask for a status with `Prefer`. */
  readonly heedsPrefer: boolean
  readonly live = new Live(this)
  /** Scheme and authority at which it is reached, for links in what nobody asked for. */
  origin = 'http://playa.localhost'
  readonly #idleMs: number
  /** Wall time of the last look for idle worlds. */
  #expiredMs: number
  readonly #scenario: Given
  readonly #allowPrivate: boolean
  /** Loaded with the first world that has a story. */
  #tell: Tell | undefined

  private constructor(options: SandboxOptions) {
    this.wallMs = options.wallMs ?? Date.now
    this.report = options.report ?? ((error) => console.error(error))
    this.startedMs = this.wallMs()
    this.heedsPrefer = options.heedsPrefer ?? true
    this.#expiredMs = this.startedMs
    this.worlds = new Worlds(options.worldsLimit ?? 20_000, options.journalEntries)
    this.#idleMs = options.worldsIdleMs ?? 12 * 60 * MINUTE_MS
    this.#scenario = options.scenario ?? 'demo'
    this.#allowPrivate = options.allowPrivateCallbacks ?? true
    const { wallMs, feed } = this
    const { sendMail, allowPrivateCallbacks: allowPrivate = true } = options
    const tell: Tell = (world, event, when) => {
      if (!this.#tell) throw new Error('a story is played before anybody can tell it')
      return this.#tell(world, event, when)
    }
    const story = storyEvents({ feed, tell, report: this.report, baseOf: (name) => `${this.origin}/w/${name}` })
    this.agenda = new Agenda(this, [courier({ wallMs, feed, allowPrivate, sendMail }), disturbanceEnds, story])
  }

  /** A sandbox with its world `default`. Throws a `ControlError` when an option is not valid. */
  static async open(options: SandboxOptions = {}): Promise<Sandbox> {
    const sandbox = new Sandbox(options)
    const { seed, nowMs, profile } = options
    await sandbox.makeWorld({
      name: DEFAULT_WORLD,
      ...(seed !== undefined && { seed }),
      ...(nowMs !== undefined && { nowMs }),
      ...(profile && { profile }),
    })
    return sandbox
  }

  get limits() {
    return { worlds: this.worlds.limit, worldsIdleS: this.#idleMs / 1_000 }
  }

  /** Makes a world; a `ControlError` or `WorldError` says what is wrong with what was asked for. */
  async makeWorld({ name, scenario = this.#scenario, seed, nowMs, profile }: NewWorld): Promise<Held> {
    const { base, from, used } = await baseOf(scenario, seed)
    const start: Start = {
      scenario: from,
      seed: used,
      wallMs: this.wallMs(),
      ...(nowMs !== undefined && { nowMs }),
      ...(profile && { profile }),
    }
    if (base.events.length > 0) this.#tell ??= (await import('../traffic/story/play.ts')).played
    const world = withReadableErrors(() => startWorld(base, start))
    if (this.wallMs() - this.#expiredMs > MINUTE_MS || this.worlds.size >= this.worlds.limit) this.expire()
    const held = this.worlds.add(name, world, this.wallMs())
    this.feed.tell({ kind: 'world', world: held.name, what: 'made' })
    this.stir(held)
    return held
  }

  /** World time, in milliseconds since the epoch. */
  nowOf({ world }: Held): number {
    return timeOf(world.clock, this.wallMs())
  }

  /** The world in which what happened is on its way to whoever must be told. */
  follow(world: World, facts: readonly Fact[], base: string): World {
    return planned(world, facts, { nowMs: timeOf(world.clock, this.wallMs()), base })
  }

  stir(held: Held): void {
    this.agenda.stir(held)
  }

  /** Back to exactly what it started as. */
  reset(name: string): Held {
    const held = this.worlds.reset(name, this.wallMs())
    this.#replaced(held, 'reset')
    return held
  }

  /** Deletes the worlds that nobody used for too long. */
  expire(): void {
    this.#expiredMs = this.wallMs()
    for (const name of this.worlds.expire(this.#expiredMs - this.#idleMs))
      this.feed.tell({ kind: 'world', world: name, what: 'expired' })
  }

  delete(name: string): void {
    this.worlds.delete(name)
    this.feed.tell({ kind: 'world', world: name, what: 'deleted' })
  }

  /** Back to a kept moment. */
  restore(held: Held, moment: string): void {
    this.worlds.restore(held, moment, this.wallMs())
    this.#replaced(held, 'restored')
  }

  #replaced(held: Held, what: string): void {
    this.feed.tell({ kind: 'world', world: held.name, what })
    this.stir(held)
  }

  /** Puts another value in the world's place, on behalf of somebody outside the API, and tells what happened in it. */
  change(held: Held, world: World, facts: readonly Fact[], base: string): void {
    held.world = facts.length === 0 ? world : this.follow(world, facts, base)
    this.feed.tell({ kind: 'world', world: held.name, what: 'changed' })
    this.stir(held)
  }

  measurePhotos: MeasurePhotos = async (urls) => {
    const { measurePhotos } = await import('../photos/measure-photos.ts')
    return measurePhotos({ allowPrivate: this.#allowPrivate })(urls)
  }
}

const baseOf = async (scenario: Given, seed: number | undefined) => {
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
