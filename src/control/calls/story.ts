import * as z from 'zod'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import { upcomingEvents } from '../../model/world/story.ts'
import type { World } from '../../model/world/world.ts'
import { controlCall } from '../call/call.ts'

const StoryEventView = z
  .object({
    id: z.string().describe('`e1`, `e2`, ... in the order of their happening'),
    at: z.string().describe("World's time at which it is due, or was"),
    atMs: z.number().describe('The same instant in milliseconds since 1970'),
    kind: z.string().describe('The member of the scenario that says what happens, e.g. `lead`'),
    what: z.string().describe('What happens, in a few words'),
    note: z.string().nullable().describe("The author's words"),
    done: z.boolean(),
    outcome: z.string().nullable().describe('What became of it; null while it is to come'),
  })
  .meta({ id: 'StoryEvent' })

/**
 * The story of a world: past and future events that need no request. The calls of the clock play and
 * pause it.
 */
export const StoryView = z
  .object({
    world: z.string(),
    scenario: z.string(),
    position: z.int().describe('How many events have happened'),
    total: z.int(),
    next: StoryEventView.nullable().describe('The one that comes next; null when there is none'),
    receivers: z
      .array(z.object({ url: z.string(), status: z.int() }))
      .describe('Callbacks that the sandbox itself answers, and how'),
    events: z
      .array(StoryEventView)
      .describe('Around the position: the last 200 that happened, and the next 500'),
  })
  .meta({ id: 'Story' })
export type StoryView = z.infer<typeof StoryView>

const PAST_SHOWN = 200
const COMING_SHOWN = 500

const eventsIn = async ({ setting, story }: World): Promise<z.infer<typeof StoryEventView>[]> => {
  // The schema of events is loaded with the first look: most worlds have none.
  const { storyEventKind, storyEventText } = await import('../../sandbox/scenarios/story-labels.ts')
  const position = story.outcomes.length
  const from = Math.max(0, position - PAST_SHOWN)
  return setting.events.slice(from, position + COMING_SHOWN).map((event, i) => {
    const atMs = setting.startMs + event.afterMs
    const outcome = story.outcomes[from + i] ?? null
    const { note } = event
    return {
      id: `e${from + i + 1}`,
      at: scenarioTime(atMs),
      atMs,
      kind: storyEventKind(event),
      what: storyEventText(event),
      note,
      done: outcome !== null,
      outcome,
    }
  })
}

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/story',
  summary:
    'Show what happens in a world by itself as its clock goes on: the events of its scenario, past and to come',
  status: 200,
  answer: StoryView,
  cli: [{ verb: 'story', example: 'playa story --world fair' }],
  handle: async ({ world: { name, world } }) => {
    const events = await eventsIn(world)
    const position = world.story.outcomes.length
    const total = position + upcomingEvents(world).length
    const next = events.find(({ done }) => !done) ?? null
    const { scenario } = world.setting
    const receivers = world.story.receivers.map(({ url, status }) => ({ url, status }))
    return { json: { world: name, scenario, position, total, next, receivers, events } }
  },
})

export const storyCalls = { read }
