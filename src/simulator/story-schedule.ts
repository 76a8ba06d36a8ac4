import { nextStoryEvent, type StoryEvent, withOutcome } from '../world/story.ts'
import type { World } from '../world/world.ts'
import type { EventBus } from './event-bus.ts'
import type { TaskSource } from './scheduler.ts'

/** Plays one event of a world's story; returns the new world. */
export type PlayStoryEvent = (world: World, event: StoryEvent, when: { atMs: number; base: string }) => World

/** What story events need from outside. */
export interface StoryPorts {
  readonly eventBus: EventBus
  readonly playStoryEvent: PlayStoryEvent
  report(error: unknown): void
  /** Returns scheme, authority and world prefix of links. */
  baseOf(name: string): string
}

/** Creates the task source of story events, each run after all tasks that were due before it. */
export const storyTasks =
  ({ eventBus, playStoryEvent, report, baseOf }: StoryPorts): TaskSource =>
  (world) => {
    if (world.setting.events.length === 0) return undefined
    const next = nextStoryEvent(world)
    if (!next) return undefined
    const { event, atMs } = next
    return {
      atMs,
      isExclusive: true,
      run: (worldHandle) => {
        try {
          worldHandle.world = playStoryEvent(worldHandle.world, event, {
            atMs,
            base: baseOf(worldHandle.name),
          })
        } catch (error) {
          // A bug of the sandbox must not end the server: the story continues with its next event.
          report(error)
          const failed = withOutcome(worldHandle.world.story, 'nothing happened: the sandbox itself failed')
          worldHandle.world = { ...worldHandle.world, story: failed }
        }
        eventBus.publish({ kind: 'world', world: worldHandle.name, what: 'story' })
        const { outcomes } = worldHandle.world.story
        return { atMs, kind: 'story', id: `e${outcomes.length}`, outcome: outcomes.at(-1) ?? '' }
      },
    }
  }
