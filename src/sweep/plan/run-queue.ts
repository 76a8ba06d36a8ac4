import { isPair, waits } from './groups.ts'
import { pairIds } from './pairs.ts'
import type { OptionVariant, Variant } from './variants.ts'

/** A variant that waits for its run. */
interface Queued {
  readonly variant: Variant
}

/** Failures of one fault at one operation that are enough. */
const MOST_FAILURES = 3

/**
 * Returns what variants have in common that most likely fail together: a fault at one operation, an
 * assumption.
 */
const kindOf = ({ variant: { id } }: Queued): string => kindOfId(id)
const kindOfId = (id: string): string => id.replace(/#\d+$|=.*$/s, '')

/** Puts together what most likely fails together, and one fault at all requests that are not sent again. */
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

/**
 * Groups of variants that wait for their runs. What fails in one place fails in others, too, and comes last.
 */
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

  /** Returns the last group under which the client waits: the longest come last. */
  nextWaiting(): Plan[] | undefined {
    const place = this.#groups.findLastIndex(([plan]) => plan !== undefined && waits(plan.variant))
    return place < 0 ? undefined : this.#groups.splice(place, 1)[0]
  }

  /** Takes the variants of a group one by one; pairs half by half, because there are many in a group. */
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

  /** Returns why a variant need not be run; undefined when it must. */
  leftOut(plan: Plan): string | undefined {
    const { variant } = plan
    if (variant.kind === 'option') return this.#hiddenPart(variant)
    const failures = this.#failuresLike(plan)
    if (failures.length >= MOST_FAILURES) return `left out: it fails at ${failures.length} others`
    return this.hidden(plan)
  }

  /** Returns why a fault shows nothing: the client does not survive the one that comes before it. */
  hidden({ variant }: Plan): string | undefined {
    const after = variant.kind === 'fault' ? variant.after : undefined
    if (after === undefined) return undefined
    // What fails without another inquiry fails beside it.
    const [plain = ''] = variant.id.split('+')
    if (plain !== variant.id && this.#hasFailed(plain)) return `left out: ${plain} hides it`
    // What fails at three others is left out, and would fail.
    const isLeftOut = (this.#failed.get(kindOfId(after))?.length ?? 0) >= MOST_FAILURES
    return this.#hasFailed(after) || isLeftOut ? `left out: ${after} hides it` : undefined
  }

  /** Returns why a pair shows nothing: one of its parts fails alone. */
  #hiddenPart({ id, companion }: OptionVariant): string | undefined {
    const part = companion && pairIds(id)?.find((word) => this.#hasFailed(word))
    return part === undefined ? undefined : `left out: ${part} hides it`
  }

  #hasFailed(id: string): boolean {
    return [...this.#failed.values()].some((ids) => ids.includes(id))
  }

  #failuresLike(plan: Plan): readonly string[] {
    return this.#failed.get(kindOf(plan)) ?? []
  }
}
