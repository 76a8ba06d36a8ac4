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

/** The world of a run, as a fault injection sees it. */
export interface InjectedWorld {
  readonly simulator: Simulator
  readonly worldHandle: WorldHandle
  readonly handler: FetchHandler
  /** Records that the injection acted. */
  mark(): void
  /** Reports wrong behaviour of the client that no request shows. */
  accuse(reason: string): void
  /** Reports behaviour as advice. */
  advise(reason: string): void
  /** Refuses new connections for a while; does nothing in a replay. */
  refuseConnections(ms: number): void
  /** Registers a step for the end of the run. */
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

/** A change of the world under which a client runs. */
export interface FaultInjection {
  /** Options by assumption id. */
  readonly options?: Readonly<Record<string, string>>
  /** Another start of the world, in milliseconds since the epoch. */
  readonly startMs?: number
  /** The member that it changes, if a fault has several injections. */
  readonly changes?: string
  /** Returns environment variables of the client's command, given those that it has. */
  env?(given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>
  open?(world: InjectedWorld): void
  /** Returns the target to use instead of the one that was sent; undefined to keep it. */
  incomingTarget?(method: string, target: string, headers: ClientCall['headers']): string | undefined
  /** Returns the spelling of a header name that is given in lower case. */
  readonly headerName?: ((name: string) => string) | undefined
  /** Reason phrase of status lines; absent: the usual one. */
  readonly reasonPhrase?: string
  /** Changes a request of the sandbox to a receiver. */
  outgoing?(request: GuardedOptions): GuardedOptions
  /** Sends a request of the sandbox to a receiver, possibly with others before or after it. */
  deliver?(request: GuardedOptions, send: SendRequest): ReturnType<SendRequest>
  /** Runs right before a request is handled; returns a step that changes its response. */
  before?(
    world: InjectedWorld,
    call: ArrivingCall,
  ): ResponseStep | undefined | Promise<ResponseStep | undefined>
  /** Runs right before a request that a test marks as its own; faults do not act on it. */
  beforeExempt?(world: InjectedWorld): void
}

/** A request after `incomingTarget`; `sentTarget` is the target that was sent. */
export interface ArrivingCall extends ClientCall {
  readonly sentTarget: string
}

/** A run without any fault. */
export const noInjection: FaultInjection = {}

/**
 * Returns the injection for a rate limit. The clock is frozen shortly before a full minute until the first
 * refusal, so a client waits at most two seconds for `Retry-After`. From the next minute on there is no
 * limit: a client that polls would have to wait for many minutes.
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

/** Arms a fault rule for the next requests; returns a function that removes it. */
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
