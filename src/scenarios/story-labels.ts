import type { StoryEvent } from '../world/story.ts'
import { Happens, type SaidOf } from './story-schema.ts'

/** Events in a few words, for whoever watches. */

/** The member that says what happens. */
export const kindOf = ({ happens }: StoryEvent): string => Object.keys(happens)[0] ?? ''

export const whatOf = ({ happens }: StoryEvent): string => {
  const { lead, leads, views, publish, fill, price, sold, suspend, reactivate, ...others } = Happens.parse(happens)
  if (lead) return `a lead on ${lead.externalid ?? 'any car'}`
  if (leads) return `${leads.count} leads on ${leads.externalid ?? 'any car'}`
  if (views) return `${views.count} views of ${views.externalid ?? 'any car'}`
  if (publish) return `${publish.ExternalId} is published`
  if (fill) return 'the lot is filled until the package is full'
  if (price) return `the price of ${price.externalid ?? 'a car'} changes${toPrice(price)}`
  if (sold) return `${sold.externalid ?? 'a car'} is sold`
  if (suspend) return `${suspend.externalid ?? 'a car'} is suspended`
  if (reactivate) return `${reactivate.externalid ?? 'a suspended car'} comes back`
  return settingOf(others)
}

const toPrice = ({ Precio, percent }: SaidOf<'price'>): string =>
  Precio ? ` to ${Precio.Moneda} ${Precio.Importe}` : ` by ${percent} %`

const settingOf = ({ webhook, channels, receiver, fault, invitation }: Happens): string => {
  if (webhook) return `${webhook.app ?? 'the first app'} configures its webhook ${webhook.topic}`
  if (channels) return `${channels.adminMail ?? 'the first agency'} configures its channels`
  if (receiver)
    return receiver.status === null
      ? `${receiver.url} is left to the network`
      : `${receiver.url} answers ${receiver.status}`
  if (fault) return `a fault is armed${fault.note === undefined ? '' : `: ${fault.note}`}`
  if (invitation) return `${invitation.adminMail} accepts an invitation`
  return 'nothing'
}
