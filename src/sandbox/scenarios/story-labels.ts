import type { StoryEvent } from '../../model/world/story.ts'
import { StoryAction, type StoryActionInput } from './schema/story-schema.ts'

/** Labels of story events. */

/** Name of the action of an event. */
export const storyEventKind = ({ happens }: StoryEvent): string => Object.keys(happens)[0] ?? ''

/** Describes an event in a few words. */
export const storyEventText = ({ happens }: StoryEvent): string => {
  const { lead, leads, views, publish, fill, price, sold, suspend, reactivate, ...others } =
    StoryAction.parse(happens)
  if (lead) return `a lead on ${lead.externalid ?? 'any car'}`
  if (leads) return `${leads.count} leads on ${leads.externalid ?? 'any car'}`
  if (views) return `${views.count} views of ${views.externalid ?? 'any car'}`
  if (publish) return `${publish.ExternalId} is published`
  if (fill) return 'publications fill the package'
  if (price) return `the price of ${price.externalid ?? 'a car'} changes${toPrice(price)}`
  if (sold) return `${sold.externalid ?? 'a car'} is sold`
  if (suspend) return `${suspend.externalid ?? 'a car'} is suspended`
  if (reactivate) return `${reactivate.externalid ?? 'a suspended car'} is reactivated`
  return settingOf(others)
}

const toPrice = ({ Precio, percent }: StoryActionInput<'price'>): string =>
  Precio ? ` to ${Precio.Moneda} ${Precio.Importe}` : ` by ${percent} %`

const settingOf = ({ webhook, channels, receiver, fault, invitation }: StoryAction): string => {
  if (webhook) return `${webhook.app ?? 'the first app'} configures its webhook ${webhook.topic}`
  if (channels) return `${channels.adminMail ?? 'the first agency'} configures its channels`
  if (receiver)
    return receiver.status === null
      ? `${receiver.url} is sent to the network`
      : `${receiver.url} answers ${receiver.status}`
  if (fault) return `a fault rule is added${fault.note === undefined ? '' : `: ${fault.note}`}`
  if (invitation) return `${invitation.adminMail} accepts an invitation`
  return 'nothing'
}
