import { durationMs } from '../../lib/calendar/iso-duration.ts'
import { mapSteps, type Steps, sortSteps } from '../../lib/collections/steps.ts'
import { createPrng, mixSeed } from '../../lib/random/prng.ts'
import type { StoryEvent } from '../../model/world/story.ts'
import type { StoryEventInput } from './schema/story-schema.ts'

/**
 * Lists the events of a scenario by time, then by position in the file, in steps. `leads` with `over` become
 * single events at drawn times.
 */
export function* storyEventsOf(
  inputs: readonly StoryEventInput[],
  seed: number,
): Steps<readonly StoryEvent[]> {
  const placed: { readonly event: StoryEvent; readonly place: number }[] = []
  for (const [i, input] of inputs.entries()) {
    yield
    for (const event of oneByOne(input, mixSeed(seed, 'events', i)))
      placed.push({ event, place: placed.length })
  }
  const sorted = yield* sortSteps((a, b) => a.event.afterMs - b.event.afterMs || a.place - b.place, placed)
  return yield* mapSteps(sorted, ({ event }) => event)
}

const msOf = (after: string | number): number =>
  typeof after === 'number' ? after : (durationMs(after) ?? 0)

const oneByOne = ({ after, note: text, ...happens }: StoryEventInput, seed: number): StoryEvent[] => {
  const note = text ?? null
  const afterMs = msOf(after)
  const overMs = happens.leads?.over === undefined ? undefined : msOf(happens.leads.over)
  if (!happens.leads || overMs === undefined) return [{ afterMs, note, happens }]
  const { count, over: _, ...lead } = happens.leads
  const draw = createPrng(seed)
  const moments = Array.from({ length: count }, () => afterMs + Math.floor(draw.next() * overMs)).sort(
    (a, b) => a - b,
  )
  // Only the first event has the note.
  return moments.map((at, i) => ({ afterMs: at, note: i === 0 ? note : null, happens: { lead } }))
}

/** Converts events back to scenario input, for an export. */
export const storyEventInputs = (events: readonly StoryEvent[]): StoryEventInput[] =>
  events.map(({ afterMs, note, happens }) => {
    const input = { after: afterMs, ...(note !== null && { note }), ...happens }
    // The members of an event come from the scenario's schema.
    return input as StoryEventInput
  })
