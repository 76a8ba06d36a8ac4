import type { Steps } from '../../lib/collections/steps.ts'
import type { Prng } from '../../lib/random/prng.ts'
import type { DomainEvent } from '../../model/world/domain-event.ts'
import type { World } from '../../model/world/world.ts'

/** The world and the moment at which a story event is played. */
export interface StoryScene {
  readonly world: World
  /** World time at which the event is due, in milliseconds since the epoch. */
  readonly atMs: number
  /** Random source of this event alone: its draws never depend on earlier requests or events. */
  readonly random: Prng
}

/** The result of a story event. */
export interface StoryOutcome {
  readonly world: World
  readonly events?: readonly DomainEvent[]
  /** The outcome in a few words. */
  readonly outcome: string
}

/** The steps of a story event that brings many records. */
export type StorySteps = Steps<StoryOutcome>
