import { nextStoryEvent, type StoryEvent, withOutcome } from '../world/story.ts'
import type { World } from '../world/world.ts'
import type { EventBus } from './event-bus.ts'
import type { TaskSource } from './scheduler.ts'

/** The world after one event of its story. */
export type PlayStoryEvent = (world: World, event: StoryEvent, when: { atMs: number; base: string }) => World

export interface StoryPorts {
  readonly eventBus: EventBus
  readonly playStoryEvent: PlayStoryEvent
  report(error: unknown): void
  /** Scheme, authority and world prefix of links. */
  baseOf(name: string): string
}

/** The events of a world's story, each at its moment of the world's clock and after all that was due before it. */
export const storyTasks =
  ({ eventBus: feed, playStoryEvent: tell, report, baseOf }: StoryPorts): TaskSource =>
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
          worldHandle.world = tell(worldHandle.world, event, { atMs, base: baseOf(worldHandle.name) })
        } catch (error) {
          // The story goes on; what failed here is the sandbox's own fault, and must not end the server.
          report(error)
          const failed = withOutcome(worldHandle.world.story, 'nothing happened: the sandbox itself failed')
          worldHandle.world = { ...worldHandle.world, story: failed }
        }
        feed.publish({ kind: 'world', world: worldHandle.name, what: 'story' })
        const { outcomes } = worldHandle.world.story
        return { atMs, kind: 'story', id: `e${outcomes.length}`, outcome: outcomes.at(-1) ?? '' }
      },
    }
  }
