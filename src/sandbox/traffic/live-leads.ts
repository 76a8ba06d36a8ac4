import { MINUTE_MS } from '../../lib/calendar/date-time.ts'
import { createPrng, mixSeed, type Prng } from '../../lib/random/prng.ts'
import { inBackground, type Timer } from '../../lib/runtime/timers.ts'
import { addInquiries } from '../../model/domain/inquiries/inquiry-intake.ts'
import { addViews } from '../../model/domain/inquiries/view-count.ts'
import { type Agency, agenciesInOrder } from '../../model/world/agency.ts'
import { publicationIndex } from '../../model/world/publication.ts'
import type { World } from '../../model/world/world.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type { WorldHandle } from '../simulator/world-registry.ts'
import { LeadGenerator, popularPublication } from '../stories/lead-generator.ts'

/** Rate of live leads, and the start of the links in their notifications. */
export interface LiveLeadsPace {
  /** Leads per minute of the world's clock. */
  readonly perMinute: number
  /** Scheme, authority and world prefix. */
  readonly base: string
}

/** Leads and views since the start, or since the last reset or restore of the world. */
export interface LiveLeadsStatus {
  readonly perMinute: number
  readonly leads: number
  readonly visits: number
}

/** Maximum rate, in leads per minute. */
export const MAX_LEADS_PER_MINUTE = 6_000

/** Views before each lead. */
const VIEWS_PER_LEAD = 10
/** Maximum wait of one timer, because the clock may be set in between. */
const MAX_WAIT_MS = 1_000
const MIN_WAIT_MS = 20
/** Maximum of leads and views per tick, so that a fast clock leaves time for requests. */
const MAX_PER_TICK = 50

/** Changes of a world that restart its live leads. */
const RESTARTING_CHANGES: readonly string[] = ['reset', 'restored']

/** The live leads of one world. */
interface LiveLeadsRun {
  readonly pace: LiveLeadsPace
  readonly unsubscribe: () => void
  /** Number of draws so far: leads and views are drawn from the world's seed and this number. */
  drawnCount: number
  leads: number
  visits: number
  /** World time of the next lead or view, in milliseconds since the epoch. */
  nextMs: number
  timer: Timer | undefined
}

/**
 * Generates leads and views in the worlds for which it was started, on the world's clock: nothing comes while
 * the clock is frozen, and a jump of the clock generates nothing.
 */
export class LiveLeads {
  readonly #simulator: Simulator
  readonly #running = new Map<WorldHandle, LiveLeadsRun>()

  constructor(simulator: Simulator) {
    this.#simulator = simulator
  }

