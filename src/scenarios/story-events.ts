import { chance, mix } from '../random/prng.ts'
import type { StoryEvent } from '../world/story.ts'
import { durationMs } from '../calendar/iso-duration.ts'
import type { EventSaid } from './story-schema.ts'

/**
 * The events of a scenario in the order in which they happen; those of one moment in the order of the file. Leads that come over a while are
 * as many events, each at a moment of its own that the seed draws.
 */
export const eventsOf = (said: readonly EventSaid[], seed: number): readonly StoryEvent[] =>
  said
    .flatMap((event, i) => oneByOne(event, mix(seed, 'events', i)))
    .map((event, place) => ({ event, place }))
    .sort((a, b) => a.event.afterMs - b.event.afterMs || a.place - b.place)
    .map(({ event }) => event)

const msOf = (after: string | number): number => (typeof after === 'number' ? after : (durationMs(after) ?? 0))

const oneByOne = ({ after, note: words, ...happens }: EventSaid, seed: number): StoryEvent[] => {
  const note = words ?? null
  const afterMs = msOf(after)
  const overMs = happens.leads?.over === undefined ? undefined : msOf(happens.leads.over)
  if (!happens.leads || overMs === undefined) return [{ afterMs, note, happens }]
  const { count, over: _, ...lead } = happens.leads
  const draw = chance(seed)
  const moments = Array.from({ length: count }, () => afterMs + Math.floor(draw.next() * overMs)).sort((a, b) => a - b)
  // The words are said once, of the first.
  return moments.map((at, i) => ({ afterMs: at, note: i === 0 ? note : null, happens: { lead } }))
}

/** Events as a scenario says them, for an export. */
export const saidOf = (events: readonly StoryEvent[]): EventSaid[] =>
  events.map(({ afterMs, note, happens }) => {
    const said = { after: afterMs, ...(note !== null && { note }), ...happens }
    // What an event holds came through the scenario's schema.
    return said as EventSaid
  })
