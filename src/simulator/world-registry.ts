import { nearest } from '../text/did-you-mean.ts'
import { forkedDeliveries } from '../world/delivery.ts'
import { timeOf, type World } from '../world/world.ts'
import type { Answer } from '../http/request.ts'
import { Journal } from '../journal/journal.ts'
import { JournalMemory } from '../journal/journal-memory.ts'

/** One named world with the moment it started from. */
export interface Held {
  readonly name: string
  /** What it goes back to on a reset. */
  readonly start: World
  world: World
  lastUseMs: number
  /** Answers that the present world gave to reads. */
  answers: Answers | undefined
  readonly journal: Journal
  /** Named moments that it can be put back to. */
  readonly moments: Map<string, Moment>
  /** Grows when another value takes the world's place, so that what was under way before cannot write into it. */
  epoch: number
  /** Numbers of the deliveries that are being attempted. */
  underWay: Set<number>
  /** Set while something waits for the world's clock. */
  alarm: NodeJS.Timeout | undefined
}

/** A world kept under a name. */
export interface Moment {
  readonly name: string
  readonly world: World
  /** Wall time of its keeping, in milliseconds since the epoch. */
  readonly keptMs: number
}

/**
 * Answers by request, good for as long as the world is this very value: the service is a pure function, so the same world answers the
 * same request alike.
 */
export interface Answers {
  readonly world: World
  readonly byRequest: Map<string, Answer>
}

/** A no of the registry, with the status that the control API answers. */
export class WorldError extends Error {
  readonly status: 404 | 409 | 503

  constructor(status: 404 | 409 | 503, message: string) {
    super(message)
    this.name = 'WorldError'
    this.status = status
  }
}

export const DEFAULT_WORLD = 'default'
export const WORLD_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
export const WORLD_NAME_FORM = '1 to 64 of a-z, 0-9, ".", "_" and "-", beginning with a letter or digit'

/** What to say of a name that no world has: how to make one, or what names look like. */
export const unknownWorld = (name: string): string =>
  WORLD_NAME.test(name)
    ? `There is no world named ${name}. Make it with POST /_playa/worlds {"name": "${name}"}.`
    : `No world can be named ${JSON.stringify(name)}: a name is ${WORLD_NAME_FORM}.`

export const newHeld = (name: string, world: World, wallMs: number, memory?: JournalMemory): Held => ({
  name,
  start: world,
  world,
  lastUseMs: wallMs,
  answers: undefined,
  journal: new Journal(memory),
  moments: new Map(),
  epoch: 0,
  underWay: new Set(),
  alarm: undefined,
})

/**
 * The world as it was when the wall clock said `keptMs`, going on now. A world that is told a story goes on from that moment of its own time, so
 * that nothing is told in one breath that the wall clock has passed by; any other keeps the time of the wall clock while it runs.
 */
const resumed = (world: World, keptMs: number, wallMs: number): World =>
  world.setting.events.length === 0 || !world.clock.running
    ? world
    : { ...world, clock: { ...world.clock, atMs: timeOf(world.clock, keptMs), wallMs } }

/** Most named moments of one world. */
const MOMENTS = 100

const replace = (held: Held, world: World): void => {
  clearTimeout(held.alarm)
  held.alarm = undefined
  held.epoch += 1
  held.underWay = new Set()
  held.world = world
}

/** Most names that an unknown one is compared with. */
const COMPARED = 1_000

/** All worlds of one process, by name, bounded in number. */
export class Worlds {
  readonly #held = new Map<string, Held>()
  readonly limit: number
  readonly #memory: JournalMemory
  #made = 0

  /** `journalEntries` bounds the journal of each world; 0: none is kept. */
  constructor(limit: number, journalEntries?: number) {
    this.limit = limit
    this.#memory = new JournalMemory(journalEntries === undefined ? {} : { entries: journalEntries })
  }

  get(name: string): Held | undefined {
    return this.#held.get(name)
  }