  /** Starts or restarts live leads in a world. */
  start(worldHandle: WorldHandle, pace: LiveLeadsPace): void {
    this.stop(worldHandle)
    const unsubscribe = this.#simulator.eventBus.subscribe((event) => {
      if (event.world !== worldHandle.name) return
      if (event.kind === 'world') this.#onWorldChange(worldHandle, event.what)
      if (event.kind === 'clock') this.#schedule(worldHandle)
    })
    this.#run(worldHandle, { pace, unsubscribe })
  }

  /** Stops live leads in a world. */
  stop(worldHandle: WorldHandle): void {
    const running = this.#running.get(worldHandle)
    if (!running) return
    clearTimeout(running.timer)
    running.unsubscribe()
    this.#running.delete(worldHandle)
  }

  /** Returns the rate and the counts of a world; the rate is 0 when stopped. */
  status(worldHandle: WorldHandle): LiveLeadsStatus {
    const { pace, leads, visits } = this.#running.get(worldHandle) ?? {
      pace: { perMinute: 0 },
      leads: 0,
      visits: 0,
    }
    return { perMinute: pace.perMinute, leads, visits }
  }

  /** Stops after a deletion of the world, and restarts after a reset or restore. */
  #onWorldChange(worldHandle: WorldHandle, what: string): void {
    const running = this.#running.get(worldHandle)
    if (!running) return
    if (this.#simulator.worlds.get(worldHandle.name) !== worldHandle) this.stop(worldHandle)
    else if (RESTARTING_CHANGES.includes(what)) this.#run(worldHandle, running)
  }

  #run(worldHandle: WorldHandle, { pace, unsubscribe }: Pick<LiveLeadsRun, 'pace' | 'unsubscribe'>): void {
    clearTimeout(this.#running.get(worldHandle)?.timer)
    const nowMs = this.#simulator.nowOf(worldHandle)
    const running: LiveLeadsRun = {
      pace,
      unsubscribe,
      drawnCount: 0,
      leads: 0,
      visits: 0,
      nextMs: nowMs,
      timer: undefined,
    }
    running.nextMs += drawGapMs(worldHandle.world, running)
    this.#running.set(worldHandle, running)
    this.#schedule(worldHandle)
  }

  /** Sets the timer to the next lead or view; no timer while the clock is frozen. */
  #schedule(worldHandle: WorldHandle): void {
    const running = this.#running.get(worldHandle)
    if (!running) return
    clearTimeout(running.timer)
    running.timer = undefined
    const { running: isClockRunning, speed } = worldHandle.world.clock
    if (!isClockRunning) return
    const leftMs = (running.nextMs - this.#simulator.nowOf(worldHandle)) / speed
    const waitMs = Math.max(MIN_WAIT_MS, Math.min(MAX_WAIT_MS, leftMs))
    running.timer = inBackground(setTimeout(() => this.#tick(worldHandle, running), waitMs))
  }

  #tick(worldHandle: WorldHandle, running: LiveLeadsRun): void {
    try {
      const nowMs = this.#simulator.nowOf(worldHandle)
      if (this.#wasClockSet(worldHandle, running, nowMs))
        running.nextMs = nowMs + drawGapMs(worldHandle.world, running)
      const most = worldHandle.playing ? 0 : MAX_PER_TICK
      for (let i = 0; i < most && running.nextMs <= nowMs; i++) {
        this.#generate(worldHandle, running, nowMs)
        running.nextMs += drawGapMs(worldHandle.world, running)
      }
      // A clock faster than MAX_PER_TICK allows leaves no backlog.
      running.nextMs = Math.max(running.nextMs, nowMs)
    } catch (error) {
      this.#simulator.report(error)
    }
    this.#schedule(worldHandle)
  }

  /** Returns whether the clock was set: the next lead or view would be far in the future or the past. */
  #wasClockSet(worldHandle: WorldHandle, running: LiveLeadsRun, nowMs: number): boolean {
    const passedMs = 2 * MAX_WAIT_MS * worldHandle.world.clock.speed
    return nowMs - running.nextMs > passedMs || running.nextMs - nowMs > 2 * meanGapMs(running)
  }

  #generate(worldHandle: WorldHandle, running: LiveLeadsRun, nowMs: number): void {
    const { world } = worldHandle
    const random = createPrng(mixSeed(world.setting.seed, 'live', running.drawnCount))
    running.drawnCount += 1
    const agency = drawAgency(world, random)
    if (running.drawnCount % (VIEWS_PER_LEAD + 1) === 0) {
      const offsetMs = Math.floor(nowMs) - world.setting.anchorMs
      const received = addInquiries(world, [
        new LeadGenerator(world, agency).draw(world.next.inquiry, offsetMs),
      ])
      if ('notShown' in received) return
      this.#simulator.change(worldHandle, received.world, received.events, running.pace.base)
      running.leads += 1
    } else {
      const publication = popularPublication(world, agency, random)
      const received = publication && addViews(world, { agency, publication, count: 1, nowMs })
      if (!received || 'notShown' in received) return
      this.#simulator.change(worldHandle, received.world, [], running.pace.base)
      running.visits += 1
    }
  }
}

const meanGapMs = ({ pace }: LiveLeadsRun): number => MINUTE_MS / (pace.perMinute * (VIEWS_PER_LEAD + 1))

/** Draws a gap of 0.5 to 1.5 times the mean from the world's seed. */
const drawGapMs = (world: World, running: LiveLeadsRun): number =>
  meanGapMs(running) * (0.5 + createPrng(mixSeed(world.setting.seed, 'gap', running.drawnCount)).next())

/** Draws an agency, weighted by its active publications. */
const drawAgency = (world: World, random: Prng): Agency =>
  random.weighted(
    agenciesInOrder(world.agencies).map((agency) => [
      agency,
      1 + world.publications.index(publicationIndex.of(agency.ordinal, 'active')).size,
    ]),
  )

const liveLeadsBySimulator = new WeakMap<Simulator, LiveLeads>()

/** Returns the live leads of a simulator, created with the first call. */
export const liveLeadsOf = (simulator: Simulator): LiveLeads => {
  let liveLeads = liveLeadsBySimulator.get(simulator)
  if (!liveLeads) liveLeadsBySimulator.set(simulator, (liveLeads = new LiveLeads(simulator)))
  return liveLeads
}
