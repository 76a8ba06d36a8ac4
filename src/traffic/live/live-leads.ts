import { MINUTE_MS } from '../../calendar/date-time.ts'
import { addInquiries } from '../../domain/inquiries/inquiry-intake.ts'
import { addViews } from '../../domain/inquiries/view-count.ts'
import { createPrng, mixSeed, type Prng } from '../../random/prng.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type Agency, agenciesInOrder } from '../../world/agency.ts'
import { publicationIndex } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { LeadGenerator, popularPublication } from '../lead-generator.ts'

/** How fast leads come in by themselves, and where the links in their notifications lead. */
export interface LiveLeadsPace {
  /** Leads in a minute of the world's clock. */
  readonly perMinute: number
  /** Scheme, authority and world prefix. */
  readonly base: string
}

/** What came in since it was started, or since the world was last put back. */
export interface LiveLeadsStatus {
  readonly perMinute: number
  readonly leads: number
  readonly visits: number
}

/** The fastest pace that can be asked for, in leads a minute. */
export const MAX_LEADS_PER_MINUTE = 6_000

/** A lead follows so many views. */
const VIEWS_PER_LEAD = 10
/** A longer wait is broken up, since the clock may be set meanwhile. */
const MAX_WAIT_MS = 1_000
const MIN_WAIT_MS = 20
/** What one look brings at most, so that a fast clock leaves time for answers. */
const MAX_PER_TICK = 50

/** What happens to a world whose leads then begin anew. */
const RESTARTING_CHANGES: readonly string[] = ['reset', 'restored']

interface LiveLeadsRun {
  readonly pace: LiveLeadsPace
  readonly unsubscribe: () => void
  /** How many came in so far: leads and views are drawn from the world's seed and this number. */
  drawnCount: number
  leads: number
  visits: number
  /** World time of the next one, in milliseconds since the epoch. */
  nextMs: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Lets leads and views come in by themselves in the worlds for which it was started, on the world's clock: nothing comes while that stands still, and
 * what it jumps over is not made up for.
 */
export class LiveLeads {
  readonly #sandbox: Simulator
  readonly #running = new Map<WorldHandle, LiveLeadsRun>()

  constructor(simulator: Simulator) {
    this.#sandbox = simulator
  }

