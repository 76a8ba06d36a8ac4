import type { AppWebhook } from '../../api/wire/response-schemas.ts'
import { IndexedTable, type TableSchema } from '../../lib/collections/indexed-table.ts'

/** Webhook configuration of an app for a topic (EVT-02, EVT-03), with its members as they are shown. */
export type Webhook = Readonly<Omit<AppWebhook, '_links'> & { app: string; topic: string }>

/** All webhooks of a world, by `webhookKey`. */
export type Webhooks = IndexedTable<Webhook, string>

/** Returns the key of a webhook. */
export const webhookKey = (app: string, topic: string): string => `${app} ${topic}`

const webhookSchema: TableSchema<Webhook, string> = {
  key: (webhook) => webhookKey(webhook.app, webhook.topic),
  handle: (webhook) => webhook.topic,
  order: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  indexNames: (webhook) => [webhook.app],
}

/** Builds the table of webhooks. */
export const webhookTable = (webhooks: Iterable<Webhook> = []): Webhooks =>
  IndexedTable.of(webhookSchema, webhooks)
