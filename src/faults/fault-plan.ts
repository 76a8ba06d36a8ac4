import { matchesWildcard } from '../text/wildcard.ts'
import {
  endRules,
  type FaultEffect,
  type FaultRule,
  type FaultRules,
  type FaultTrigger,
  noFault,
  remainingTimes,
} from '../world/fault-rule.ts'
import { effectsConflict } from './effect-conflicts.ts'
import { drawDelay, faultPrng, MAX_DELAY_MS } from './fault-delay.ts'

/** What rules look at in an exchange. */
export interface FaultCandidate {
  readonly method: string
  /** From `/v3` on, percent-decoded where it can be. */
  readonly path: string
  /** Id and path template of the operation that is asked for; undefined where there is none. */
  readonly operation: string | undefined
  readonly template: string | undefined
  /** Admin mail of the agency that the path names. */
  readonly agency: string | undefined
  /** Whether the operation may answer that status. */
  mayRespondWith(status: number): boolean
  /** True when the target is a record with an entity tag that guards writes (PUB-34). */
  readonly isTagGuarded: boolean
}

/** What is done to one exchange. */
export interface FaultPlan extends Omit<FaultEffect, 'delay'> {
  /** Numbers of the rules that act. */
  readonly rules: readonly number[]
  readonly delayMs: number
}

const emptyPlan: FaultPlan = { ...noFault, rules: [], delayMs: 0 }

interface FaultDraw {
  /** The world's. */
  readonly seed: number
  /** World time, in milliseconds since the epoch. */
  readonly nowMs: number
}

/**
 * Tries every rule in the order of their making. All that act share the exchange: delays add up, and a rule that cannot act beside
 * an earlier one keeps its turn for a later exchange. Answers the rules as they are afterwards, the very same value when none matched.
 */
export const planFaults = (
  faultRules: FaultRules,
  exchange: FaultCandidate,
  { seed, nowMs }: FaultDraw,
): { readonly faultRules: FaultRules; readonly plan: FaultPlan } => {
  let plan = emptyPlan
  let matched = false
  const rules = faultRules.rules.map((rule) => {
    if (!isCounted(rule, exchange, nowMs)) return rule
    matched = true
    const seen = rule.seen + 1
    const random = faultPrng(seed, rule, seen)
    const { nth, probability } = rule.when
    // The first draw is always taken, so that a delay does not depend on whether a probability was given.
    const strikes = random.next() < (probability ?? 1) && (nth === null || nth === seen)
    if (!strikes || effectsConflict(plannedEffect(plan), rule.act)) return { ...rule, seen }
    const delayMs = rule.act.delay === null ? 0 : drawDelay(random, rule.act.delay)
    plan = { ...combine(plan, rule.act, delayMs), rules: [...plan.rules, rule.number] }
    return { ...rule, seen, acted: rule.acted + 1 }
  })
  return matched
    ? { faultRules: endRules({ ...faultRules, rules }, isUsedUp), plan }
    : { faultRules, plan: emptyPlan }
}

/** The plan with an answer that the request itself asked for, where the rules leave room for one. */
export const withPreferredStatus = (plan: FaultPlan, status: number): FaultPlan | undefined => {
  const act = { ...noFault, status }
  return effectsConflict(plannedEffect(plan), act) ? undefined : combine(plan, act, 0)
}

const plannedEffect = (plan: FaultPlan): FaultEffect => ({ ...plan, delay: null })

const combine = (plan: FaultPlan, act: FaultEffect, delayMs: number): FaultPlan => ({
  rules: plan.rules,
  delayMs: Math.min(MAX_DELAY_MS, plan.delayMs + delayMs),
  status: plan.status ?? act.status,
  retryAfterS: plan.retryAfterS ?? act.retryAfterS,
  reset: plan.reset || act.reset,
  loseAnswer: plan.loseAnswer || act.loseAnswer,
  truncate: plan.truncate || act.truncate,
  slowBytesPerS: plan.slowBytesPerS ?? act.slowBytesPerS,
  staleTag: plan.staleTag || act.staleTag,
})

/** Whether the rule counts the exchange: it is the kind that was meant, and one that the act can be done to. */
const isCounted = ({ when, act, untilMs }: FaultRule, exchange: FaultCandidate, nowMs: number): boolean =>
  (untilMs === null || nowMs < untilMs) &&
  meetsTrigger(when, exchange) &&
  (act.status === null || exchange.mayRespondWith(act.status)) &&
  (!act.staleTag || exchange.isTagGuarded)

const meetsTrigger = (when: FaultTrigger, { method, path, operation, template, agency }: FaultCandidate): boolean =>
  (when.method === null || when.method === method) &&
  (when.operation === null || (operation !== undefined && matchesWildcard(when.operation, operation))) &&
  (when.path === null || when.path === template || matchesWildcard(when.path, path)) &&
  // Addresses are alike in any case (`common/adminmail-case`).
  (when.agency === null || when.agency.toLowerCase() === agency?.toLowerCase())

const isUsedUp = (rule: FaultRule): boolean =>
  remainingTimes(rule) === 0 || (rule.when.nth !== null && rule.seen >= rule.when.nth)
