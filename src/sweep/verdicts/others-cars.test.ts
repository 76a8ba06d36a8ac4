import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { withOthersCars } from './others-cars.ts'

const CARS = '/v3/publicaciones/a@b.example'

const list = (...ids: readonly string[]): ClientCall => ({
  method: 'GET',
  target: CARS,
  headers: [],
  body: new Uint8Array(),
  operation: 'publications.list',
  exchange: 'publications.list#1',
  atMs: 0,
  response: {
    status: 200,
    headers: {},
    body: JSON.stringify({ _entries: ids.map((ExternalId) => ({ ExternalId })) }),
  },
})

const write = (id: string, operation = 'publications.archive', status = 200): ClientCall => ({
  ...list(),
  method: 'PATCH',
  target: `${CARS}/${id}${operation.endsWith('archive') ? '/archivar' : ''}`,
  operation,
  exchange: undefined,
  response: { status, headers: {}, body: '' },
})

const reported = (fault: string, calls: readonly ClientCall[], usual: readonly ClientCall[] = []) => {
  const run = (some: readonly ClientCall[]) => ({ calls: some, output: '', exitCode: 0 })
  return withOthersCars[fault]?.(run(calls), run(usual), 'publications.list#1')
}

it('a client that archives what it has not published is reported, unless it archives all', () => {
  const shown = list('A-1', 'A-2', 'DE-OTRO-7')
  const found = (...later: readonly ClientCall[]) => reported('another-publication', [shown, ...later])
  expect(found(write('A-2'), write('DE-OTRO-7'))).toMatch(/archives what another client has just published/)
  expect(found(write('A-1'), write('A-2'), write('DE-OTRO-7'))).toBeUndefined()
  expect(found(write('A-2'))).toBeUndefined()
  expect(found(write('A-2'), write('DE-OTRO-7', 'publications.archive', 409))).toBeUndefined()
  // After another list it may be a test that cleans up.
  expect(found(write('A-2'), list('DE-OTRO-7'), write('DE-OTRO-7'))).toBeUndefined()
})

it('a client that writes to the first hit of a search is reported, one that looks for its own is not', () => {
  const amend = (id: string) => write(id, 'publications.amend')
  const usual = [list('A-1'), amend('A-1')]
  const found = (...later: readonly ClientCall[]) =>
    reported('similar-found', [list('A-10', 'A-1'), ...later], usual)
  expect(found(amend('A-10'))).toBe(
    'it takes the first entry that a search finds, and writes to another publication: A-10 instead of A-1',
  )
  expect(found(amend('A-1'))).toBeUndefined()
  // It edits all that it finds.
  expect(found(amend('A-10'), amend('A-1'))).toBeUndefined()
  expect(found()).toBeUndefined()
})
