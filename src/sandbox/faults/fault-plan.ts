import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { matchesWildcard } from '../../lib/text/wildcard.ts'
import {
  type DeliveryFault,
  endRules,
  type FaultEffect,
  type FaultRule,
  type FaultRules,
  type FaultTrigger,
  noFault,
  remainingTimes,
} from '../../model/world/fault-rule.ts'
import { effectsConflict } from './effect-parts.ts'
import { drawDelay, faultPrng, MAX_DELAY_MS } from './fault-delay.ts'

/** Input for matching a rule. */
export interface FaultCandidate {
  readonly method: string
  /** From `/v3` on, percent-decoded where it can be. */
  readonly path: string
  /** Id and path template of the requested operation; undefined when no operation matches. */
  readonly operation: string | undefined
  readonly template: string | undefined
  /** `adminMail` of the agency that the path names. */
  readonly agency: string | undefined
  /** Returns whether the operation may respond with the status. */
  mayRespondWith(status: number): boolean
  /** True when the target is a record with an entity tag that guards writes (PUB-34). */
  readonly isTagGuarded: boolean
}

/** The combined effect of all rules on one exchange. */
export interface FaultPlan extends Omit<FaultEffect, 'delay'> {
  /** Numbers of the rules that act on the exchange. */
  readonly rules: readonly number[]
  readonly delayMs: number
}

const emptyPlan: FaultPlan = { ...noFault, rules: [], delayMs: 0 }

interface FaultDraw {
  /** Seed of the world. */
  readonly seed: number
  /** World time, in milliseconds since the epoch. */
  readonly nowMs: number
}

/**
 * Applies the rules in order of creation. Their effects combine: delays add up, and a rule that conflicts
 * with an earlier one waits for a later exchange. Returns the rules with new counters, or the same value when
 * none matched.
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
    const { random, isTriggered } = triggered(rule, seed)
    if (!isTriggered || effectsConflict(plannedEffect(plan), rule.act)) return { ...rule, seen }
    const delayMs = rule.act.delay === null ? 0 : drawDelay(random, rule.act.delay)
    plan = { ...combine(plan, rule.act, delayMs), rules: [...plan.rules, rule.number] }
    return { ...rule, seen, acted: rule.acted + 1 }
  })
  return matched
    ? { faultRules: endRules({ ...faultRules, rules }, isUsedUp), plan }
    : { faultRules, plan: emptyPlan }
}

const triggered = (rule: FaultRule, seed: number) => {
  const seen = rule.seen + 1
  const random = faultPrng(seed, rule, seen)
  const { nth, probability } = rule.when
  // The first draw is always taken, so that a delay does not depend on whether a probability was given.
  return { random, isTriggered: random.next() < (probability ?? 1) && (nth === null || nth === seen) }
}

/** The effect on one attempt of a delivery, with the number of the rule that has it. */
export interface DeliveryFaultPlan {
  readonly rule: number
  readonly fault: DeliveryFault
  /** True: it waits, because a rule `out-of-order` holds back every other delivery. */
  readonly isHeld: boolean
}

/** Applies the first rule for deliveries that is triggered by an attempt to send one of `agency`. */
export const planDeliveryFault = (
  faultRules: FaultRules,
  agency: string | undefined,
  { seed, nowMs }: FaultDraw,
): { readonly faultRules: FaultRules; readonly plan: DeliveryFaultPlan | undefined } => {
  let plan: DeliveryFaultPlan | undefined
  const rules = faultRules.rules.map((rule) => {
    const { when, act, untilMs } = rule
    const isOver = untilMs !== null && nowMs >= untilMs
    const isOther = when.agency !== null && when.agency.toLowerCase() !== agency?.toLowerCase()
    if (!act.delivery || isOver || isOther) return rule
    const seen = rule.seen + 1
    if (plan || !triggered(rule, seed).isTriggered) return { ...rule, seen }
    const isHeld = act.delivery === 'late' || (act.delivery === 'out-of-order' && rule.acted % 2 === 0)
    plan = { rule: rule.number, fault: act.delivery, isHeld }
    return { ...rule, seen, acted: rule.acted + 1 }
  })
  return plan ? { faultRules: endRules({ ...faultRules, rules }, isUsedUp), plan } : { faultRules, plan }
}

/** Adds the status that the request prefers; undefined when the plan conflicts with it. */
export const withPreferredStatus = (plan: FaultPlan, status: number): FaultPlan | undefined => {
  const effect = { ...noFault, status }
  return effectsConflict(plannedEffect(plan), effect) ? undefined : combine(plan, effect, 0)
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
  rivalMember: plan.rivalMember ?? act.rivalMember,
  respond: plan.respond ?? act.respond,
  rewrite: plan.rewrite ?? act.rewrite,
  delivery: null,
})

/** Returns whether the rule counts the exchange: its trigger matches, and its effect can be applied. */
const isCounted = ({ when, act, untilMs }: FaultRule, exchange: FaultCandidate, nowMs: number): boolean =>
  !act.delivery &&
  (untilMs === null || nowMs < untilMs) &&
  meetsTrigger(when, exchange) &&
  (act.status === null || exchange.mayRespondWith(act.status)) &&
  // A response to HEAD has no body to truncate or to slow.
  (exchange.method !== 'HEAD' || !(act.truncate || act.slowBytesPerS !== null)) &&
  (!act.staleTag || exchange.isTagGuarded)

const meetsTrigger = (
  when: FaultTrigger,
  { method, path, operation, template, agency }: FaultCandidate,
): boolean =>
  (when.method === null || when.method === method) &&
  (when.operation === null || (operation !== undefined && matchesWildcard(when.operation, operation))) &&
  (when.path === null || when.path === template || isPathMatch(when.path, path)) &&
  // Addresses match in any case (`common/adminmail-case`).
  (when.agency === null || when.agency.toLowerCase() === agency?.toLowerCase())

/** Compares decoded and in any case, since the service does: a path may be copied from an `href`. */
const isPathMatch = (pattern: string, path: string): boolean =>
  matchesWildcard(decodedUri(pattern).toLowerCase(), path.toLowerCase())

const isUsedUp = (rule: FaultRule): boolean =>
  remainingTimes(rule) === 0 || (rule.when.nth !== null && rule.seen >= rule.when.nth)
