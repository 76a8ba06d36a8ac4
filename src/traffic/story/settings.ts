import type { Agency } from '../../world/agency.ts'
import { withDisturbance } from '../../world/fault-rule.ts'
import { appThatInvites, receiveInvitation } from '../../domain/webhooks/receive-invitation.ts'
import { withReceiver } from '../../world/story.ts'
import { webhookKey } from '../../world/webhook.ts'
import { ControlError } from '../../problems/control-error.ts'
import { readRule } from '../../faults/read-rule.ts'
import { needAgency, needApp } from '../named-records.ts'
import type { SaidOf } from '../../scenarios/story-schema.ts'
import type { Happened, Scene } from './play.ts'

/** Who is told where, who answers there, and what is disturbed. */

export const webhookChanges = ({ world }: Scene, { app, topic, ...said }: SaidOf<'webhook'>): Happened => {
  const name = app === undefined ? (world.setting.apps[0]?.name ?? '') : needApp(world, app).name
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

export const channelsChange = ({ world }: Scene, { adminMail, ...channels }: SaidOf<'channels'>): Happened => {
  const agency = needAgency(world, adminMail)
  // A channel that is undefined and one that is absent differ for exactOptionalPropertyTypes only; undefined ones are dropped.
  const said = Object.fromEntries(Object.entries(channels).filter(([, channel]) => channel)) as Agency['notifications']
  const after = { ...agency, notifications: { ...agency.notifications, ...said } }
  const names = Object.keys(said).join(', ') || 'nothing'
  return {
    world: { ...world, agencies: world.agencies.put(after) },
    outcome: `${agency.adminMail} configured ${names}`,
  }
}

export const receiverChanges = ({ world }: Scene, { url, status }: SaidOf<'receiver'>): Happened => ({
  world: { ...world, story: withReceiver(world.story, url, status) },
  outcome: status === null ? `${url} is left to the network` : `${url} answers ${status} from now on`,
})

export const faultComes = ({ world, atMs }: Scene, said: SaidOf<'fault'>): Happened => {
  const read = readRule(said, world, atMs)
  if ('problems' in read) throw new ControlError(400, Object.values(read.problems).flat().join(' '))
  const { disturbances } = world
  return {
    world: { ...world, disturbances: withDisturbance(disturbances, read.rule) },
    outcome: `fault f${disturbances.next} is armed`,
  }
}

export const invitationAccepted = ({ world }: Scene, said: SaidOf<'invitation'>): Happened => {
  const agency = needAgency(world, said.adminMail)
  const app = said.app === undefined ? appThatInvites(world, agency) : needApp(world, said.app)
  if (!app) throw new ControlError(409, 'The world has no app whose invitation could be accepted.')
  return {
    ...receiveInvitation(world, agency, app),
    outcome: `${agency.adminMail} accepted the invitation of ${app.name}`,
  }
}
