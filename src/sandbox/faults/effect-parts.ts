import type { FaultEffect } from '../../model/world/fault-rule.ts'

/** Parts of an effect that one exchange can take once; delays add up. */
type EffectPart = Exclude<keyof FaultEffect, 'delay' | 'retryAfterS' | 'rivalMember'>

type Effects = Omit<FaultEffect, 'delay'>

interface PartDescription {
  /** Other parts that leave no response, or no request to the service, for this one to act on. */
  readonly excludes: readonly EffectPart[]
  /** Phrases of the journal for effects with the part. */
  readonly describe: (effects: Effects, reads: boolean) => readonly string[]
}

/** What each part of an effect excludes, and how the journal describes it, in the order of its phrases. */
const EFFECT_PARTS: { readonly [P in EffectPart]: PartDescription } = {
  staleTag: {
    excludes: [],
    describe: ({ rivalMember }, reads) => [
      `another writer changed ${rivalMember ?? 'the publication'} ${reads ? 'after the response' : 'first'}`,
    ],
  },
  status: {
    excludes: ['reset', 'loseAnswer', 'staleTag'],
    describe: ({ status, retryAfterS }) => [
      `${status} instead of the service's response`,
      ...(retryAfterS === null ? [] : [`Retry-After ${retryAfterS}`]),
    ],
  },
  respond: {
    excludes: ['status', 'reset', 'loseAnswer', 'staleTag', 'rewrite'],
    describe: ({ respond }) => [`${respond?.status} as the rule says, instead of the service's response`],
  },
  reset: {
    excludes: ['loseAnswer', 'truncate', 'slowBytesPerS', 'staleTag'],
    describe: () => ['connection reset before the service handled the request'],
  },
  loseAnswer: {
    excludes: ['truncate', 'slowBytesPerS'],
    describe: () => ['response lost: connection reset after the service handled the request'],
  },
  rewrite: {
    excludes: ['reset', 'loseAnswer'],
    describe: ({ rewrite }) => [`response rewritten: ${rewrite}`],
  },
  truncate: { excludes: [], describe: () => ['body truncated halfway'] },
  slowBytesPerS: {
    excludes: [],
    describe: ({ slowBytesPerS }) => [`body slowed to ${slowBytesPerS} bytes per second`],
  },
  // A rule acts either on exchanges or on deliveries.
  delivery: {
    excludes: [
      'status',
      'reset',
      'loseAnswer',
      'truncate',
      'slowBytesPerS',
      'staleTag',
      'rewrite',
      'respond',
    ],
    describe: () => [],
  },
}

// The names are the keys of that literal.
const PARTS = Object.keys(EFFECT_PARTS) as readonly EffectPart[]

const CONFLICTS = PARTS.flatMap((part) =>
  EFFECT_PARTS[part].excludes.map((other): readonly [EffectPart, EffectPart] => [part, other]),
)

const has = (effect: Effects, part: EffectPart): boolean => (effect[part] ?? false) !== false

/** Returns two parts of one effect that exclude each other, if any. */
export const conflictingParts = (effect: FaultEffect): readonly [EffectPart, EffectPart] | undefined =>
  CONFLICTS.find(([one, other]) => has(effect, one) && has(effect, other))

/** Returns whether one exchange cannot take both effects. */
export const effectsConflict = (a: FaultEffect, b: FaultEffect): boolean =>
  PARTS.some((part) => has(a, part) && has(b, part)) ||
  CONFLICTS.some(([one, other]) => (has(a, one) && has(b, other)) || (has(a, other) && has(b, one)))

/** Describes the injected faults of an exchange for the journal, one phrase each. */
export const describeFault = (
  plan: Effects & { readonly delayMs: number },
  { reads }: { readonly reads: boolean },
): string[] => [
  ...(plan.delayMs > 0 ? [`delayed ${plan.delayMs} ms`] : []),
  ...PARTS.flatMap((part) => (has(plan, part) ? EFFECT_PARTS[part].describe(plan, reads) : [])),
]
