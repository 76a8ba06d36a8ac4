import { queueDeliveries } from '../../notifications/plan.ts'
import { ControlError } from '../../problems/control-error.ts'
import { createPrng, mixSeed, type Prng } from '../../random/prng.ts'
import { StoryAction } from '../../scenarios/story-schema.ts'
import type { DomainEvent } from '../../world/domain-event.ts'
import { type StoryEvent, withOutcome } from '../../world/story.ts'
import type { World } from '../../world/world.ts'
import { playPublish, playTransition, playFill, playPrice } from './publication-actions.ts'
import { playLead, playLeads, playViews } from './lead-actions.ts'
import { playChannels, playFault, playInvitation, playReceiver, playWebhook } from './settings-actions.ts'

/** Where and when something happens. */
export interface StoryScene {
  readonly world: World
  /** The instant at which it is due, which is when it happens, however late somebody looks. */
  readonly atMs: number
  /** The event's own: what an event draws depends on the world's seed, its moment and what it says, never on what came before. */
  readonly random: Prng
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
  const { world: after, events = [], outcome } = playAction({ world, atMs, random: createPrng(seed) }, event)
  const told = { ...after, story: withOutcome(after.story, outcome) }
  return events.length === 0 ? told : queueDeliveries(told, events, { nowMs: atMs, base })
}

const playAction = (scene: StoryScene, { happens }: StoryEvent): StoryOutcome => {
  try {
    return dispatchAction(scene, StoryAction.parse(happens))
  } catch (error) {
    if (error instanceof ControlError) return { world: scene.world, outcome: `nothing happened: ${error.message}` }
    throw error
  }
}

const dispatchAction = (scene: StoryScene, input: StoryAction): StoryOutcome => {
  if (input.lead) return playLead(scene, input.lead)
  if (input.leads) return playLeads(scene, input.leads)
  if (input.views) return playViews(scene, input.views)
  if (input.publish) return playPublish(scene, input.publish)
  if (input.fill) return playFill(scene, input.fill)
  if (input.price) return playPrice(scene, input.price)
  if (input.sold) return playTransition(scene, 'sold', input.sold)
  if (input.suspend) return playTransition(scene, 'suspend', input.suspend)
  if (input.reactivate) return playTransition(scene, 'reactivate', input.reactivate)
  if (input.webhook) return playWebhook(scene, input.webhook)
  if (input.channels) return playChannels(scene, input.channels)
  if (input.receiver) return playReceiver(scene, input.receiver)
  if (input.fault) return playFault(scene, input.fault)
  if (input.invitation) return playInvitation(scene, input.invitation)
  return { world: scene.world, outcome: 'nothing was said to happen' }
}
