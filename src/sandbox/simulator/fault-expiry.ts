import { endRules, type FaultRule, firstToExpire } from '../../model/world/fault-rule.ts'
import type { TaskSource } from './scheduler.ts'

/** Task source of fault rules that expire on the world's clock. */
export const faultExpiryTasks: TaskSource = ({ faultRules }) => {
  const first = firstToExpire(faultRules)
  if (!first) return undefined
  const { number, untilMs: atMs } = first
  return {
    atMs,
    run: (worldHandle) => {
      const { faultRules: current } = worldHandle.world
      const rule = current.rules.find((entry) => entry.number === number) ?? first
      worldHandle.world = {
        ...worldHandle.world,
        faultRules: endRules(current, (entry) => entry.number === number),
      }
      return { atMs, kind: 'fault-ended', id: `f${number}`, outcome: outcomeOf(rule) }
    },
  }
}

const outcomeOf = ({ seen, acted }: FaultRule): string =>
  `It acted on ${acted} of ${seen} matching exchanges.`
