import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import {
  allFaultRules,
  type FaultDelay,
  type FaultEffect,
  type FaultRule,
  type FaultRules,
  noFaultRules,
  remainingTimes,
  withFaultRule,
  withoutFaultRule,
} from '../../model/world/fault-rule.ts'
import { readFaultRule } from '../../sandbox/faults/read-rule.ts'
import { type ActInput, FaultRuleInput, FaultView } from '../../sandbox/faults/rule-schema.ts'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import { controlCall } from '../call/call.ts'

const faultView = (rule: FaultRule, armed: boolean): z.infer<typeof FaultView> => ({
  id: `f${rule.number}`,
  match: setMembers(rule.when),
  act: actView(rule.act),
  times: rule.times,
  left: remainingTimes(rule),
  until: rule.untilMs === null ? null : scenarioTime(rule.untilMs),
  armed,
  seen: rule.seen,
  acted: rule.acted,
  note: rule.note,
})

const actView = ({ delay, retryAfterS, slowBytesPerS, ...rest }: FaultEffect): ActInput =>
  setMembers({ delay: delay && delayView(delay), ...rest, retryAfter: retryAfterS, slow: slowBytesPerS })

const delayView = (delay: FaultDelay): NonNullable<ActInput['delay']> => {
  switch (delay.kind) {
    case 'fixed':
      return { ms: delay.ms }
    case 'uniform':
      return { uniform: { min: delay.minMs, max: delay.maxMs } }
    case 'lognormal':
      return { lognormal: { median: delay.medianMs, sigma: delay.sigma } }
  }
}

type SetMembers<T> = { [K in keyof T]?: Exclude<T[K], null> }

/** Returns the members that have a value. */
const setMembers = <T extends object>(members: T): SetMembers<T> =>
  // Only members that are absent or null are left out, and the type lets any be.
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== false),
  ) as SetMembers<T>

const requireRule = (handle: WorldHandle, id: string): z.infer<typeof FaultView> => {
  const all = faultViewsOf(handle)
  const found = all.find((rule) => rule.id === id)
  if (found) return found
  const there = all.length === 0 ? 'It has none.' : `It has ${all.map((rule) => rule.id).join(', ')}.`
  throw new ControlError(404, `World ${handle.name} has no fault ${id}. ${there}`)
}

const faultViewsOf = ({ world: { faultRules } }: WorldHandle): z.infer<typeof FaultView>[] =>
  allFaultRules(faultRules).map((rule) => faultView(rule, faultRules.rules.includes(rule)))

const replaceRules = (simulator: Simulator, handle: WorldHandle, faultRules: FaultRules): void => {
  handle.world = { ...handle.world, faultRules }
  simulator.eventBus.publish({ kind: 'world', world: handle.name, what: 'faults' })
  simulator.reschedule(handle)
}

/** An injected fault as it is shown. */
const FaultComponent = FaultView.meta({ id: 'Fault' })

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/faults',
  summary: 'List all fault rules, including the last hundred that ended',
  status: 200,
  answer: z.array(FaultComponent),
  cli: [{ verb: 'fault list', example: 'playa fault list' }],
  handle: ({ world }) => ({ json: faultViewsOf(world) }),
})

/** Maximum number of rules that are armed at a time in one world. */
const MAX_ARMED = 100

const add = controlCall({
  method: 'POST',
  path: '/worlds/{world}/faults',
  summary: 'Add a fault rule, which says which exchanges it matches and what it does to them',
  description:
    'It acts once, unless `times` or `ttl` says otherwise. Members of `match` and `act` may also be given at the top level.',
  body: FaultRuleInput.extend({ method: FaultRuleInput.shape.method.describe('HTTP method') }),
  status: 201,
  answer: FaultComponent,
  errors: { 503: 'The limit on armed rules is reached.' },
  cli: [
    {
      verb: 'fault add',
      example: 'playa fault add --operation publications.create --status 503 --times 2',
      omit: ['match', 'act'],
      flags: {
        operation: 'operation <id>',
        path: 'path <pattern>',
        method: 'method <method>',
        agency: 'agency <email>',
        probability: 'probability <0..1>',
        status: 'status <code>',
        'respond.status': 'respond <status>',
        'respond.body': 'body <json>',
        'respond.headers': 'header <name:value...>',
        retryAfter: 'retry-after <seconds>',
        delay: 'delay <ms>',
        slow: 'slow <bytes>',
        rewrite: 'rewrite <name>',
        rivalMember: 'rival-member <member>',
        delivery: 'delivery <twice|late|out-of-order>',
        ttl: 'ttl <iso-duration>',
      },
    },
  ],
  task: {
    name: 'add_fault',
    advice: 'Use `what_if` to see a response under a fault without leaving one armed.',
  },
  handle: ({ simulator, world, body }) => {
    const { faultRules } = world.world
    if (faultRules.rules.length >= MAX_ARMED) {
      throw new ControlError(
        503,
        `The limit of ${MAX_ARMED} armed faults of a world is reached. Delete some first.`,
      )
    }
    const read = readFaultRule(body, world.world, simulator.nowOf(world))
    if ('problems' in read) {
      const sentences = Object.entries(read.problems).map(([member, all]) => `${member}: ${all.join(' ')}`)
      throw new ControlError(400, `No such fault can be made. ${sentences.join(' ')}`, read.problems)
    }
    replaceRules(simulator, world, withFaultRule(faultRules, read.rule))
    const id = `f${faultRules.next}`
    return {
      json: requireRule(world, id),
      headers: { Location: `/_playa/worlds/${world.name}/faults/${id}` },
    }
  },
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/faults/{fault}',
  summary: 'Show one fault rule, with how often it matched and acted',
  status: 200,
  answer: FaultComponent,
  handle: ({ world, param }) => ({ json: requireRule(world, param('fault')) }),
})

const remove = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}/faults/{fault}',
  summary: 'Delete a fault rule',
  status: 204,
  handle: ({ simulator, world, param }) => {
    const number = Number(requireRule(world, param('fault')).id.slice(1))
    replaceRules(simulator, world, withoutFaultRule(world.world.faultRules, number))
    return {}
  },
})

const clear = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}/faults',
  summary: 'Delete all fault rules',
  status: 204,
  cli: [
    { verb: 'fault clear', summary: 'Delete a fault rule, or all of them', example: 'playa fault clear f1' },
  ],
  task: { name: 'clear_faults' },
  handle: ({ simulator, world }) => {
    replaceRules(simulator, world, { ...noFaultRules, next: world.world.faultRules.next })
    return {}
  },
})

export const faultCalls = { list, add, read, delete: remove, clear }
