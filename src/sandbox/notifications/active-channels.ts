import { CHANNEL_NAMES, type ChannelName } from '../../api/wire/channels.ts'
import { availableTopics } from '../../model/domain/webhooks/webhook-rules.ts'
import type { Agency, NotificationSettings } from '../../model/world/agency.ts'
import type { Destination } from '../../model/world/delivery.ts'
import { type Webhook, webhookKey } from '../../model/world/webhook.ts'
import type { World } from '../../model/world/world.ts'

/** Webhooks and channels that are configured and active; only these get deliveries (EVT-04, EVT-06). */

/** A configuration with its required callback. */
type WithCallback<T> = T & { readonly Callback: string }

/** Finds the webhook of an app and topic, if it is active and the topic is available (`events/topics`). */
export const activeWebhook = (
  world: World,
  app: string,
  topic: string,
): WithCallback<Webhook> | undefined => {
  if (world.webhooks.size === 0) return undefined
  const webhook = world.webhooks.get(webhookKey(app, topic))
  if (!webhook?.Activo || !webhook.Callback || !availableTopics(world.setting.profile).includes(topic))
    return undefined
  return { ...webhook, Callback: webhook.Callback }
}

/** Names of the active channels of an agency. */
export const activeChannels = ({ notifications }: Agency): ChannelName[] =>
  CHANNEL_NAMES.filter((name) => activeChannel(notifications, name))

/** Settings of a channel, if it is active and has its required address. */
export const activeChannel = <Name extends ChannelName>(
  settings: NotificationSettings,
  name: Name,
): NonNullable<NotificationSettings[Name]> | undefined => {
  const channel = settings[name]
  if (!channel?.Activo) return undefined
  if ('Callback' in channel && !channel.Callback) return undefined
  return 'Email' in channel && !channel.Email ? undefined : channel
}

/** Deactivates the configuration of a destination (`events/after-last`); returns the new world. */
export const deactivateConfiguration = (world: World, to: Destination, agency: Agency | undefined): World => {
  if (to.kind === 'app-webhook') {
    const webhook = world.webhooks.get(webhookKey(to.app, to.topic))
    return webhook ? { ...world, webhooks: world.webhooks.put({ ...webhook, Activo: false }) } : world
  }
  const channel = agency?.notifications[to.channel]
  if (!agency || !channel) return world
  const notifications = { ...agency.notifications, [to.channel]: { ...channel, Activo: false } }
  return { ...world, agencies: world.agencies.put({ ...agency, notifications }) }
}
