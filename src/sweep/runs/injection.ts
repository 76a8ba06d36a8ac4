import { MINUTE_MS, SECOND_MS } from '../../lib/calendar/date-time.ts'
import { withoutFaultRule } from '../../model/world/fault-rule.ts'
import type { World } from '../../model/world/world.ts'
import { readFaultRule } from '../../sandbox/faults/read-rule.ts'
import { FaultRuleInput } from '../../sandbox/faults/rule-schema.ts'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import type { FetchHandler } from '../../server/app.ts'
import type { ClientCall } from './client-call.ts'

/** A world of a run, as an injection sees it. */
export interface InjectedWorld {
  readonly simulator: Simulator
  readonly worldHandle: WorldHandle
  readonly handler: FetchHandler
}

/** What is injected into the worlds of one run of the client. */
export interface Injection {
  /** Options by assumption id. */
  readonly options?: Readonly<Record<string, string>>
  /** Another start of the clock, in milliseconds since the epoch. */
  readonly startMs?: number
  /** A fault rule: in force for every request of the client, or only for the exchange `at`. */
  readonly rule?: FaultRuleInput
  readonly at?: string
  /** Returns every world as it starts. */
  start?(world: World): World
  /** Runs right before a request of the client; the returned function gets the status of its response. */
  before?(
    world: InjectedWorld,
    call: ClientCall,
  ): ((status: number) => void) | undefined | Promise<((status: number) => void) | undefined>
}

/**
 * Returns the injection for a rate limit. The clock is frozen shortly before a full minute until the first
 * refusal, so a client waits at most two seconds for `Retry-After`. From the next minute on there is no
 * limit: a client that polls would have to wait for many minutes.
 */
export const limitedRate = (nowMs: number): Required<Pick<Injection, 'startMs' | 'before'>> => {
  const ends = new WeakMap<WorldHandle, number>()
  return {
    startMs: Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS - 2 * SECOND_MS,
    before: ({ simulator, worldHandle }) => {
      const isOver = simulator.nowOf(worldHandle) >= (ends.get(worldHandle) ?? Number.POSITIVE_INFINITY)
      if (isOver) worldHandle.world = withoutWindows(worldHandle.world)
      return (status) => {
        if (status !== 429 || worldHandle.world.clock.running) return
        const refusedMs = simulator.nowOf(worldHandle)
        ends.set(worldHandle, Math.ceil((refusedMs + 1) / MINUTE_MS) * MINUTE_MS)
        simulator.scheduler.set(worldHandle, { nowMs: refusedMs, running: true, speed: 1 })
      }
    },
  }
}

const withoutWindows = (world: World): World => ({ ...world, usage: { ...world.usage, windows: {} } })

/** Number of the rule of a sweep: tests that add rules of their own count from 1. */
const SWEEP_RULE = 0

/** Returns a world with the rule of a sweep. Throws for a rule that the control API would refuse. */
export const withRule = (world: World, given: FaultRuleInput, nowMs: number): World => {
  const read = readFaultRule(FaultRuleInput.parse(given), world, nowMs)
  if ('problems' in read) throw new Error(`sweep: ${JSON.stringify(read.problems)}`)
  const { faultRules } = withoutRule(world)
  const rule = { ...read.rule, number: SWEEP_RULE, seen: 0, acted: 0 }
  return { ...world, faultRules: { ...faultRules, rules: [...faultRules.rules, rule] } }
}

/** Returns whether the rule of a sweep is in force. */
export const hasRule = ({ faultRules }: World): boolean =>
  faultRules.rules.some(({ number }) => number === SWEEP_RULE)

/** Returns a world without the rule of a sweep, whether it has acted or not. */
export const withoutRule = (world: World): World => ({
  ...world,
  faultRules: withoutFaultRule(world.faultRules, SWEEP_RULE),
})
