import { type Disturbance, endedWhere, firstToEnd } from '../world/fault-rule.ts'
import type { Waits } from './scheduler.ts'

/** Rules end by the world's clock. */
export const disturbanceEnds: Waits = ({ disturbances }) => {
  const first = firstToEnd(disturbances)
  if (!first) return undefined
  const { number, untilMs: atMs } = first
  return {
    atMs,
    run: (held) => {
      const { disturbances: now } = held.world
      const rule = now.rules.find((entry) => entry.number === number) ?? first
      held.world = { ...held.world, disturbances: endedWhere(now, (entry) => entry.number === number) }
      return { atMs, kind: 'fault-ended', id: `f${number}`, outcome: outcomeOf(rule) }
    },
  }
}

const outcomeOf = ({ seen, acted }: Disturbance): string => `It disturbed ${acted} of ${seen} matching exchanges.`
