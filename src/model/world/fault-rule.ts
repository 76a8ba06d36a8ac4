/** A rule that injects faults into matching exchanges. The control API calls it a fault. */
export interface FaultRule {
  /** Order of creation in the world, from 1; `f1`, `f2`, ... on the wire. */
  readonly number: number
  readonly when: FaultTrigger
  readonly act: FaultEffect
  /** Maximum number of injections; null: no limit until `untilMs`. */
  readonly times: number | null
  /** World time at which the rule expires, in milliseconds since the epoch; null: it ends after `times`. */
  readonly untilMs: number | null
  /** Number of exchanges that matched, with or without an injection. */
  readonly seen: number
  /** Number of injected faults. */
  readonly acted: number
  /** Free text of the rule's author. */
  readonly note: string | null
}

/** Conditions of a rule; an exchange matches when it meets every one that is not null. */
export interface FaultTrigger {
  /** Id of an operation, or a pattern of ids with `*`, e.g. `publications.*`. */
  readonly operation: string | null
  readonly method: string | null
  /** Path from `/v3` on, a pattern with `*`, or the template of an operation. */
  readonly path: string | null
  /** `adminMail` of the agency that the path names. */
  readonly agency: string | null
  /** Restricts the rule to the nth matching exchange, counted from 1. */
  readonly nth: number | null
  /** Probability from 0 to 1; the draw comes from the world's seed. */
  readonly probability: number | null
}

/** Distribution of an injected delay. */
export type FaultDelay =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number }

/** The effect of a rule on a matching exchange. */
export interface FaultEffect {
  /** Delay before the request is handled. */
  readonly delay: FaultDelay | null
  /** Status of a problem response that replaces the service's response. */
  readonly status: number | null
  /** Seconds in the `Retry-After` header of that response. */
  readonly retryAfterS: number | null
  /** Resets the connection before the service handles the request. */
  readonly reset: boolean
  /** Resets the connection after the service handled the request, instead of sending the response. */
  readonly loseAnswer: boolean
  /** Truncates the response body. */
  readonly truncate: boolean
  /** Bytes per second at which the response body is sent. */
  readonly slowBytesPerS: number | null
  /**
   * Simulates a concurrent writer, before a write is decided or after a read, so that the caller's entity tag
   * is stale.
   */
  readonly staleTag: boolean
  /** Text member of the publication that this writer changes too; null: only the entity tag changes. */
  readonly rivalMember: RivalMember | null
  /** Response that replaces the service's, exactly as the rule's author wrote it. */
  readonly respond: AuthoredResponse | null
  /** Name of the transform of the response's JSON, headers or framing. */
  readonly rewrite: RewriteName | null
  /** Effect on a delivery to a webhook, instead of one on an exchange. */
  readonly delivery: DeliveryFault | null
}

/** A response that the author of a rule wrote. */
export interface AuthoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A text is sent as it is, everything else as JSON; undefined: no body. */
  readonly body?: unknown
}

/** Members of a publication that a simulated writer can change. */
export const RIVAL_MEMBERS = ['Descripcion', 'Color', 'RefStock'] as const
/** A member of a publication that a simulated writer can change. */
export type RivalMember = (typeof RIVAL_MEMBERS)[number]

/** Names of the transforms of responses (`src/sandbox/faults/rewrites.ts`). */
export const REWRITE_NAMES = [
  'further-members',
  'members-reordered',
  'json-spelling',
  'amounts-with-decimals',
  'header-case',
  'chunked',
  'fewer-links',
  'templates',
  'fractional-seconds',
  'other-offsets',
  'new-words',
  'unusual-texts',
  'nulls',
  'no-retry-after',
] as const
/** Name of a transform of responses. */
export type RewriteName = (typeof REWRITE_NAMES)[number]

/** Effects on deliveries. */
export const DELIVERY_FAULTS = ['twice', 'late', 'out-of-order'] as const
/** An effect on a delivery: sent again once it is accepted, held back, or overtaken by the next one. */
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]

/** The effect that changes nothing. */
export const noFault: FaultEffect = {
  delay: null,
  status: null,
  retryAfterS: null,
  reset: false,
  loseAnswer: false,
  truncate: false,
  slowBytesPerS: null,
  staleTag: false,
  rivalMember: null,
  respond: null,
  rewrite: null,
  delivery: null,
}

/** The fault rules of a world, in order of creation, which is the order of matching. */
export interface FaultRules {
  readonly next: number
  /** Active rules. */
  readonly rules: readonly FaultRule[]
  /** The last rules that ended, kept for the control API. */
  readonly ended: readonly FaultRule[]
}

/** A world without fault rules. */
export const noFaultRules: FaultRules = { next: 1, rules: [], ended: [] }

/** Maximum of ended rules that a world keeps. */
const MAX_ENDED_RULES = 100

/** Adds a rule with zero counters. */
export const withFaultRule = (
  { next, rules, ended }: FaultRules,
  rule: Omit<FaultRule, 'number' | 'seen' | 'acted'>,
): FaultRules => ({ next: next + 1, rules: [...rules, { ...rule, number: next, seen: 0, acted: 0 }], ended })

/** Removes a rule, active or ended. */
export const withoutFaultRule = ({ next, rules, ended }: FaultRules, number: number): FaultRules => ({
  next,
  rules: rules.filter((rule) => rule.number !== number),
  ended: ended.filter((rule) => rule.number !== number),
})

/** Returns all rules, ended ones included, in order of creation. */
export const allFaultRules = ({ rules, ended }: FaultRules): readonly FaultRule[] =>
  [...ended, ...rules].sort((a, b) => a.number - b.number)

/** Returns how many injections are left; null: no limit. */
export const remainingTimes = ({ times, acted }: FaultRule): number | null =>
  times === null ? null : times - acted

/** Returns the active rule that expires first, if any expires. */
export const firstToExpire = ({
  rules,
}: FaultRules): (FaultRule & { readonly untilMs: number }) | undefined => {
  let first: (FaultRule & { readonly untilMs: number }) | undefined
  for (const rule of rules) {
    const { untilMs } = rule
    if (untilMs !== null && (!first || untilMs < first.untilMs)) first = { ...rule, untilMs }
  }
  return first
}

/** Ends each active rule for which `isOver` holds. */
export const endRules = (
  { next, rules, ended }: FaultRules,
  isOver: (rule: FaultRule) => boolean,
): FaultRules => ({
  next,
  rules: rules.filter((rule) => !isOver(rule)),
  ended: [...ended, ...rules.filter(isOver)].slice(-MAX_ENDED_RULES),
})
