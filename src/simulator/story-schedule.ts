import { nextEvent, type StoryEvent, withOutcome } from '../world/story.ts'
import type { World } from '../world/world.ts'
import type { Waits } from './scheduler.ts'
import type { Feed } from './event-bus.ts'

/** The world after one event of its story. */
export type Tell = (world: World, event: StoryEvent, when: { atMs: number; base: string }) => World

export interface StoryRim {
  readonly feed: Feed
  readonly tell: Tell
  report(error: unknown): void
  /** Scheme, authority and world prefix of links. */
  baseOf(name: string): string
}

/** The events of a world's story, each at its moment of the world's clock and after all that was due before it. */
export const storyEvents =
  ({ feed, tell, report, baseOf }: StoryRim): Waits =>
  (world) => {
    if (world.setting.events.length === 0) return undefined
    const next = nextEvent(world)
    if (!next) return undefined
    const { event, atMs } = next
    return {
      atMs,
      alone: true,
      run: (held) => {
        try {
          held.world = tell(held.world, event, { atMs, base: baseOf(held.name) })
        } catch (error) {
          // The story goes on; what failed here is the sandbox's own fault, and must not end the server.
          report(error)
          const failed = withOutcome(held.world.story, 'nothing happened: the sandbox itself failed')
          held.world = { ...held.world, story: failed }
        }
        feed.tell({ kind: 'world', world: held.name, what: 'story' })
        const { outcomes } = held.world.story
        return { atMs, kind: 'story', id: `e${outcomes.length}`, outcome: outcomes.at(-1) ?? '' }
      },
    }
  }
