import { expect, it } from 'vitest'
import type { ClientCall } from './client-call.ts'
import { entryFaults } from './entry-faults.ts'

const create = (id: string): ClientCall => ({
  method: 'POST',
  target: '/v3/publicaciones/a@b.example',
  headers: [],
  body: Buffer.from(JSON.stringify({ ExternalId: id })),
  operation: 'publications.create',
  exchange: 'publications.create#1',
  atMs: 0,
  response: { status: 201, headers: {}, body: '' },
})

const list: ClientCall = { ...create(''), method: 'GET', operation: 'publications.list' }

it('entry-refused prefers a create that is followed by another one', () => {
  const { suits } = entryFaults['entry-refused']
  const calls = [create('A-1'), list, create('A-2'), create('A-3')]
  expect(calls.filter((call) => suits(call, calls))).toEqual([calls[2]])
  const single = [create('A-1'), list, create('A-2')]
  expect(single.filter((call) => call !== list && suits(call, single))).toHaveLength(2)
})
