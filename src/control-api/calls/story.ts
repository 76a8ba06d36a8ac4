import * as z from 'zod'
import { eventsToCome } from '../../world/story.ts'
import type { World } from '../../world/world.ts'
import { scenarioTime } from '../../scenarios/world-start.ts'
import { type ControlCall, controlCall } from '../routes.ts'

/** The story of a world: what happened by itself, and what is still to come. The clock's calls play and pause it. */

const EventTold = z.object({
  id: z.string().describe('`e1`, `e2`, ... in the order of their happening'),
  at: z.string().describe("World's time at which it is due, or was"),
  atMs: z.number().describe('The same instant in milliseconds since 1970'),
  kind: z.string().describe('The member of the scenario that says what happens, e.g. `lead`'),
  what: z.string().describe('What happens, in a few words'),
  note: z.string().nullable().describe("The author's words"),
  done: z.boolean(),
  outcome: z.string().nullable().describe('What became of it; null while it is to come'),
})

const StoryTold = z.object({
  world: z.string(),
  scenario: z.string(),
  position: z.int().describe('How many events have happened'),
  total: z.int(),
  next: EventTold.nullable().describe('The one that comes next; null when all is told, or nothing is'),
  receivers: z
    .array(z.object({ url: z.string(), status: z.int() }))
    .describe('Callbacks that the sandbox itself answers, and how'),
  events: z.array(EventTold).describe('Around the position: the last 200 that happened, and the next 500'),
})

const PAST_TOLD = 200
const COMING_TOLD = 500

const eventsIn = async ({ setting, story }: World): Promise<z.infer<typeof EventTold>[]> => {
  // The schema of events is loaded with the first look: most worlds have none.
  const { kindOf, whatOf } = await import('../../scenarios/story-labels.ts')
  const position = story.outcomes.length
  const from = Math.max(0, position - PAST_TOLD)
  return setting.events.slice(from, position + COMING_TOLD).map((event, i) => {
    const atMs = setting.startMs + event.afterMs
    const outcome = story.outcomes[from + i] ?? null
    const { note } = event
    const told = { at: scenarioTime(atMs), atMs, kind: kindOf(event), what: whatOf(event), note }
    return { id: `e${from + i + 1}`, ...told, done: outcome !== null, outcome }
  })
}

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/story',
  summary: 'What happens in the world by itself as its clock goes on: the events of its scenario, past and to come',
  status: 200,
  answer: StoryTold,
  handle: async ({ sandbox, param }) => {
    const { name, world } = sandbox.worlds.require(param('world'))
    const events = await eventsIn(world)
    const position = world.story.outcomes.length
    const total = position + eventsToCome(world).length
    const next = events.find(({ done }) => !done) ?? null
    const { scenario } = world.setting
    return { json: { world: name, scenario, position, total, next, receivers: world.story.receivers, events } }
  },
})

export const storyCalls: readonly ControlCall[] = [read]
