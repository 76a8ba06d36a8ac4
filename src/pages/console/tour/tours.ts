import { inBackground, type Timer } from '../../../lib/runtime/timers.ts'
import { errorMessage } from '../../../lib/unknown-values.ts'
import { ApiError } from '../../ui/sandbox/api-error.ts'
import type { WorldClient } from '../../ui/sandbox/world-client.ts'
import { TourClient } from './tour-client.ts'
import { TOUR_STEPS } from './tour-steps.ts'

/** Milliseconds from one step to the next at speed 1: two minutes for the tour. */
const STEP_MS = 9_000
/** Milliseconds between the requests of a step at speed 1. */
const REQUEST_MS = 900

export const TOUR_SPEEDS = [1, 2, 4] as const

/** The state of a tour, as its page shows it. */
export interface TourState {
  /** Steps that were played; the page marks the last of them. */
  readonly position: number
  readonly playing: boolean
  readonly speed: number
  /** Number of the newest exchange before each played step. */
  readonly exchangesBefore: readonly number[]
  /** `ExternalId` of the publication that the tour is about. */
  readonly externalId: string
  readonly agency: string
  /** Why the tour ended before its end. */
  readonly failure: string | undefined
}

/** Tours in progress at a time; the oldest is forgotten. */
const MAX_TOURS = 50

/** The tours of a server by world. The server plays their steps, so every browser sees the same. */
export class Tours {
  readonly #byWorld = new Map<string, Tour>()

  get(world: string): TourState | undefined {
    return this.#byWorld.get(world)?.state
  }

  /** Starts the tour of a world from its beginning. Throws an `ApiError` when the world has no agency. */
  async start(world: WorldClient): Promise<void> {
    const { agencies, counts } = await world.details()
    const agency = agencies[0]?.adminMail
    if (agency === undefined)
      throw new ApiError(409, 'The world has no agency, so a client can publish nothing.')
    this.#byWorld.get(world.name)?.end()
    this.#byWorld.delete(world.name)
    for (const [oldest, tour] of this.#byWorld) {
      if (this.#byWorld.size < MAX_TOURS) break
      tour.end()
      this.#byWorld.delete(oldest)
    }
    // An id of an earlier tour is taken for ever, archived or not.
    const tour = new Tour(world, agency, `TOUR-${counts.publications}-`)
    this.#byWorld.set(world.name, tour)
    tour.play()
  }

  play(world: string): void {
    this.#byWorld.get(world)?.play()
  }

  pause(world: string): void {
    this.#byWorld.get(world)?.pause()
  }

  setSpeed(world: string, speed: number): void {
    this.#byWorld.get(world)?.setSpeed(speed)
  }

  /** Plays the next step at once, and pauses. */
  async step(world: string): Promise<void> {
    await this.#byWorld.get(world)?.step()
  }
}

class Tour {
  readonly #client: TourClient
  readonly #about: Pick<TourState, 'externalId' | 'agency'>
  readonly #exchangesBefore: number[] = []
  #position = 0
  #speed = 1
  #playing = false
  #failure: string | undefined
  #timer: Timer | undefined
  /** The step that is under way. */
  #underWay: Promise<void> | undefined

  constructor(world: WorldClient, agency: string, prefix: string) {
    const pause = () =>
      this.#playing
        ? new Promise<void>((resolve) => void inBackground(setTimeout(resolve, REQUEST_MS / this.#speed)))
        : Promise.resolve()
    this.#client = new TourClient(world, agency, prefix, pause)
    this.#about = { externalId: `${prefix}A`, agency }
  }

  get state(): TourState {
    return {
      ...this.#about,
      position: this.#position,
      playing: this.#playing,
      speed: this.#speed,
      exchangesBefore: this.#exchangesBefore,
      failure: this.#failure,
    }
  }

  play(): void {
    if (this.#playing || this.#failure !== undefined) return
    this.#playing = true
    this.#next(0)
  }

  pause(): void {
    this.#playing = false
    clearTimeout(this.#timer)
  }

  setSpeed(speed: number): void {
    this.#speed = speed
    if (!this.#playing) return
    clearTimeout(this.#timer)
    this.#next(STEP_MS / speed)
  }

  end(): void {
    this.pause()
    this.#failure = 'ended'
  }

  async step(): Promise<void> {
    this.pause()
    await this.#underWay
    await this.#playStep()
  }

  #next(afterMs: number): void {
    this.#timer = inBackground(
      setTimeout(async () => {
        await this.#underWay
        await this.#playStep()
        if (this.#playing) this.#next(STEP_MS / this.#speed)
      }, afterMs),
    )
  }

  #playStep(): Promise<void> {
    this.#underWay = this.#playNext().catch((error: unknown) => {
      this.pause()
      // The world was deleted, say: the page shows why the tour ended.
      this.#failure = errorMessage(error)
    })
    return this.#underWay
  }

  async #playNext(): Promise<void> {
    const last = TOUR_STEPS.length - 1
    const index = Math.min(this.#position, last)
    const step = TOUR_STEPS[index]
    if (!step || this.#failure !== undefined) return
    const isOver = await this.#client.isStoryOver()
    if (step.repeats && isOver) return this.pause()
    this.#exchangesBefore[index] = await this.#client.newestExchange()
    // The page marks a step while it is under way.
    this.#position = index + 1
    await step.play(this.#client)
    if (index === last - 1 && isOver) this.pause()
  }
}