  start(worldHandle: WorldHandle, pace: LiveLeadsPace): void {
    this.stop(worldHandle)
    const deaf = this.#sandbox.eventBus.subscribe((event) => {
      if (event.world !== worldHandle.name) return
      if (event.kind === 'world') this.#changed(worldHandle, event.what)
      if (event.kind === 'clock') this.#wait(worldHandle)
    })
    this.#begin(worldHandle, { pace, unsubscribe: deaf })
  }

  stop(worldHandle: WorldHandle): void {
    const running = this.#running.get(worldHandle)
    if (!running) return
    clearTimeout(running.timer)
    running.unsubscribe()
    this.#running.delete(worldHandle)
  }

  status(worldHandle: WorldHandle): LiveLeadsStatus {
    const { pace, leads, visits } = this.#running.get(worldHandle) ?? { pace: { perMinute: 0 }, leads: 0, visits: 0 }
    return { perMinute: pace.perMinute, leads, visits }
  }

  /** The world is gone, or another value took its place. */
  #changed(worldHandle: WorldHandle, what: string): void {
    const running = this.#running.get(worldHandle)
    if (!running) return
    if (this.#sandbox.worlds.get(worldHandle.name) !== worldHandle) this.stop(worldHandle)
    else if (RESTARTING_CHANGES.includes(what)) this.#begin(worldHandle, running)
  }

  #begin(worldHandle: WorldHandle, { pace, unsubscribe: deaf }: Pick<LiveLeadsRun, 'pace' | 'unsubscribe'>): void {
    clearTimeout(this.#running.get(worldHandle)?.timer)
    const nowMs = this.#sandbox.nowOf(worldHandle)
    const running: LiveLeadsRun = { pace, unsubscribe: deaf, drawnCount: 0, leads: 0, visits: 0, nextMs: nowMs, timer: undefined }
    running.nextMs += drawGapMs(worldHandle.world, running)
    this.#running.set(worldHandle, running)
    this.#wait(worldHandle)
  }

  /** Sets the timer to the next one; none while the clock stands still. */
  #wait(worldHandle: WorldHandle): void {
    const running = this.#running.get(worldHandle)
    if (!running) return
    clearTimeout(running.timer)
    running.timer = undefined
    const { running: goes, speed } = worldHandle.world.clock
    if (!goes) return
    const leftMs = (running.nextMs - this.#sandbox.nowOf(worldHandle)) / speed
    running.timer = setTimeout(
      () => this.#look(worldHandle, running),
      Math.max(MIN_WAIT_MS, Math.min(MAX_WAIT_MS, leftMs)),
    )
    running.timer.unref()
  }

  #look(worldHandle: WorldHandle, running: LiveLeadsRun): void {
    try {
      const nowMs = this.#sandbox.nowOf(worldHandle)
      if (this.#isAstray(worldHandle, running, nowMs)) running.nextMs = nowMs + drawGapMs(worldHandle.world, running)
      for (let i = 0; i < MAX_PER_TICK && running.nextMs <= nowMs; i++) {
        this.#comeIn(worldHandle, running, nowMs)
        running.nextMs += drawGapMs(worldHandle.world, running)
      }
      // The clock goes faster than anybody could follow.
      running.nextMs = Math.max(running.nextMs, nowMs)
    } catch (error) {
      this.#sandbox.report(error)
    }
    this.#wait(worldHandle)
  }

  /** The clock was set: the next one would come long after or should have come long before. */
  #isAstray(worldHandle: WorldHandle, running: LiveLeadsRun, nowMs: number): boolean {
    const passedMs = 2 * MAX_WAIT_MS * worldHandle.world.clock.speed
    return nowMs - running.nextMs > passedMs || running.nextMs - nowMs > 2 * meanGapMs(running)
  }

  #comeIn(worldHandle: WorldHandle, running: LiveLeadsRun, nowMs: number): void {
    const { world } = worldHandle
    const draw = createPrng(mixSeed(world.setting.seed, 'live', running.drawnCount))
    running.drawnCount += 1
    const agency = agencyFor(world, draw)
    if (running.drawnCount % (VIEWS_PER_LEAD + 1) === 0) {
      const at = Math.floor(nowMs) - world.setting.anchorMs
      const received = addInquiries(world, [new LeadGenerator(world, agency).draw(world.next.inquiry, at)])
      if ('notShown' in received) return
      this.#sandbox.change(worldHandle, received.world, received.events, running.pace.base)
      running.leads += 1
    } else {
      const publication = popularPublication(world, agency, draw)
      const received = publication && addViews(world, { agency, publication, count: 1, nowMs })
      if (!received || 'notShown' in received) return
      this.#sandbox.change(worldHandle, received.world, [], running.pace.base)
      running.visits += 1
    }
  }
}

const meanGapMs = ({ pace }: LiveLeadsRun): number => MINUTE_MS / (pace.perMinute * (VIEWS_PER_LEAD + 1))

/** Half to one and a half times the mean, from the world's seed. */
const drawGapMs = (world: World, running: LiveLeadsRun): number =>
  meanGapMs(running) * (0.5 + createPrng(mixSeed(world.setting.seed, 'gap', running.drawnCount)).next())

/** A large lot brings more people than a small one. */
const agencyFor = (world: World, draw: Prng): Agency =>
  draw.weighted(
    agenciesInOrder(world.agencies).map((agency) => [
      agency,
      1 + world.publications.index(publicationIndex.of(agency.ordinal, 'active')).size,
    ]),
  )

const liveLeadsBySimulator = new WeakMap<Simulator, LiveLeads>()

/** Returns the live leads of a simulator, made with the first call. */
export const liveLeadsOf = (simulator: Simulator): LiveLeads => {
  let liveLeads = liveLeadsBySimulator.get(simulator)
  if (!liveLeads) liveLeadsBySimulator.set(simulator, (liveLeads = new LiveLeads(simulator)))
  return liveLeads
}
