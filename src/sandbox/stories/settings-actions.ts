import { ControlError } from '../../api/problems/control-error.ts'
import { invitingApp, withAcceptedInvitation } from '../../model/domain/webhooks/invitation-acceptance.ts'
import type { Agency } from '../../model/world/agency.ts'
import { withFaultRule } from '../../model/world/fault-rule.ts'
import { withReceiver } from '../../model/world/story.ts'
import { webhookKey } from '../../model/world/webhook.ts'
import { readFaultRule } from '../faults/read-rule.ts'
import type { StoryActionInput } from '../scenarios/schema/story-schema.ts'
import { requireAgency, requireApp } from './named-records.ts'
import type { StoryOutcome, StoryScene } from './story-scene.ts'

/** Configures a webhook of an app; absent members keep their value. */
export const playWebhook = (
  { world }: StoryScene,
  { app, topic, ...input }: StoryActionInput<'webhook'>,
): StoryOutcome => {
  const name = app === undefined ? (world.setting.apps[0]?.name ?? '') : requireApp(world, app).name
  const before = world.webhooks.get(webhookKey(name, topic))
  const after = {
    app: name,
    topic,
    Callback: input.Callback ?? before?.Callback ?? null,
    Secret: input.Secret ?? before?.Secret ?? null,
    Description: input.Description ?? before?.Description ?? null,
    Activo: input.Activo ?? true,
    HeaderCustom01: before?.HeaderCustom01 ?? null,
    HeaderCustom02: before?.HeaderCustom02 ?? null,
    HeaderCustom03: before?.HeaderCustom03 ?? null,
  }
  const state = after.Activo ? `active at ${after.Callback ?? 'no address'}` : 'inactive'
  return {
    world: { ...world, webhooks: world.webhooks.put(after) },
    outcome: `webhook ${topic} of ${name} is ${state}`,
  }
}

/** Configures the notification channels of an agency; absent channels keep their value. */
export const playChannels = (
  { world }: StoryScene,
  { adminMail, ...channels }: StoryActionInput<'channels'>,
): StoryOutcome => {
  const agency = requireAgency(world, adminMail)
  // `as`: undefined channels are dropped, which exactOptionalPropertyTypes cannot infer from the filter.
  const given = Object.fromEntries(
    Object.entries(channels).filter(([, channel]) => channel),
  ) as Agency['notifications']
  const after = { ...agency, notifications: { ...agency.notifications, ...given } }
  const names = Object.keys(given).join(', ') || 'nothing'
  return {
    world: { ...world, agencies: world.agencies.put(after) },
    outcome: `${agency.adminMail} configured ${names}`,
  }
}

/** Sets the status with which the sandbox simulates a receiver; null ends the simulation. */
export const playReceiver = (
  { world }: StoryScene,
  { url, status }: StoryActionInput<'receiver'>,
): StoryOutcome => ({
  world: { ...world, story: withReceiver(world.story, url, status) },
  outcome: status === null ? `${url} is no longer simulated` : `${url} responds with ${status} from now on`,
})

/** Adds a fault rule. Throws a `ControlError` when it is not valid. */
export const playFault = ({ world, atMs }: StoryScene, input: StoryActionInput<'fault'>): StoryOutcome => {
  const read = readFaultRule(input, world, atMs)
  if ('problems' in read) throw new ControlError(400, Object.values(read.problems).flat().join(' '))
  const { faultRules } = world
  return {
    world: { ...world, faultRules: withFaultRule(faultRules, read.rule) },
    outcome: `fault f${faultRules.next} is armed`,
  }
}

/** Accepts the invitation of an app on behalf of an agency. */
export const playInvitation = (
  { world }: StoryScene,
  input: StoryActionInput<'invitation'>,
): StoryOutcome => {
  const agency = requireAgency(world, input.adminMail)
  const app = input.app === undefined ? invitingApp(world, agency) : requireApp(world, input.app)
  if (!app) throw new ControlError(409, 'The world has no app with an invitation to accept.')
  return {
    ...withAcceptedInvitation(world, agency, app),
    outcome: `${agency.adminMail} accepted the invitation of ${app.name}`,
  }
}
