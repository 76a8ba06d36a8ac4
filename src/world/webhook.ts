import type { ConfiguredHeader } from './agency.ts'
import { type TableSchema, IndexedTable } from '../collections/indexed-table.ts'

/** The webhook that an app configured for a topic (EVT-02, EVT-03). */
export interface Webhook {
  readonly app: string
  readonly topic: string
  readonly Callback: string | null
  readonly Secret: string | null
  readonly Description: string | null
  readonly Activo: boolean
  readonly HeaderCustom01: ConfiguredHeader | null
  readonly HeaderCustom02: ConfiguredHeader | null
  readonly HeaderCustom03: ConfiguredHeader | null
}

export type Webhooks = IndexedTable<Webhook, string>

export const webhookKey = (app: string, topic: string): string => `${app} ${topic}`

const webhookSchema: TableSchema<Webhook, string> = {
  key: (webhook) => webhookKey(webhook.app, webhook.topic),
  handle: (webhook) => webhook.topic,
  order: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  indexNames: (webhook) => [webhook.app],
}

export const webhookTable = (webhooks: Iterable<Webhook> = []): Webhooks => IndexedTable.of(webhookSchema, webhooks)
