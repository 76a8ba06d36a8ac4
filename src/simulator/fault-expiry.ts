import { endRules, type FaultRule, firstToExpire } from '../world/fault-rule.ts'
import type { TaskSource } from './scheduler.ts'

/** Rules end by the world's clock. */
export const faultExpiryTasks: TaskSource = ({ faultRules: faultRules }) => {
  const first = firstToExpire(faultRules)
  if (!first) return undefined
  const { number, untilMs: atMs } = first
  return {
    atMs,
    run: (worldHandle) => {
      const { faultRules: now } = worldHandle.world
      const rule = now.rules.find((entry) => entry.number === number) ?? first
      worldHandle.world = { ...worldHandle.world, faultRules: endRules(now, (entry) => entry.number === number) }
      return { atMs, kind: 'fault-ended', id: `f${number}`, outcome: outcomeOf(rule) }
    },
  }
}

const outcomeOf = ({ seen, acted }: FaultRule): string => `It disturbed ${acted} of ${seen} matching exchanges.`
