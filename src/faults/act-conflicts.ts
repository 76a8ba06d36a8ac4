import type { Act } from '../world/fault-rule.ts'

/** The parts of an act of which an exchange bears one each; delays add up. */
type Part = Exclude<keyof Act, 'delay' | 'retryAfterS'>

/** Acts of which one leaves nothing for the other to do: the service is not asked, or no body leaves. */
const CLASHES: readonly (readonly [Part, Part])[] = [
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

const PARTS: readonly Part[] = ['status', 'reset', 'loseAnswer', 'truncate', 'slowBytesPerS', 'staleTag']

const has = (act: Act, part: Part): boolean => act[part] !== null && act[part] !== false

/** Two parts of one act that exclude each other. */
export const clashWithin = (act: Act): readonly [Part, Part] | undefined =>
  CLASHES.find(([one, other]) => has(act, one) && has(act, other))

/** Whether one exchange cannot bear both acts. */
export const clash = (a: Act, b: Act): boolean =>
  PARTS.some((part) => has(a, part) && has(b, part)) ||
  CLASHES.some(([one, other]) => (has(a, one) && has(b, other)) || (has(a, other) && has(b, one)))
