import {
  type Act,
  type Disturbance,
  type Disturbances,
  endedWhere,
  harmless,
  leftOf,
  type Trigger,
} from '../world/fault-rule.ts'
import { chanceOf, drawDelay, LONGEST_DELAY_MS } from './fault-delay.ts'
import { clash } from './act-conflicts.ts'
import { matchesPattern } from '../text/wildcard.ts'

/** What rules look at in an exchange. */
export interface Disturbable {
  readonly method: string
  /** From `/v3` on, percent-decoded where it can be. */
  readonly path: string
  /** Id and path template of the operation that is asked for; undefined where there is none. */
  readonly operation: string | undefined
  readonly template: string | undefined
  /** Admin mail of the agency that the path names. */
  readonly agency: string | undefined
  /** Whether the operation may answer that status. */
  mayAnswer(status: number): boolean
  /** True when the target is a record with an entity tag that guards writes (PUB-34). */
  readonly tagged: boolean
}

/** What is done to one exchange. */
export interface Plan extends Omit<Act, 'delay'> {
  /** Numbers of the rules that act. */
  readonly rules: readonly number[]
  readonly delayMs: number
}

const noPlan: Plan = { ...harmless, rules: [], delayMs: 0 }

interface Moment {
  /** The world's. */
  readonly seed: number
  /** World time, in milliseconds since the epoch. */
  readonly nowMs: number
}

/**
 * Tries every rule in the order of their making. All that act share the exchange: delays add up, and a rule that cannot act beside
 * an earlier one keeps its turn for a later exchange. Answers the rules as they are afterwards, the very same value when none matched.
 */
export const planned = (
  disturbances: Disturbances,
  exchange: Disturbable,
  { seed, nowMs }: Moment,
): { readonly disturbances: Disturbances; readonly plan: Plan } => {
  let plan = noPlan
  let matched = false
  const rules = disturbances.rules.map((rule) => {
    if (!isMeant(rule, exchange, nowMs)) return rule
    matched = true
    const seen = rule.seen + 1
    const random = chanceOf(seed, rule, seen)
    const { nth, probability } = rule.when
    // The first draw is always taken, so that a delay does not depend on whether a probability was given.
    const strikes = random.next() < (probability ?? 1) && (nth === null || nth === seen)
    if (!strikes || clash(planAct(plan), rule.act)) return { ...rule, seen }
    const delayMs = rule.act.delay === null ? 0 : drawDelay(random, rule.act.delay)
    plan = { ...combined(plan, rule.act, delayMs), rules: [...plan.rules, rule.number] }
    return { ...rule, seen, acted: rule.acted + 1 }
  })
  return matched
    ? { disturbances: endedWhere({ ...disturbances, rules }, isUsedUp), plan }
    : { disturbances, plan: noPlan }
}

/** The plan with an answer that the request itself asked for, where the rules leave room for one. */
export const withStatus = (plan: Plan, status: number): Plan | undefined => {
  const act = { ...harmless, status }
  return clash(planAct(plan), act) ? undefined : combined(plan, act, 0)
}

const planAct = (plan: Plan): Act => ({ ...plan, delay: null })

const combined = (plan: Plan, act: Act, delayMs: number): Plan => ({
  rules: plan.rules,
  delayMs: Math.min(LONGEST_DELAY_MS, plan.delayMs + delayMs),
  status: plan.status ?? act.status,
  retryAfterS: plan.retryAfterS ?? act.retryAfterS,
  reset: plan.reset || act.reset,
  loseAnswer: plan.loseAnswer || act.loseAnswer,
  truncate: plan.truncate || act.truncate,
  slowBytesPerS: plan.slowBytesPerS ?? act.slowBytesPerS,
  staleTag: plan.staleTag || act.staleTag,
})

/** Whether the rule counts the exchange: it is the kind that was meant, and one that the act can be done to. */
const isMeant = ({ when, act, untilMs }: Disturbance, exchange: Disturbable, nowMs: number): boolean =>
  (untilMs === null || nowMs < untilMs) &&
  fits(when, exchange) &&
  (act.status === null || exchange.mayAnswer(act.status)) &&
  (!act.staleTag || exchange.tagged)

const fits = (when: Trigger, { method, path, operation, template, agency }: Disturbable): boolean =>
  (when.method === null || when.method === method) &&
  (when.operation === null || (operation !== undefined && matchesPattern(when.operation, operation))) &&
  (when.path === null || when.path === template || matchesPattern(when.path, path)) &&
  // Addresses are alike in any case (`common/adminmail-case`).
  (when.agency === null || when.agency.toLowerCase() === agency?.toLowerCase())

const isUsedUp = (rule: Disturbance): boolean =>
  leftOf(rule) === 0 || (rule.when.nth !== null && rule.seen >= rule.when.nth)
