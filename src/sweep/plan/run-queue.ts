import { waits } from './groups.ts'
import type { Variant } from './variants.ts'

/** A variant that waits for its run. */
interface Queued {
  readonly variant: Variant
}

/** Failures of one fault at one operation that are enough. */
const MOST_FAILURES = 3

/** Returns what variants have in common that most likely fail together: a fault at one operation, an assumption. */
const kindOf = ({ variant: { id } }: Queued): string => id.replace(/#\d+$|=.*$/s, '')

/** Puts together what most likely fails together, and one fault at all requests that are not sent again. */
export const alike = <Plan extends Queued>(
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

/** Groups of variants that wait for their runs. What fails in one place fails in others, too, and comes last. */
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

  /** Takes the variants of a group one by one. */
  split(group: readonly Plan[]): void {
    this.#groups.unshift(...group.map((plan) => [plan]))
  }

  failed(plan: Plan): void {
    this.#failed.set(kindOf(plan), [...this.#failuresLike(plan), plan.variant.id])
  }

  /** Returns why a variant need not be run; undefined when it must. */
  leftOut(plan: Plan): string | undefined {
    const { variant } = plan
    if (variant.kind === 'option') return undefined
    const failures = this.#failuresLike(plan)
    if (failures.length >= MOST_FAILURES) return `left out: it fails at ${failures.length} others`
    const isHidden = [...this.#failed.values()].flat().includes(variant.after ?? '')
    return isHidden ? `left out: ${variant.after} hides it` : undefined
  }

  #failuresLike(plan: Plan): readonly string[] {
    return this.#failed.get(kindOf(plan)) ?? []
  }
}
