import { isPair, waits } from './groups.ts'
import { pairIds } from './pairs.ts'
import type { OptionVariant, Variant } from './variants.ts'

/** A variant in the queue. */
interface Queued {
  readonly variant: Variant
}

/** Failures of a fault at an operation after which its other exchanges are left out. */
const MAX_FAILURES = 3

/**
 * Returns a key that is equal for variants that are likely to fail together: a fault at one operation, or an
 * assumption.
 */
const kindOf = ({ variant: { id } }: Queued): string => kindOfId(id)
const kindOfId = (id: string): string => id.replace(/#\d+$|=.*$/s, '')

/** Groups variants that are likely to fail together, and those of a fault after which nothing is retried. */
export const groupedBy = <Plan extends Queued>(
  plans: readonly Plan[],
  isGivenUp: (plan: Plan) => boolean,
): Plan[][] => {
  const groups = new Map<string, Plan[]>()
  for (const plan of plans) {
    const key = isGivenUp(plan) ? plan.variant.id.replace(/@.*$/s, '') : kindOf(plan)
    groups.set(key, [...(groups.get(key) ?? []), plan])
  }
  return [...groups.values()]
}

/** Queues groups of variants. A group whose variants have all failed elsewhere comes last. */
export class RunQueue<Plan extends Queued> {
  readonly #groups: Plan[][]
  readonly #later: Plan[][] = []
  readonly #failed = new Map<string, string[]>()

  constructor(groups: Plan[][]) {
    this.#groups = groups
  }

  next(): Plan[] | undefined {
    for (let group = this.#groups.shift(); group; group = this.#groups.shift()) {
      if (!group.every((plan) => this.#failed.has(kindOf(plan)))) return group
      this.#later.push(group)
    }
    return this.#later.shift()
  }

  /** Returns the last group under which the client mostly waits, which takes longest. */
  nextWaiting(): Plan[] | undefined {
    const place = this.#groups.findLastIndex(([plan]) => plan !== undefined && waits(plan.variant))
    return place < 0 ? undefined : this.#groups.splice(place, 1)[0]
  }

  /** Splits a group into single variants; a group of pairs, which is large, into halves. */
  split(group: readonly Plan[]): void {
    const half = Math.ceil(group.length / 2)
    const parts = group.every(({ variant }) => isPair(variant))
      ? [group.slice(0, half), group.slice(half)].map((part) => [...part])
      : group.map((plan) => [plan])
    this.#groups.unshift(...parts)
  }

  failed(plan: Plan): void {
    this.#failed.set(kindOf(plan), [...this.#failuresLike(plan), plan.variant.id])
  }

  /** Returns why a variant need not run; undefined if it must. */
  leftOut(plan: Plan): string | undefined {
    const { variant } = plan
    if (variant.kind === 'option') return this.#hiddenPart(variant)
    const failures = this.#failuresLike(plan)
    if (failures.length >= MAX_FAILURES) return `left out: it fails at ${failures.length} others`
    return this.hidden(plan)
  }

  /** Returns why a fault proves nothing: the client does not survive the one before it. */
  hidden({ variant }: Plan): string | undefined {
    const after = variant.kind === 'fault' ? variant.after : undefined
    if (after === undefined) return undefined
    // A variant that fails without another inquiry also fails with it.
    const [plain = ''] = variant.id.split('+')
    if (plain !== variant.id && this.#hasFailed(plain)) return `left out: ${plain} hides it`
    // A fault that is left out after three failures would fail too.
    const isLeftOut = (this.#failed.get(kindOfId(after))?.length ?? 0) >= MAX_FAILURES
    return this.#hasFailed(after) || isLeftOut ? `left out: ${after} hides it` : undefined
  }

  /** Returns why a pair proves nothing: one of its parts fails alone. */
  #hiddenPart({ id, companion }: OptionVariant): string | undefined {
    const part = companion && pairIds(id)?.find((part) => this.#hasFailed(part))
    return part === undefined ? undefined : `left out: ${part} hides it`
  }

  #hasFailed(id: string): boolean {
    return [...this.#failed.values()].some((ids) => ids.includes(id))
  }

  #failuresLike(plan: Plan): readonly string[] {
    return this.#failed.get(kindOf(plan)) ?? []
  }
}