  /** Somebody uses the world of that name, if there is one. */
  use(name: string | undefined, wallMs: number): void {
    const held = name === undefined ? undefined : this.#held.get(name)
    if (held) held.lastUseMs = wallMs
  }

  /** The world of that name; a `WorldError` that says how to make it when there is none. */
  need(name: string): Held {
    const held = this.#held.get(name)
    if (held) return held
    const [near] = WORLD_NAME.test(name) ? nearest(name, [...this.#held.keys()].slice(0, COMPARED), 1) : []
    throw new WorldError(404, `${unknownWorld(name)}${near === undefined ? '' : ` Did you mean ${near}?`}`)
  }

  all(): Held[] {
    return [...this.#held.values()]
  }

  get size(): number {
    return this.#held.size
  }

  /** Adds a world under a free name; without one it gets the next of w1, w2, ... */
  add(name: string | undefined, world: World, wallMs: number): Held {
    if (this.#held.size >= this.limit) {
      throw new WorldError(
        503,
        `The limit of ${this.limit} worlds is reached. Delete some with DELETE /_playa/worlds/{name}.`,
      )
    }
    const given = name ?? this.#nextName()
    if (this.#held.has(given)) throw new WorldError(409, `There is a world named ${given} already.`)
    const held = newHeld(given, world, wallMs, this.#memory)
    this.#held.set(given, held)
    return held
  }

  /** Back to exactly what it started as, journal included; named moments stay. */
  reset(name: string, wallMs: number): Held {
    const held = this.need(name)
    replace(held, resumed(held.start, held.start.clock.wallMs, wallMs))
    held.journal.clear()
    return held
  }

  /** Keeps the present moment under a name; there is at most one of that name, and a bounded number in all. */
  keep(held: Held, name: string, wallMs: number): Moment {
    if (held.moments.has(name)) throw new WorldError(409, `World ${held.name} has a snapshot named ${name} already.`)
    if (held.moments.size >= MOMENTS) {
      const how = `DELETE /_playa/worlds/${held.name}/snapshots/{name}`
      throw new WorldError(503, `The limit of ${MOMENTS} snapshots of a world is reached. Delete some with ${how}.`)
    }
    const moment = { name, world: held.world, keptMs: wallMs }
    held.moments.set(name, moment)
    return moment
  }

  /** Puts the world back to a kept moment, its clock included; the journal goes on. */
  restore(held: Held, name: string, wallMs: number): Held {
    const { world, keptMs } = this.needMoment(held, name)
    replace(held, resumed(world, keptMs, wallMs))
    return held
  }

  needMoment(held: Held, name: string): Moment {
    const moment = held.moments.get(name)
    if (moment) return moment
    const names = [...held.moments.keys()]
    const there = names.length === 0 ? 'It has none yet.' : `It has ${names.join(', ')}.`
    throw new WorldError(404, `World ${held.name} has no snapshot named ${name}. ${there}`)
  }

  /** An independent copy: it shares the immutable present, and its reset leads back to this moment. */
  fork(name: string, to: string | undefined, wallMs: number): Held {
    const { world } = this.need(name)
    return this.add(to, { ...resumed(world, wallMs, wallMs), deliveries: forkedDeliveries(world.deliveries) }, wallMs)
  }

  delete(name: string): void {
    if (name === DEFAULT_WORLD) throw new WorldError(409, 'The world default cannot be deleted; reset it instead.')
    const held = this.need(name)
    clearTimeout(held.alarm)
    held.epoch += 1
    held.journal.close()
    this.#held.delete(name)
  }

  /** Deletes worlds that nobody used since that wall time, `default` apart; answers their names. */
  expire(unusedSinceMs: number): string[] {
    const idle = this.all().filter(({ name, lastUseMs }) => name !== DEFAULT_WORLD && lastUseMs < unusedSinceMs)
    for (const { name } of idle) this.delete(name)
    return idle.map(({ name }) => name)
  }

  #nextName(): string {
    do this.#made += 1
    while (this.#held.has(`w${this.#made}`))
    return `w${this.#made}`
  }
}
