import { type Agency, agenciesInOrder } from '../world/agency.ts'
import { type Chance, chance, mix } from '../random/prng.ts'
import { listOf } from '../world/publication.ts'
import { receiveInquiries } from '../domain/inquiries/receive-inquiry.ts'
import { receiveVisits } from '../domain/inquiries/receive-visits.ts'
import { MINUTE_MS } from '../calendar/date-time.ts'
import type { World } from '../world/world.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import type { Held } from '../simulator/world-registry.ts'
import { LeadLot, popularPublication } from './lead-generator.ts'

/** How fast leads come in by themselves, and where the links in their notifications lead. */
export interface LivePace {
  /** Leads in a minute of the world's clock. */
  readonly perMinute: number
  /** Scheme, authority and world prefix. */
  readonly base: string
}

/** What came in since it was started, or since the world was last put back. */
export interface LiveSoFar {
  readonly perMinute: number
  readonly leads: number
  readonly visits: number
}

/** The fastest pace that can be asked for, in leads a minute. */
export const FASTEST_PER_MINUTE = 6_000

/** A lead follows so many views. */
const VIEWS_A_LEAD = 10
/** A longer wait is broken up, since the clock may be set meanwhile. */
const LONGEST_WAIT_MS = 1_000
const SHORTEST_WAIT_MS = 20
/** What one look brings at most, so that a fast clock leaves time for answers. */
const MOST_AT_ONCE = 50

/** What happens to a world whose leads then begin anew. */
const PUT_BACK: readonly string[] = ['reset', 'restored']

interface Running {
  readonly pace: LivePace
  readonly deaf: () => void
  /** How many came in so far: leads and views are drawn from the world's seed and this number. */
  came: number
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
export class Live {
  readonly #sandbox: Sandbox
  readonly #running = new Map<Held, Running>()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  start(held: Held, pace: LivePace): void {
    this.stop(held)
    const deaf = this.#sandbox.feed.listen((happening) => {
      if (happening.world !== held.name) return
      if (happening.kind === 'world') this.#changed(held, happening.what)
      if (happening.kind === 'clock') this.#wait(held)
    })
    this.#begin(held, { pace, deaf })
  }

  stop(held: Held): void {
    const running = this.#running.get(held)
    if (!running) return
    clearTimeout(running.timer)
    running.deaf()
    this.#running.delete(held)
  }

  soFar(held: Held): LiveSoFar {
    const { pace, leads, visits } = this.#running.get(held) ?? { pace: { perMinute: 0 }, leads: 0, visits: 0 }
    return { perMinute: pace.perMinute, leads, visits }
  }

  /** The world is gone, or another value took its place. */
  #changed(held: Held, what: string): void {
    const running = this.#running.get(held)
    if (!running) return
    if (this.#sandbox.worlds.get(held.name) !== held) this.stop(held)
    else if (PUT_BACK.includes(what)) this.#begin(held, running)
  }

  #begin(held: Held, { pace, deaf }: Pick<Running, 'pace' | 'deaf'>): void {
    clearTimeout(this.#running.get(held)?.timer)
    const nowMs = this.#sandbox.nowOf(held)
    const running: Running = { pace, deaf, came: 0, leads: 0, visits: 0, nextMs: nowMs, timer: undefined }
    running.nextMs += gapOf(held.world, running)
    this.#running.set(held, running)
    this.#wait(held)
  }

  /** Sets the timer to the next one; none while the clock stands still. */
  #wait(held: Held): void {
    const running = this.#running.get(held)
    if (!running) return
    clearTimeout(running.timer)
    running.timer = undefined
    const { running: goes, speed } = held.world.clock
    if (!goes) return
    const leftMs = (running.nextMs - this.#sandbox.nowOf(held)) / speed
    running.timer = setTimeout(
      () => this.#look(held, running),
      Math.max(SHORTEST_WAIT_MS, Math.min(LONGEST_WAIT_MS, leftMs)),
    )
    running.timer.unref()
  }

  #look(held: Held, running: Running): void {
    try {
      const nowMs = this.#sandbox.nowOf(held)
      if (this.#isAstray(held, running, nowMs)) running.nextMs = nowMs + gapOf(held.world, running)
      for (let i = 0; i < MOST_AT_ONCE && running.nextMs <= nowMs; i++) {
        this.#comeIn(held, running, nowMs)
        running.nextMs += gapOf(held.world, running)
      }
      // The clock goes faster than anybody could follow.
      running.nextMs = Math.max(running.nextMs, nowMs)
    } catch (error) {
      this.#sandbox.report(error)
    }
    this.#wait(held)
  }

  /** The clock was set: the next one would come long after or should have come long before. */
  #isAstray(held: Held, running: Running, nowMs: number): boolean {
    const passedMs = 2 * LONGEST_WAIT_MS * held.world.clock.speed
    return nowMs - running.nextMs > passedMs || running.nextMs - nowMs > 2 * meanGapMs(running)
  }

  #comeIn(held: Held, running: Running, nowMs: number): void {
    const { world } = held
    const draw = chance(mix(world.setting.seed, 'live', running.came))
    running.came += 1
    const agency = agencyFor(world, draw)
    if (running.came % (VIEWS_A_LEAD + 1) === 0) {
      const at = Math.floor(nowMs) - world.setting.anchorMs
      const received = receiveInquiries(world, [new LeadLot(world, agency).draw(world.next.inquiry, at)])
      if ('notShown' in received) return
      this.#sandbox.change(held, received.world, received.facts, running.pace.base)
      running.leads += 1
    } else {
      const publication = popularPublication(world, agency, draw)
      const received = publication && receiveVisits(world, { agency, publication, count: 1, nowMs })
      if (!received || 'notShown' in received) return
      this.#sandbox.change(held, received.world, [], running.pace.base)
      running.visits += 1
    }
  }
}

const meanGapMs = ({ pace }: Running): number => MINUTE_MS / (pace.perMinute * (VIEWS_A_LEAD + 1))

/** Half to one and a half times the mean, from the world's seed. */
const gapOf = (world: World, running: Running): number =>
  meanGapMs(running) * (0.5 + chance(mix(world.setting.seed, 'gap', running.came)).next())

/** A large lot brings more people than a small one. */
const agencyFor = (world: World, draw: Chance): Agency =>
  draw.weighted(
    agenciesInOrder(world.agencies).map((agency) => [
      agency,
      1 + world.publications.list(listOf.of(agency.ordinal, 'active')).size,
    ]),
  )
