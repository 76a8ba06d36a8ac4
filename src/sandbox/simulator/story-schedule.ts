import type { Steps } from '../../lib/collections/steps.ts'
import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { nextStoryEvent, type StoryEvent, withOutcome } from '../../model/world/story.ts'
import type { World } from '../../model/world/world.ts'
import { inSlices, SLICE_MS } from '../scenarios/in-slices.ts'
import type { EventBus } from './event-bus.ts'
import type { CompletedTask, TaskSource } from './scheduler.ts'
import type { WorldHandle, WorldRegistry } from './world-registry.ts'

/** Plays one event of a world's story, in steps; returns the new world. */
export type PlayStoryEvent = (
  world: World,
  event: StoryEvent,
  when: { atMs: number; base: string },
) => Steps<World>

/** Ports of story events. */
export interface StoryPorts {
  readonly eventBus: EventBus
  readonly playStoryEvent: PlayStoryEvent
  report(error: unknown): void
  /** Returns scheme, authority and world prefix of links. */
  baseOf(name: string): string
  readonly worlds: Pick<WorldRegistry, 'take'>
}

/** Creates the task source of story events, each run after all tasks that were due before it. */
export const storyTasks =
  (ports: StoryPorts): TaskSource =>
  (world) => {
    if (world.setting.events.length === 0) return undefined
    const next = nextStoryEvent(world)
    if (!next) return undefined
    return { atMs: next.atMs, isExclusive: true, run: (worldHandle) => runEvent(ports, worldHandle, next) }
  }

type DueEvent = NonNullable<ReturnType<typeof nextStoryEvent>>

/**
 * Plays an event at once if a slice is enough for it. A longer one is played in slices on a copy of the
 * world; requests to the world wait until the event is over, so none sees half of it.
 */
const runEvent = (
  ports: StoryPorts,
  worldHandle: WorldHandle,
  due: DueEvent,
): CompletedTask | Promise<CompletedTask> => {
  const before = worldHandle.world
  const steps = stepsOf(ports, worldHandle, due)
  const untilMs = performance.now() + SLICE_MS
  for (;;) {
    const { done, value } = steps.next()
    if (done) {
      worldHandle.world = value
      return completed(ports, worldHandle, due)
    }
    if (performance.now() > untilMs) break
  }
  const playing = playInSlices(ports, worldHandle, { due, steps, before })
  worldHandle.playing = playing.then(
    () => void (worldHandle.playing = undefined),
    () => void (worldHandle.playing = undefined),
  )
  return playing.then(async () => {
    // Waiting requests come before the next event.
    await nextTurn()
    return completed(ports, worldHandle, due)
  })
}

/** Plays the event, and repeats it when the world has changed during the play. */
const playInSlices = async (
  ports: StoryPorts,
  worldHandle: WorldHandle,
  first: { readonly due: DueEvent; readonly steps: Steps<World>; readonly before: World },
): Promise<void> => {
  const { epoch } = worldHandle
  let { steps, before } = first
  for (;;) {
    const played = await inSlices(steps)
    if (worldHandle.epoch !== epoch) return
    if (worldHandle.world === before && (await ports.worlds.take(worldHandle, before, played))) return
    if (worldHandle.epoch !== epoch) return
    before = worldHandle.world
    steps = stepsOf(ports, worldHandle, first.due)
  }
}

function* stepsOf(
  { playStoryEvent, report, baseOf }: StoryPorts,
  { world, name }: WorldHandle,
  { event, atMs }: DueEvent,
): Steps<World> {
  try {
    return yield* playStoryEvent(world, event, { atMs, base: baseOf(name) })
  } catch (error) {
    // A bug of the sandbox must not end the server: the story continues with its next event.
    report(error)
    return { ...world, story: withOutcome(world.story, 'nothing happened: the sandbox itself failed') }
  }
}

const completed = ({ eventBus }: StoryPorts, worldHandle: WorldHandle, { atMs }: DueEvent): CompletedTask => {
  eventBus.publish({ kind: 'world', world: worldHandle.name, what: 'story' })
  const { outcomes } = worldHandle.world.story
  return { atMs, kind: 'story', id: `e${outcomes.length}`, outcome: outcomes.at(-1) ?? '' }
}
