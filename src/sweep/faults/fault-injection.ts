import { MINUTE_MS, SECOND_MS } from '../../calendar/date-time.ts'
import { readFaultRule } from '../../faults/read-rule.ts'
import { FaultRuleInput } from '../../faults/rule-schema.ts'
import type { GuardedOptions } from '../../outbound/guarded-request.ts'
import type { FetchHandler } from '../../server/app.ts'
import type { SendRequest } from '../../simulator/delivery-ports.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { withFaultRule, withoutFaultRule } from '../../world/fault-rule.ts'
import type { World } from '../../world/world.ts'
import type { ClientCall } from './client-call.ts'

/** The world of a run, as a fault injection reaches it. */
export interface InjectedWorld {
  readonly simulator: Simulator
  readonly worldHandle: WorldHandle
  readonly handler: FetchHandler
  /** Notes that the injection acted. */
  mark(): void
  /** Says what the client does that no request of its own shows. */
  accuse(reason: string): void
  /** Reports what is worth knowing but does not count. */
  advise(reason: string): void
  /** Refuses new connections for a while; a replay has none. */
  refuseConnections(ms: number): void
  /** Runs a step when the run is over. */
  atEnd(step: () => void): void
}

/** Changes a response on its way to the client. */
export type ResponseStep = (response: Response) => Response | Promise<Response>

/** Returns the response with another body. */
export const withBody = ({ status, headers: given }: Response, body: string): Response => {
  const headers = new Headers(given)
  headers.set('content-length', String(Buffer.byteLength(body)))
  return new Response(body, { status, headers })
}

/** Changes members of a conflict's problem. */
export const changedConflict =
  (change: (problem: { readonly Errors?: object }) => object): ResponseStep =>
  async (response) => {
    if (response.status !== 409) return response
    const problem: { readonly Errors?: object } = JSON.parse(await response.text())
    return withBody(response, JSON.stringify({ ...problem, ...change(problem) }))
  }

/** One change of the world that a client meets in a run. */
export interface FaultInjection {
  /** Options by assumption id. */
  readonly options?: Readonly<Record<string, string>>
  /** Another start of the world, in milliseconds since the epoch. */
  readonly startMs?: number
  /** The member that it changes, where one fault has several injections. */
  readonly changes?: string
  /** Environment variables of the client's command. */
  readonly env?: Readonly<Record<string, string>>
  open?(world: InjectedWorld): void
  /** Returns the target that is meant by another one; undefined where it is meant as it is. */
  incomingTarget?(method: string, target: string, headers: ClientCall['headers']): string | undefined
  /** Returns how the name of a header is written, from its name in lower case. */
  readonly headerName?: ((name: string) => string) | undefined
  /** Words after the status code; absent: the usual ones. */
  readonly reasonPhrase?: string
  /** Changes a request of the sandbox on its way to a receiver. */
  outgoing?(request: GuardedOptions): GuardedOptions
  /** Sends a request of the sandbox to a receiver, and what comes before or after it. */
  deliver?(request: GuardedOptions, send: SendRequest): ReturnType<SendRequest>
  /** Runs right before a request is handled; returns what becomes of its response. */
  before?(
    world: InjectedWorld,
    call: ArrivingCall,
  ): ResponseStep | undefined | Promise<ResponseStep | undefined>
  /** Runs right before a request that a test marks as its own, which no fault meets. */
  beforeExempt?(world: InjectedWorld): void
}

/** A request as it is meant; `sentTarget` is its target as sent. */
export interface ArrivingCall extends ClientCall {
  readonly sentTarget: string
}

/** A run without any fault. */
export const noInjection: FaultInjection = {}

/**
 * Returns the injection of a world whose rate is limited: shortly before a full minute, where its clock
 * stands until the first refusal, so that a client that waits for `Retry-After` waits two seconds at most.
 * From the next minute on nothing is limited: who polls would wait for many minutes.
 */
export const limitedRate = (nowMs: number): Omit<FaultInjection, 'options'> => {
  const ends = new WeakMap<WorldHandle, number>()
  return {
    startMs: Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS - 2 * SECOND_MS,
    before: ({ simulator, worldHandle }) => {
      const isOver = simulator.nowOf(worldHandle) >= (ends.get(worldHandle) ?? Number.POSITIVE_INFINITY)
      if (isOver) worldHandle.world = withoutWindows(worldHandle.world)
      return (response) => {
        if (response.status !== 429 || worldHandle.world.clock.running) return response
        const refusedMs = simulator.nowOf(worldHandle)
        ends.set(worldHandle, Math.ceil((refusedMs + 1) / MINUTE_MS) * MINUTE_MS)
        simulator.scheduler.set(worldHandle, { nowMs: refusedMs, running: true, speed: 1 })
        return response
      }
    },
  }
}

const withoutWindows = (world: World): World => ({ ...world, usage: { ...world.usage, windows: {} } })

/** Arms a fault rule for what comes next; returns the function that removes it. */
export const armRule = ({ simulator, worldHandle }: InjectedWorld, given: FaultRuleInput): (() => void) => {
  const read = readFaultRule(FaultRuleInput.parse(given), worldHandle.world, simulator.nowOf(worldHandle))
  if ('problems' in read) throw new Error(`sweep: ${JSON.stringify(read.problems)}`)
  const { faultRules } = worldHandle.world
  worldHandle.world = { ...worldHandle.world, faultRules: withFaultRule(faultRules, read.rule) }
  return () => {
    const { world } = worldHandle
    worldHandle.world = { ...world, faultRules: withoutFaultRule(world.faultRules, faultRules.next) }
  }
}
