import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { runClausesAgainst } from '../support/wrong-server.ts'
import { type AlterDelivery, altersDeliveries } from '../webhooks/delivery-relay.ts'
import { deliveryClauses, deliveryFailuresOn } from './delivery-failures.ts'

/** The clauses on deliveries fail on no legal service that no option of the sandbox gives. */

const resigned =
  (
    sign: (values: readonly string[], secret: string) => string,
    names = ['hook-id', 'timestamp', 'topic'],
  ): AlterDelivery =>
  ({ headers }, { secret }) => {
    const kept = Object.entries(headers).filter(
      ([name]) => !/^notification-topic$/.test(name) || names.includes('topic'),
    )
    const values = names.map((name) => headers[`notification-${name}`] ?? '')
    return { headers: { ...Object.fromEntries(kept), 'notification-signature': sign(values, secret) } }
  }

const hmac = (text: string, key: string | Buffer): Buffer => createHmac('sha256', key).update(text).digest()

const LEGAL: Readonly<Record<string, AlterDelivery>> = {
  'no topic in the headers, which then is not signed': resigned(
    (values, secret) => hmac(values.join('\n'), secret).toString('base64'),
    ['hook-id', 'timestamp'],
  ),
  'values joined with a bar': resigned((values, secret) => hmac(values.join('|'), secret).toString('hex')),
  'capital digits': resigned((values, secret) => hmac(values.join(''), secret).toString('hex').toUpperCase()),
  'the secret decoded from base64 as the key': resigned((values, secret) =>
    hmac(values.join('\n'), Buffer.from(secret, 'base64')).toString('base64'),
  ),
  'a PUT': () => ({ method: 'PUT' }),
  'another body': ({ body }) => ({ body: JSON.stringify({ evento: body }) }),
  'further headers': ({ headers }) => ({ headers: { ...headers, 'x-trace': '1' } }),
}

it.concurrent.each(Object.entries(LEGAL))(
  'no clause on deliveries fails on a service with %s',
  async (_, alter) => {
    expect(await deliveryFailuresOn({ serve: altersDeliveries(alter) })).toEqual([])
  },
)

it('a service that never retries is learned to do so, and no clause fails', async () => {
  const found = await runClausesAgainst(deliveryClauses, { profile: { 'events/retries': 'one-attempt' } })
  const again = found.filter(({ clause }) => clause.id.startsWith('deliveries-again/'))
  expect(again.map(({ verdict }) => verdict)).toEqual([
    'observed',
    'skipped',
    'skipped',
    'skipped',
    'skipped',
  ])
  expect(again[0]?.learned).toMatchObject([{ id: 'events/retries', option: 'one-attempt' }])
})
