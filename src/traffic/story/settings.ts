import { invitingApp, withAcceptedInvitation } from '../../domain/webhooks/invitation-acceptance.ts'
import { readFaultRule } from '../../faults/read-rule.ts'
import { ControlError } from '../../problems/control-error.ts'
import type { StoryActionInput } from '../../scenarios/story-schema.ts'
import type { Agency } from '../../world/agency.ts'
import { withFaultRule } from '../../world/fault-rule.ts'
import { withReceiver } from '../../world/story.ts'
import { webhookKey } from '../../world/webhook.ts'
import { requireAgency, requireApp } from '../named-records.ts'
import type { StoryOutcome, StoryScene } from './play.ts'

/** Who is told where, who answers there, and what is disturbed. */

export const webhookChanges = (
  { world }: StoryScene,
  { app, topic, ...said }: StoryActionInput<'webhook'>,
): StoryOutcome => {
  const name = app === undefined ? (world.setting.apps[0]?.name ?? '') : requireApp(world, app).name
  const before = world.webhooks.get(webhookKey(name, topic))
  const after = {
    app: name,
    topic,
    Callback: said.Callback ?? before?.Callback ?? null,
    Secret: said.Secret ?? before?.Secret ?? null,
    Description: said.Description ?? before?.Description ?? null,
    Activo: said.Activo ?? true,
    HeaderCustom01: before?.HeaderCustom01 ?? null,
    HeaderCustom02: before?.HeaderCustom02 ?? null,
    HeaderCustom03: before?.HeaderCustom03 ?? null,
  }
  const how = after.Activo ? `is told at ${after.Callback ?? 'no address'}` : 'is told no more'
  return { world: { ...world, webhooks: world.webhooks.put(after) }, outcome: `${name} ${how} of ${topic}` }
}

export const channelsChange = (
  { world }: StoryScene,
  { adminMail, ...channels }: StoryActionInput<'channels'>,
): StoryOutcome => {
  const agency = requireAgency(world, adminMail)
  // A channel that is undefined and one that is absent differ for exactOptionalPropertyTypes only; undefined ones are dropped.
  const said = Object.fromEntries(Object.entries(channels).filter(([, channel]) => channel)) as Agency['notifications']
  const after = { ...agency, notifications: { ...agency.notifications, ...said } }
  const names = Object.keys(said).join(', ') || 'nothing'
  return {
    world: { ...world, agencies: world.agencies.put(after) },
    outcome: `${agency.adminMail} configured ${names}`,
  }
}

export const receiverChanges = (
  { world }: StoryScene,
  { url, status }: StoryActionInput<'receiver'>,
): StoryOutcome => ({
  world: { ...world, story: withReceiver(world.story, url, status) },
  outcome: status === null ? `${url} is left to the network` : `${url} answers ${status} from now on`,
})

export const faultComes = ({ world, atMs }: StoryScene, said: StoryActionInput<'fault'>): StoryOutcome => {
  const read = readFaultRule(said, world, atMs)
  if ('problems' in read) throw new ControlError(400, Object.values(read.problems).flat().join(' '))
  const { faultRules: disturbances } = world
  return {
    world: { ...world, faultRules: withFaultRule(disturbances, read.rule) },
    outcome: `fault f${disturbances.next} is armed`,
  }
}

export const invitationAccepted = ({ world }: StoryScene, said: StoryActionInput<'invitation'>): StoryOutcome => {
  const agency = requireAgency(world, said.adminMail)
  const app = said.app === undefined ? invitingApp(world, agency) : requireApp(world, said.app)
  if (!app) throw new ControlError(409, 'The world has no app whose invitation could be accepted.')
  return {
    ...withAcceptedInvitation(world, agency, app),
    outcome: `${agency.adminMail} accepted the invitation of ${app.name}`,
  }
}
