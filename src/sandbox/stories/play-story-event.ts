import { ControlError } from '../../api/problems/control-error.ts'
import type { Steps } from '../../lib/collections/steps.ts'
import { createPrng, mixSeed } from '../../lib/random/prng.ts'
import { type StoryEvent, withOutcome } from '../../model/world/story.ts'
import type { World } from '../../model/world/world.ts'
import { queueDeliverySteps } from '../notifications/plan.ts'
import { StoryAction } from '../scenarios/schema/story-schema.ts'
import { playLead, playLeads, playViews } from './lead-actions.ts'
import { playPrice, playTransition } from './publication-actions.ts'
import { playFill, playPublish } from './publish-actions.ts'
import { playChannels, playFault, playInvitation, playReceiver, playWebhook } from './settings-actions.ts'
import type { StoryOutcome, StoryScene, StorySteps } from './story-scene.ts'

/**
 * Plays a story event in steps and queues the deliveries for its domain events; returns the new world. An
 * event that is not possible, e.g. on a publication that is sold already, changes nothing and says so in its
 * outcome. `base` begins the links.
 */
export function* playStoryEvent(
  world: World,
  event: StoryEvent,
  { atMs, base }: { atMs: number; base: string },
): Steps<World> {
  const seed = mixSeed(world.setting.seed, 'story', event.afterMs, JSON.stringify(event.happens))
  const scene = { world, atMs, random: createPrng(seed) }
  const { world: after, events = [], outcome } = yield* playAction(scene, event)
  const played = { ...after, story: withOutcome(after.story, outcome) }
  return events.length === 0 ? played : yield* queueDeliverySteps(played, events, { nowMs: atMs, base })
}

function* playAction(scene: StoryScene, { happens }: StoryEvent): StorySteps {
  try {
    const action = StoryAction.parse(happens)
    if (action.leads) return yield* playLeads(scene, action.leads)
    if (action.views) return yield* playViews(scene, action.views)
    if (action.fill) return yield* playFill(scene, action.fill)
    return dispatchAction(scene, action)
  } catch (error) {
    if (error instanceof ControlError)
      return { world: scene.world, outcome: `nothing happened: ${error.message}` }
    throw error
  }
}

const dispatchAction = (scene: StoryScene, input: StoryAction): StoryOutcome => {
  if (input.lead) return playLead(scene, input.lead)
  if (input.publish) return playPublish(scene, input.publish)
  if (input.price) return playPrice(scene, input.price)
  if (input.sold) return playTransition(scene, 'sold', input.sold)
  if (input.suspend) return playTransition(scene, 'suspend', input.suspend)
  if (input.reactivate) return playTransition(scene, 'reactivate', input.reactivate)
  if (input.webhook) return playWebhook(scene, input.webhook)
  if (input.channels) return playChannels(scene, input.channels)
  if (input.receiver) return playReceiver(scene, input.receiver)
  if (input.fault) return playFault(scene, input.fault)
  if (input.invitation) return playInvitation(scene, input.invitation)
  return { world: scene.world, outcome: 'nothing happened: the event has no action' }
}
