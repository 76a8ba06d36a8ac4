import * as z from 'zod'
import {
  type Act,
  allDisturbances,
  type Delay,
  type Disturbance,
  type Disturbances,
  leftOf,
  undisturbed,
  withDisturbance,
  withoutDisturbance,
} from '../../world/fault-rule.ts'
import { readFaultRule } from '../../faults/read-rule.ts'
import { FaultView, FaultRuleInput, type ActInput } from '../../faults/rule-schema.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { scenarioTime } from '../../scenarios/world-start.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type ControlCall, controlCall } from '../routes.ts'
import { ControlError } from '../../problems/control-error.ts'

/** Rules that disturb matching exchanges of one world. They are tried in the order of their making, and all that can act together do. */

const told = (rule: Disturbance, armed: boolean): z.infer<typeof FaultView> => ({
  id: `f${rule.number}`,
  match: present(rule.when),
  act: toldAct(rule.act),
  times: rule.times,
  left: leftOf(rule),
  until: rule.untilMs === null ? null : scenarioTime(rule.untilMs),
  armed,
  seen: rule.seen,
  acted: rule.acted,
  note: rule.note,
})

const toldAct = ({ delay, retryAfterS, slowBytesPerS, ...rest }: Act): ActInput =>
  present({ delay: delay && toldDelay(delay), ...rest, retryAfter: retryAfterS, slow: slowBytesPerS })

const toldDelay = (delay: Delay): NonNullable<ActInput['delay']> => {
  switch (delay.kind) {
    case 'fixed':
      return { ms: delay.ms }
    case 'uniform':
      return { uniform: { min: delay.minMs, max: delay.maxMs } }
    case 'lognormal':
      return { lognormal: { median: delay.medianMs, sigma: delay.sigma } }
  }
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], null> }

/** The members that say something. */
const present = <T extends object>(members: T): Present<T> =>
  // Only members that are absent or null are left out, and the type lets any be.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== false)) as Present<T>

const needRule = (held: WorldHandle, id: string): z.infer<typeof FaultView> => {
  const all = toldOf(held)
  const found = all.find((rule) => rule.id === id)
  if (found) return found
  const there = all.length === 0 ? 'It has none.' : `It has ${all.map((rule) => rule.id).join(', ')}.`
  throw new ControlError(404, `World ${held.name} has no fault ${id}. ${there}`)
}

const toldOf = ({ world: { disturbances } }: WorldHandle): z.infer<typeof FaultView>[] =>
  allDisturbances(disturbances).map((rule) => told(rule, disturbances.rules.includes(rule)))

const put = (sandbox: Simulator, held: WorldHandle, disturbances: Disturbances): void => {
  held.world = { ...held.world, disturbances }
  sandbox.eventBus.publish({ kind: 'world', world: held.name, what: 'faults' })
  sandbox.reschedule(held)
}

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/faults',
  summary: 'Rules that disturb exchanges, the last hundred that ended included',
  status: 200,
  answer: z.array(FaultView),
  handle: ({ sandbox, param }) => ({ json: toldOf(sandbox.worlds.require(param('world'))) }),
})

/** Most rules that are armed at a time in one world. */
const MOST_ARMED = 100

const add = controlCall({
  method: 'POST',
  path: '/worlds/{world}/faults',
  summary:
    'Disturb matching exchanges on purpose: once, unless times or ttl says otherwise. Members of match and act may stand at the top as well',
  body: FaultRuleInput,
  status: 201,
  answer: FaultView,
  handle: ({ sandbox, param, body }) => {
    const held = sandbox.worlds.require(param('world'))
    const { disturbances } = held.world
    if (disturbances.rules.length >= MOST_ARMED) {
      const how = `DELETE /_playa/worlds/${held.name}/faults`
      throw new ControlError(
        503,
        `The limit of ${MOST_ARMED} armed faults of a world is reached. Delete some with ${how}.`,
      )
    }
    const read = readFaultRule(body, held.world, sandbox.nowOf(held))
    if ('problems' in read) {
      const sentences = Object.entries(read.problems).map(([member, all]) => `${member}: ${all.join(' ')}`)
      throw new ControlError(400, `No such fault can be made. ${sentences.join(' ')}`, read.problems)
    }
    put(sandbox, held, withDisturbance(disturbances, read.rule))
    const id = `f${disturbances.next}`
    return { json: needRule(held, id), headers: { Location: `/_playa/worlds/${held.name}/faults/${id}` } }
  },
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/faults/{fault}',
  summary: 'One rule, with how often it matched and acted',
  status: 200,
  answer: FaultView,
  handle: ({ sandbox, param }) => ({ json: needRule(sandbox.worlds.require(param('world')), param('fault')) }),
})

const remove = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}/faults/{fault}',
  summary: 'Delete a rule',
  status: 204,
  handle: ({ sandbox, param }) => {
    const held = sandbox.worlds.require(param('world'))
    const number = Number(needRule(held, param('fault')).id.slice(1))
    put(sandbox, held, withoutDisturbance(held.world.disturbances, number))
    return {}
  },
})

const clear = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}/faults',
  summary: 'Delete all rules',
  status: 204,
  handle: ({ sandbox, param }) => {
    const held = sandbox.worlds.require(param('world'))
    put(sandbox, held, { ...undisturbed, next: held.world.disturbances.next })
    return {}
  },
})

export const faultCalls: readonly ControlCall[] = [list, add, read, remove, clear]
