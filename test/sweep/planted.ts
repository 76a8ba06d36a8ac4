import { join } from 'node:path'

/** A client and the weaknesses that were planted in it. */
export interface PlantedClient {
  readonly name: string
  readonly words: readonly string[]
  /** Ids of variants that must be reported, for each weakness. */
  readonly planted: readonly string[]
}

const folder = join(import.meta.dirname, 'clients')

const client = (file: string, ...planted: string[]): PlantedClient => ({
  name: file,
  words: [file.endsWith('.py') ? 'python3' : 'node', join(folder, file)],
  planted,
})

/** Careful clients, about which nothing must be reported. */
export const carefulClients: readonly PlantedClient[] = [client('careful.mjs'), client('careful.py')]

/** Clients in two languages with one to three realistic weaknesses each. */
export const weakClients: readonly PlantedClient[] = [
  client(
    'blind.mjs',
    'stale-tag@publications.amend#1',
    'publications/precondition-required=428',
    'answer-lost@publications.create#1',
  ),
  client(
    'words.py',
    'publications/state-literals=words:Activa,Pausada,Cerrada',
    '429-retry-after@publications.read#1',
    '429-bare@publications.suspend#1',
  ),
  client('one-page.py', 'inquiries/page-size'),
  client('zone.py', 'common/time-zone=utc'),
  client('tags.py', 'publications/etag-strength=weak', 'further-members'),
  client('by-hand.mjs', 'links-elsewhere', 'common/href-form=absolute'),
  client('order.mjs', 'inquiries/order=oldest-first', '503@inquiries.list#1'),
  client('hooks.mjs', 'webhook-twice', 'webhook-reordered'),
  client('days.mjs', 'answer-lost@publications.create#1', 'midnight'),
  client('contacts.mjs', 'text-ids', 'nulls'),
  client('ledger.py', 'amounts-with-decimals', 'members-reordered'),
]
