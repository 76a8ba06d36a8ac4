import type { FaultRuleInput } from '../../faults/rule-schema.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type ClientCall, decodedPath } from './client-call.ts'
import { armRule, type InjectedWorld } from './fault-injection.ts'

/** More refusals than any client needs. */
export const MAX_REFUSALS = 1_000
/** Attempts that are closer together than this count as immediate. */
const AT_ONCE_MS = 23
const MAX_LONGER_MS = 1_000
/** Attempts that are further apart than this do not count as immediate, even on a busy machine. */
const PAUSE_MS = 45

/** A failure that lasts for a while. */
interface ArmedFailure {
  readonly endsMs: number
  lastMs: number
  readonly disarm: () => void
}

const armedFailures = new WeakMap<WorldHandle, ArmedFailure>()

/** Ends a failure that is over when a request arrives after a pause: on a busy machine its timer is late. */
export const endOverdueFailure = ({ worldHandle }: Pick<InjectedWorld, 'worldHandle'>): void => {
  const failure = armedFailures.get(worldHandle)
  if (!failure) return
  const nowMs = performance.now()
  if (nowMs >= failure.endsMs && nowMs - failure.lastMs > PAUSE_MS) failure.disarm()
  failure.lastMs = nowMs
}

const operationOf = ({ operation }: ClientCall): Pick<FaultRuleInput, 'operation'> =>
  operation === undefined ? {} : { operation }

/** Arms a rule that acts only on this exchange. */
export const once =
  (act: FaultRuleInput) =>
  (world: InjectedWorld, call: ClientCall): undefined => {
    world.mark()
    const disarm = armRule(world, { ...operationOf(call), times: 1, ...act })
    world.atEnd(disarm)
  }

/**
 * Refuses the operation for a while, and for longer if the client retries immediately, which a busy machine
 * slows down.
 */
export const refuseFor =
  (ms: number, act: FaultRuleInput) =>
  (world: InjectedWorld, call: ClientCall): undefined => {
    world.mark()
    const { worldHandle } = world
    const number = worldHandle.world.faultRules.next
    const actedOf = () => worldHandle.world.faultRules.rules.find((rule) => rule.number === number)?.acted
    const disarm = armRule(world, { ...operationOf(call), ...act, times: MAX_REFUSALS })
    const startedMs = performance.now()
    armedFailures.set(worldHandle, { endsMs: startedMs + ms, lastMs: startedMs, disarm })
    let acted: number | undefined
    const timer = setInterval(() => {
      const isQuiet = acted === actedOf()
      acted = actedOf()
      const passedMs = performance.now() - startedMs
      if (passedMs < ms || !(isQuiet || passedMs > ms + MAX_LONGER_MS)) return
      disarm()
      clearInterval(timer)
    }, AT_ONCE_MS)
    world.atEnd(() => clearInterval(timer))
  }

/** Permanently refuses the operation at the path of the exchange. */
export const refusePath =
  (status: number) =>
  (world: InjectedWorld, call: ClientCall): undefined =>
    once({ path: decodedPath(call.target), status, times: MAX_REFUSALS })(world, call)
