import type { FaultEffect } from '../../model/world/fault-rule.ts'

/** Parts of an effect that one exchange can take once; delays add up. */
type EffectPart = Exclude<keyof FaultEffect, 'delay' | 'retryAfterS' | 'rivalMember'>

/**
 * Parts that exclude each other: one leaves no response, or no request to the service, for the other to act
 * on.
 */
const CONFLICTS: readonly (readonly [EffectPart, EffectPart])[] = [
  ['status', 'reset'],
  ['status', 'loseAnswer'],
  ['status', 'staleTag'],
  ['reset', 'loseAnswer'],
  ['reset', 'truncate'],
  ['reset', 'slowBytesPerS'],
  ['reset', 'staleTag'],
  ['loseAnswer', 'truncate'],
  ['loseAnswer', 'slowBytesPerS'],
  ['respond', 'status'],
  ['respond', 'reset'],
  ['respond', 'loseAnswer'],
  ['respond', 'staleTag'],
  ['respond', 'rewrite'],
  ['rewrite', 'reset'],
  ['rewrite', 'loseAnswer'],
  // A rule acts either on exchanges or on deliveries.
  ['delivery', 'status'],
  ['delivery', 'reset'],
  ['delivery', 'loseAnswer'],
  ['delivery', 'truncate'],
  ['delivery', 'slowBytesPerS'],
  ['delivery', 'staleTag'],
  ['delivery', 'rewrite'],
  ['delivery', 'respond'],
]

const PARTS: readonly EffectPart[] = [
  'status',
  'reset',
  'loseAnswer',
  'truncate',
  'slowBytesPerS',
  'staleTag',
  'respond',
  'rewrite',
  'delivery',
]

const has = (effect: FaultEffect, part: EffectPart): boolean => (effect[part] ?? false) !== false

/** Returns two parts of one effect that exclude each other, if any. */
export const conflictingParts = (effect: FaultEffect): readonly [EffectPart, EffectPart] | undefined =>
  CONFLICTS.find(([one, other]) => has(effect, one) && has(effect, other))

/** Returns whether one exchange cannot take both effects. */
export const effectsConflict = (a: FaultEffect, b: FaultEffect): boolean =>
  PARTS.some((part) => has(a, part) && has(b, part)) ||
  CONFLICTS.some(([one, other]) => (has(a, one) && has(b, other)) || (has(a, other) && has(b, one)))
