import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { unfulfilled } from './unfulfilled.ts'

const edit = (id: string, sent: object, shown: object, status = 200): ClientCall => ({
  method: 'PUT',
  target: `/v3/publicaciones/a@b.example/${id}`,
  headers: [],
  body: Buffer.from(JSON.stringify(sent)),
  operation: 'publications.edit',
  exchange: `publications.edit#${id}`,
  atMs: 0,
  response: { status, headers: {}, body: JSON.stringify({ ExternalId: id, ...shown }) },
})

const read = (id: string, shown: object): ClientCall => ({
  ...edit(id, {}, shown),
  method: 'GET',
  body: Buffer.from(''),
  operation: 'publications.read',
  exchange: undefined,
})

const run = (calls: readonly ClientCall[], output = '') => ({ calls, output, exitCode: 0 })

it('another level than the one asked for is reported unless the client says so or acts on it', () => {
  const usual = run([edit('A', { Exposicion: 'Alta' }, { Exposicion: 'Alta' })])
  const lower = edit('A', { Exposicion: 'Alta' }, { Exposicion: 'Media' })
  const found = (calls: readonly ClientCall[], output = '') =>
    unfulfilled['level-taken']?.(run(calls, output), usual, 'publications.edit#A')
  expect(found([lower])).toContain('A has Media instead of Alta')
  expect(found([lower], 'A: only Media')).toBeUndefined()
  expect(found([lower, read('A', {})])).toBeUndefined()
  expect(found(usual.calls)).toBeUndefined()
  const create = { ...lower, method: 'POST', operation: 'publications.create' }
  expect(found([create])).toBeUndefined()
  const judged = unfulfilled['level-taken']?.(run([create]), run([create]), 'publications.edit#A')
  expect(judged).toContain('places that it counted are still free')
})

it('ignored photos are reported unless the client edits again', () => {
  const usual = run([edit('A', { Fotos: ['n'] }, { Fotos: ['n'] })])
  const ignored = edit('A', { Fotos: ['n'] }, { Fotos: ['o'] })
  const found = (calls: readonly ClientCall[]) =>
    unfulfilled['as-many-photos']?.(run(calls), usual, 'publications.edit#A')
  expect(found([edit('A', { Fotos: ['n'] }, {}, 412), ignored])).toContain('ignores its photos')
  expect(found([ignored, edit('A', { Fotos: ['n', 'm'] }, { Fotos: ['n', 'm'] })])).toBeUndefined()
  expect(found(usual.calls)).toBeUndefined()
})

it('a publication that stays lowered after the other could not be raised is reported', () => {
  const low = { Exposicion: 'Baja' }
  const high = { Exposicion: 'Alta' }
  const first = [read('A', high), edit('A', low, low)]
  const usual = run([...first, read('B', low), edit('B', high, high)])
  const refused = [...first, read('B', low), edit('B', high, {}, 409)]
  const found = (calls: readonly ClientCall[]) =>
    unfulfilled['swap-refused']?.(run(calls), usual, 'publications.edit#B')
  expect(found(refused)).toContain('A stays at Baja')
  expect(found([...refused, edit('A', high, high)])).toBeUndefined()
})
