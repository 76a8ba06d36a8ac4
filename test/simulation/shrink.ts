import type { Step } from './plan.ts'
import { type Run, simulate } from './simulation.ts'

/** Makes a failing plan short: first its end is cut off, then steps and actions that it does not need. */

/** A plan that still fails, and its run. */
export interface Shrunk {
  readonly steps: readonly Step[]
  readonly run: Run
}

/** Returns the shortest plan that was found to break the same invariant; undefined when none fails again. */
export const shrink = async (plan: readonly Step[], invariant: string): Promise<Shrunk | undefined> => {
  const fails = async (steps: readonly Step[]): Promise<Shrunk | undefined> => {
    const run = await simulate(steps)
    return run.failure && invariantOf(run.failure.error) === invariant ? { steps, run } : undefined
  }
  let shortest: Shrunk | undefined = await shortestPrefix(plan, fails)
  if (!shortest) return undefined
  // The last step breaks it, so the others are tried from the end, in ever smaller parts.
  for (let size: number = Math.ceil(shortest.steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at: number = shortest.steps.length - size; at >= 0; at -= size)
      shortest = (await fails(without(shortest, at, size))) ?? shortest
  for (const at of [...shortest.steps.keys()].reverse())
    for (const n of [...(shortest.steps[at]?.actions.keys() ?? [])].reverse()) {
      const kept: readonly Step[] = shortest.steps
      const step = kept[at]
      if (!step || step.actions.length === 1) continue
      const fewer: Step = { ...step, actions: step.actions.toSpliced(n, 1) }
      shortest = (await fails(kept.with(at, fewer))) ?? shortest
    }
  return shortest
}

const without = ({ steps }: Shrunk, at: number, count: number): Step[] => steps.toSpliced(at, count)

/** Bisects by the number of steps. */
const shortestPrefix = async (
  plan: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<Shrunk | undefined>,
): Promise<Shrunk | undefined> => {
  let found = await fails(plan)
  if (!found) return undefined
  let [fewest, most] = [1, found.run.failure?.step ?? plan.length]
  while (fewest <= most) {
    const middle = Math.floor((fewest + most) / 2)
    const shorter = await fails(plan.slice(0, middle))
    if (shorter) {
      found = shorter
      most = middle - 1
    } else fewest = middle + 1
  }
  return found
}

/** Name of the invariant that an error reports. */
export const invariantOf = ({ message }: Error): string => message.split(':', 1)[0] ?? message
