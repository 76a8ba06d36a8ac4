/** A rule that disturbs matching exchanges on purpose: the control API calls it a fault. */
export interface FaultRule {
  /** Order of making in the world, from 1; `f1`, `f2` ... on the wire. */
  readonly number: number
  readonly when: FaultTrigger
  readonly act: FaultEffect
  /** How often it acts in all; null: without end, until `untilMs`. */
  readonly times: number | null
  /** World time at which it ends, in milliseconds since the epoch; null: when it has acted often enough. */
  readonly untilMs: number | null
  /** Exchanges that matched so far, whether or not it acted. */
  readonly seen: number
  /** Exchanges that it disturbed. */
  readonly acted: number
  /** Whatever its author wants to remember. */
  readonly note: string | null
}

/** All that is said must be true of the exchange. */
export interface FaultTrigger {
  /** Id of an operation, or a pattern of ids with `*`, e.g. `publications.*`. */
  readonly operation: string | null
  readonly method: string | null
  /** Path from `/v3` on, a pattern with `*`, or the template of an operation. */
  readonly path: string | null
  /** Admin mail of the agency that the path names. */
  readonly agency: string | null
  /** The nth matching exchange alone, counted from 1. */
  readonly nth: number | null
  /** Chance from 0 to 1, drawn from the world's seed. */
  readonly probability: number | null
}

export type FaultDelay =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number }

export interface FaultEffect {
  /** Waited before anything else. */
  readonly delay: FaultDelay | null
  /** Status answered instead of asking the service, with the API's own problem. */
  readonly status: number | null
  /** Seconds in `Retry-After`, beside a status. */
  readonly retryAfterS: number | null
  /** The connection is reset before anything is answered; the service is not asked. */
  readonly reset: boolean
  /** The service does what was asked, and the connection is reset instead of the answer. */
  readonly loseAnswer: boolean
  /** The answer's body breaks off halfway. */
  readonly truncate: boolean
  /** Bytes a second at which the answer's body drips. */
  readonly slowBytesPerS: number | null
  /** Another writer changes the target: before a write is judged, or after a read was answered, so that the caller's entity tag is stale. */
  readonly staleTag: boolean
}

export const noFault: FaultEffect = {
  delay: null,
  status: null,
  retryAfterS: null,
  reset: false,
  loseAnswer: false,
  truncate: false,
  slowBytesPerS: null,
  staleTag: false,
}

/** The rules of one world, each list in the order of their making, which is the order in which they are tried. */
export interface FaultRules {
  readonly next: number
  /** Those that may still act. */
  readonly rules: readonly FaultRule[]
  /** The last of those that ended, for whoever asks what they did. */
  readonly ended: readonly FaultRule[]
}

export const noFaultRules: FaultRules = { next: 1, rules: [], ended: [] }

/** Most ended rules that a world remembers. */
const MAX_ENDED_RULES = 100

/** The rules and one more, which has seen nothing yet. */
export const withFaultRule = (
  { next, rules, ended }: FaultRules,
  said: Omit<FaultRule, 'number' | 'seen' | 'acted'>,
): FaultRules => ({ next: next + 1, rules: [...rules, { ...said, number: next, seen: 0, acted: 0 }], ended })

/** The rules without that one, ended or not. */
export const withoutFaultRule = ({ next, rules, ended }: FaultRules, number: number): FaultRules => ({
  next,
  rules: rules.filter((rule) => rule.number !== number),
  ended: ended.filter((rule) => rule.number !== number),
})

/** All rules that the world knows of, those that ended included, in the order of their making. */
export const allFaultRules = ({ rules, ended }: FaultRules): readonly FaultRule[] =>
  [...ended, ...rules].sort((a, b) => a.number - b.number)

/** How often the rule still acts; null: without end. */
export const remainingTimes = ({ times, acted }: FaultRule): number | null => (times === null ? null : times - acted)

/** The rule whose time ends first, if any has one. */
export const firstToExpire = ({ rules }: FaultRules): (FaultRule & { readonly untilMs: number }) | undefined => {
  let first: (FaultRule & { readonly untilMs: number }) | undefined
  for (const rule of rules) {
    const { untilMs } = rule
    if (untilMs !== null && (!first || untilMs < first.untilMs)) first = { ...rule, untilMs }
  }
  return first
}

/** Puts each rule that `over` names among those that ended. */
export const endRules = (
  { next, rules, ended }: FaultRules,
  over: (rule: FaultRule) => boolean,
): FaultRules => ({
  next,
  rules: rules.filter((rule) => !over(rule)),
  ended: [...ended, ...rules.filter(over)].slice(-MAX_ENDED_RULES),
})
