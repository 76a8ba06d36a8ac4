import type { Agency, NotificationSettings } from '../world/agency.ts'
import type { Destination } from '../world/delivery.ts'
import { type Webhook, webhookKey } from '../world/webhook.ts'
import { topicsOf } from '../domain/webhooks/webhook-rules.ts'
import type { World } from '../world/world.ts'

/** What is configured, and active, at this moment. Nothing is delivered without it (EVT-04, EVT-06). */

/** A configuration with the address that it needs. */
type Addressed<T> = T & { readonly Callback: string }

/** The webhook of an app and topic while it is active and its topic available (`events/topics`). */
export const activeWebhook = (world: World, app: string, topic: string): Addressed<Webhook> | undefined => {
  if (world.webhooks.size === 0) return undefined
  const webhook = world.webhooks.get(webhookKey(app, topic))
  if (!webhook?.Activo || !webhook.Callback || !topicsOf(world.setting.profile).includes(topic)) return undefined
  return { ...webhook, Callback: webhook.Callback }
}

type Channel = keyof NotificationSettings

/** The four channels of AGE-10, in its order. */
const CHANNELS: readonly Channel[] = [
  'PublicacionConsultadaWebHook',
  'PublicacionConsultadaAdfHook',
  'PublicacionConsultadaAdfMail',
  'PublicacionConsultadaHtmlMail',
]

export const activeChannels = ({ notifications }: Agency): Channel[] =>
  CHANNELS.filter((name) => activeChannel(notifications, name))

/** The settings of a channel while it is active and has the address that it needs. */
export const activeChannel = <Name extends Channel>(
  settings: NotificationSettings,
  name: Name,
): NonNullable<NotificationSettings[Name]> | undefined => {
  const channel = settings[name]
  if (!channel?.Activo) return undefined
  if ('Callback' in channel && !channel.Callback) return undefined
  return 'Email' in channel && !channel.Email ? undefined : channel
}

/** The world where the configuration of that destination is no longer active (`events/after-last`). */
export const suspended = (world: World, to: Destination, agency: Agency | undefined): World => {
  if (to.kind === 'app-webhook') {
    const webhook = world.webhooks.get(webhookKey(to.app, to.topic))
    return webhook ? { ...world, webhooks: world.webhooks.put({ ...webhook, Activo: false }) } : world
  }
  const channel = agency?.notifications[to.channel]
  if (!agency || !channel) return world
  const notifications = { ...agency.notifications, [to.channel]: { ...channel, Activo: false } }
  return { ...world, agencies: world.agencies.put({ ...agency, notifications }) }
}
