import type { FaultEffect } from '../world/fault-rule.ts'

/** The parts of an act of which an exchange bears one each; delays add up. */
type ActPart = Exclude<keyof FaultEffect, 'delay' | 'retryAfterS'>

/** Acts of which one leaves nothing for the other to do: the service is not asked, or no body leaves. */
const CLASHES: readonly (readonly [ActPart, ActPart])[] = [
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

const PARTS: readonly ActPart[] = ['status', 'reset', 'loseAnswer', 'truncate', 'slowBytesPerS', 'staleTag']

const has = (act: FaultEffect, part: ActPart): boolean => act[part] !== null && act[part] !== false

/** Two parts of one act that exclude each other. */
export const conflictWithin = (act: FaultEffect): readonly [ActPart, ActPart] | undefined =>
  CLASHES.find(([one, other]) => has(act, one) && has(act, other))

/** Whether one exchange cannot bear both acts. */
export const actsConflict = (a: FaultEffect, b: FaultEffect): boolean =>
  PARTS.some((part) => has(a, part) && has(b, part)) ||
  CLASHES.some(([one, other]) => (has(a, one) && has(b, other)) || (has(a, other) && has(b, one)))
