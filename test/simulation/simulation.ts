import { createHash, type Hash } from 'node:crypto'
import { BrokenInvariant, Invariants } from './invariants.ts'
import type { Step } from './plan.ts'
import { loadModules, SimulatedServer } from './simulated-server.ts'
import { turn, VirtualTime } from './virtual-time.ts'
import { WORLDS, WorldClient } from './world-client.ts'

/** Plays the steps of a plan against the real app, and judges every one. */

/** What a run did. */
export interface Run {
  /** Hash of all that clients and receivers got: equal for equal plans. */
  readonly digest: string
  /** Hashes of what clients had got after each step. */
  readonly digests: readonly string[]
  /** Requests of clients, control calls among them. */
  readonly requests: number
  /** Reads for the invariants. */
  readonly looks: number
  /** Requests to receivers and for photos. */
  readonly outgoing: number
  /** Absent: nothing broke. */
  readonly failure?: { readonly step: number; readonly error: Error }
}

/** Turns of the event loop in which what is ready is carried out, before time moves on. */
const TURNS = 4
/** Maximum time in which a step must end, on the simulated clock. */
const STEP_LIMIT_MS = 10 * 60_000
/** Maximum wait for work in other threads, on the real clock, which the simulated one does not replace. */
const THREADS_LIMIT_NS = 60_000_000_000n

/** Runs a plan from the start; never rejects because of a finding. */
export const simulate = async (steps: readonly Step[]): Promise<Run> => {
  await loadModules()
  const time = new VirtualTime()
  const restore = time.install()
  try {
    return await new SimulationRun(time).play(steps)
  } finally {
    restore()
  }
}

class SimulationRun {
  readonly #time: VirtualTime
  readonly #server: SimulatedServer
  readonly #client: WorldClient
  readonly #invariants: Invariants
  readonly #hash: Hash = createHash('sha256')
  readonly #digests: string[] = []

  constructor(time: VirtualTime) {
    this.#time = time
    this.#server = new SimulatedServer(time)
    this.#client = new WorldClient(this.#server)
    this.#invariants = new Invariants(this.#server, this.#client)
  }

  async play(steps: readonly Step[]): Promise<Run> {
    let failure: Run['failure']
    await this.#finish(this.#server.start())
    for (const [index, step] of steps.entries()) {
      const error = await this.#playStep(step).catch((thrown: unknown) => thrown)
      if (error === undefined) continue
      failure = { step: index, error: error instanceof Error ? error : new Error(String(error)) }
      break
    }
    if (!failure) {
      const error = await this.#heal().catch((thrown: unknown) => thrown)
      if (error !== undefined)
        failure = { step: steps.length, error: error instanceof Error ? error : new Error(String(error)) }
    }
    const { sent } = this.#server.network
    this.#hash.update(JSON.stringify(sent))
    const run = {
      digest: this.#hash.digest('hex').slice(0, 16),
      digests: this.#digests,
      requests: this.#server.requests,
      looks: this.#server.looks,
      outgoing: this.#server.network.requests,
    }
    this.#time.clear()
    return failure ? { ...run, failure } : run
  }

  async #playStep(step: Step): Promise<void> {
    await this.#finish(this.#invariants.beginStep(step))
    this.#client.begin()
    const life = this.#server.life
    const done = Promise.all(step.actions.map((action) => this.#client.carryOut(action)))
    await this.#finish(done, () => this.#server.life !== life)
    await this.#pass(step.thenMs)
    // Other threads know no order: what they make may be answered before or after the rest.
    const { exchanges, controlAnswers } = this.#client
    controlAnswers.sort((a, b) => step.actions.indexOf(a.action) - step.actions.indexOf(b.action))
    for (const { path, answer } of [...exchanges, ...controlAnswers])
      this.#hash.update(
        `${path} ${answer.status} ${JSON.stringify(answer.headers)} ${answer.text} ${answer.error}\n`,
      )
    this.#digests.push(this.#hash.copy().digest('base64'))
    await this.#finish(this.#invariants.endStep(step))
  }

  /** Waits for work; the simulated time moves on when nothing else is left to do. */
  async #finish(work: Promise<unknown>, isAbandoned: () => boolean = () => false): Promise<void> {
    let isDone = false
    let failed: { readonly error: unknown } | undefined
    work.then(
      () => (isDone = true),
      (error: unknown) => {
        isDone = true
        failed = { error }
      },
    )
    const startMs = this.#time.wallMs
    const endNs = process.hrtime.bigint() + THREADS_LIMIT_NS
    for (let idle = 0; process.hrtime.bigint() < endNs; ) {
      for (let i = 0; i < TURNS && !isDone; i += 1) await turn()
      if (failed) throw failed.error
      if (isDone) return
      const { waitingForThreads } = this.#client
      // Of what an ended server had under way nothing comes any more, but other threads go on.
      if (isAbandoned() && idle > TURNS && waitingForThreads === 0) return
      const leftMs = startMs + STEP_LIMIT_MS - this.#time.wallMs
      // Other threads know no simulated time, so it stands still for them.
      if (waitingForThreads > 0 || !this.#time.runNext(leftMs)) idle += 1
    }
    throw new BrokenInvariant('every action ends: one is still under way after ten minutes')
  }

  /** Advances simulated time and runs tasks that become due. */
  async #pass(ms: number): Promise<void> {
    const endMs = this.#time.wallMs + ms
    for (let i = 0; i < TURNS; i += 1) await turn()
    while (this.#time.runNext(endMs - this.#time.wallMs)) for (let i = 0; i < TURNS; i += 1) await turn()
    this.#time.pass(Math.max(0, endMs - this.#time.wallMs))
  }

  /** Without faults, and with receivers that answer, all that waits is delivered. */
  async #heal(): Promise<void> {
    const { network, simulator } = this.#server
    network.modes.fill('healthy')
    this.#server.file.failures = 0
    for (const name of WORLDS) {
      if (!(await this.#awaited(this.#server.world(name)))) continue
      for (let days = 0; days < 2; days += 1) {
        const body = { by: 'P1D' }
        await this.#awaited(this.#server.send('POST', `/_playa/worlds/${name}/clock/advance`, { body }))
      }
      const { due } = simulator.worlds.require(name).world.deliveries
      if (due.size > 0)
        throw new BrokenInvariant(
          `all that waits is delivered in the end: ${name} has ${due.size} pending deliveries`,
        )
    }
  }

  async #awaited<T>(work: Promise<T>): Promise<T> {
    await this.#finish(work)
    return work
  }
}
