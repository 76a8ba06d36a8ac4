import type { CustomHeader } from './agency.ts'
import { type Shape, Table } from '../collections/indexed-table.ts'

/** The webhook that an app configured for a topic (EVT-02, EVT-03). */
export interface Webhook {
  readonly app: string
  readonly topic: string
  readonly Callback: string | null
  readonly Secret: string | null
  readonly Description: string | null
  readonly Activo: boolean
  readonly HeaderCustom01: CustomHeader | null
  readonly HeaderCustom02: CustomHeader | null
  readonly HeaderCustom03: CustomHeader | null
}

export type Webhooks = Table<Webhook, string>

export const webhookKey = (app: string, topic: string): string => `${app} ${topic}`

const shape: Shape<Webhook, string> = {
  key: (webhook) => webhookKey(webhook.app, webhook.topic),
  handle: (webhook) => webhook.topic,
  order: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  lists: (webhook) => [webhook.app],
}

export const webhookTable = (webhooks: Iterable<Webhook> = []): Webhooks => Table.of(shape, webhooks)
