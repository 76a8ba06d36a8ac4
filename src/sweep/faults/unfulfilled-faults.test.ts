import { expect, it } from 'vitest'
import type { ClientCall } from './client-call.ts'
import { unfulfilledFaults } from './unfulfilled-faults.ts'

const call = (method: string, operation: string, body: object = {}): ClientCall => ({
  method,
  target: '/v3/publicaciones/a@b.example',
  headers: [],
  body: Buffer.from(JSON.stringify(body)),
  operation,
  exchange: `${operation}#1`,
  atMs: 0,
  response: { status: 201, headers: {}, body: JSON.stringify(body) },
})

it('only a client that counts free places has to look at the level that its create gets', () => {
  const { suits } = unfulfilledFaults['level-taken']
  const create = call('POST', 'publications.create', { Exposicion: 'Alta' })
  const places = call('GET', 'agencies.products')
  expect(suits(create, [places, create])).toBe(true)
  expect(suits(create, [create, places])).toBe(false)
  expect(suits(create, [call('GET', 'publications.list'), create])).toBe(false)
})
