import { queueDeliveries } from '../../notifications/plan.ts'
import { ControlError } from '../../problems/control-error.ts'
import { createPrng, mixSeed, type Prng } from '../../random/prng.ts'
import { StoryAction } from '../../scenarios/story-schema.ts'
import type { DomainEvent } from '../../world/domain-event.ts'
import { type StoryEvent, withOutcome } from '../../world/story.ts'
import type { World } from '../../world/world.ts'
import { carArrives, carLeaves, lotFills, priceChanges } from './cars.ts'
import { leadArrives, leadsArrive, viewsArrive } from './people.ts'
import { channelsChange, faultComes, invitationAccepted, receiverChanges, webhookChanges } from './settings.ts'

/** Where and when something happens. */
export interface StoryScene {
  readonly world: World
  /** The instant at which it is due, which is when it happens, however late somebody looks. */
  readonly atMs: number
  /** The event's own: what an event draws depends on the world's seed, its moment and what it says, never on what came before. */
  readonly draw: Prng
}

/** What it made of the world. */
export interface StoryOutcome {
  readonly world: World
  readonly events?: readonly DomainEvent[]
  /** In a few words. */
  readonly outcome: string
}

/**
 * The world after that event, with whoever must be told on the way to be told. What cannot happen (a car that is sold already, a package that is
 * full) changes nothing and says so in the outcome. `base` is where links lead.
 */
export const playStoryEvent = (
  world: World,
  event: StoryEvent,
  { atMs, base }: { atMs: number; base: string },
): World => {
  const seed = mixSeed(world.setting.seed, 'story', event.afterMs, JSON.stringify(event.happens))
  const { world: after, events = [], outcome } = happening({ world, atMs, draw: createPrng(seed) }, event)
  const told = { ...after, story: withOutcome(after.story, outcome) }
  return events.length === 0 ? told : queueDeliveries(told, events, { nowMs: atMs, base })
}

const happening = (scene: StoryScene, { happens }: StoryEvent): StoryOutcome => {
  try {
    return happenedOf(scene, StoryAction.parse(happens))
  } catch (error) {
    if (error instanceof ControlError) return { world: scene.world, outcome: `nothing happened: ${error.message}` }
    throw error
  }
}

const happenedOf = (scene: StoryScene, said: StoryAction): StoryOutcome => {
  if (said.lead) return leadArrives(scene, said.lead)
  if (said.leads) return leadsArrive(scene, said.leads)
  if (said.views) return viewsArrive(scene, said.views)
  if (said.publish) return carArrives(scene, said.publish)
  if (said.fill) return lotFills(scene, said.fill)
  if (said.price) return priceChanges(scene, said.price)
  if (said.sold) return carLeaves(scene, 'sold', said.sold)
  if (said.suspend) return carLeaves(scene, 'suspend', said.suspend)
  if (said.reactivate) return carLeaves(scene, 'reactivate', said.reactivate)
  if (said.webhook) return webhookChanges(scene, said.webhook)
  if (said.channels) return channelsChange(scene, said.channels)
  if (said.receiver) return receiverChanges(scene, said.receiver)
  if (said.fault) return faultComes(scene, said.fault)
  if (said.invitation) return invitationAccepted(scene, said.invitation)
  return { world: scene.world, outcome: 'nothing was said to happen' }
}
