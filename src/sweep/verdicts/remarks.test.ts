import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { remarkOnFault } from './remarks.ts'

const call = (method: string, target: string, body = ''): ClientCall => ({
  method,
  target,
  headers: [],
  body: Buffer.from(body),
  operation: method === 'GET' ? 'publications.read' : 'operators.edit',
  exchange: method === 'GET' ? 'publications.read#1' : 'operators.edit#1',
  atMs: 0,
  response: { status: 200, headers: {}, body: '' },
})

it('a client that repeats a slow request does not wait long enough', () => {
  const read = call('GET', '/v3/publicaciones/a@b.example/A')
  const reported = (calls: readonly ClientCall[], exchange = 'publications.read#1') =>
    remarkOnFault({ fault: 'slow', exchange }, calls, [read]) !== undefined
  expect(reported([read, { ...read, exchange: 'publications.read#2' }])).toBe(true)
  expect(reported([read])).toBe(false)
})

it('a client that writes another entry of a reordered list picks it by position', () => {
  const edit = (name: string) => call('PUT', '/v3/operadores/a@b.example', name)
  const reported = (calls: readonly ClientCall[], usual: readonly ClientCall[]) =>
    remarkOnFault({ fault: 'lists-reordered', exchange: '*' }, calls, usual) !== undefined
  expect(reported([edit('Ana')], [edit('Eva')])).toBe(true)
  expect(reported([edit('Ana'), edit('Eva')], [edit('Eva'), edit('Ana')])).toBe(false)
  // Additional or missing writes are reported elsewhere.
  expect(reported([], [edit('Eva')])).toBe(false)
})
