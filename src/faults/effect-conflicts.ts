import type { FaultEffect } from '../world/fault-rule.ts'

/** The parts of an act of which an exchange bears one each; delays add up. */
type EffectPart = Exclude<keyof FaultEffect, 'delay' | 'retryAfterS'>

/** Acts of which one leaves nothing for the other to do: the service is not asked, or no body leaves. */
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
]

const PARTS: readonly EffectPart[] = ['status', 'reset', 'loseAnswer', 'truncate', 'slowBytesPerS', 'staleTag']

const has = (act: FaultEffect, part: EffectPart): boolean => act[part] !== null && act[part] !== false

/** Two parts of one act that exclude each other. */
export const conflictingParts = (act: FaultEffect): readonly [EffectPart, EffectPart] | undefined =>
  CONFLICTS.find(([one, other]) => has(act, one) && has(act, other))

/** Whether one exchange cannot bear both acts. */
export const effectsConflict = (a: FaultEffect, b: FaultEffect): boolean =>
  PARTS.some((part) => has(a, part) && has(b, part)) ||
  CONFLICTS.some(([one, other]) => (has(a, one) && has(b, other)) || (has(a, other) && has(b, one)))
