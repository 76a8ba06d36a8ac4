import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import type { ClientRun } from '../runs/client-run.ts'
import type { Undisturbed } from '../runs/undisturbed.ts'
import { contrastFinding } from './contrast.ts'

const read = { method: 'GET', operation: 'agencies.products' } as ClientCall
const write = { method: 'PUT', operation: 'publications.edit' } as ClientCall

// The function reads only these members of a run.
const run = (exitCode: number, ...calls: ClientCall[]) =>
  ({ exitCode, calls, output: '' }) as unknown as ClientRun

it('a client that writes less because a level is empty is right, one that fails with the same requests is not', () => {
  const undisturbed = { run: run(0, read, write), passing: undefined } as unknown as Undisturbed
  const found = (survived: ClientRun, other: ClientRun) =>
    contrastFinding(
      { fault: 'empty-level', weakness: 'divides by the contracted number' },
      { undisturbed, survived, other },
    )
  expect(found(run(0, read, write), run(1, read, write))).toBe('it divides by the contracted number')
  expect(found(run(0, read, write), run(1, read))).toBeUndefined()
  // A place is given at the level that is shown as empty.
  const answered = (call: ClientCall, body: object) =>
    ({ ...call, response: { status: 200, headers: {}, body: JSON.stringify(body) } }) as ClientCall
  const products = answered(read, { Alta: { Pack: 0 }, Baja: { Pack: 4 } })
  const failing = (Exposicion: string) => run(1, products, answered(write, { Exposicion }))
  expect(found(run(0, read, write), failing('Alta'))).toBeUndefined()
  expect(found(run(0, read, write), failing('Baja'))).toBe('it divides by the contracted number')
  // A test that expects certain numbers fails in both.
  expect(found(run(1, read, write), run(1, read, write))).toBeUndefined()
})

it('a client that goes on after 409 treats it as its own, though a later test reads the list; one that looks does not', () => {
  const CARS = '/v3/publicaciones/a@b.example'
  const create = (id: string, status: number) =>
    ({
      method: 'POST',
      target: CARS,
      operation: 'publications.create',
      body: Buffer.from(JSON.stringify({ ExternalId: id })),
      response: { status, headers: {}, body: '' },
    }) as unknown as ClientCall
  const reading = (target: string) =>
    ({
      method: 'GET',
      target,
      operation: 'publications.read',
      body: Buffer.from(''),
    }) as unknown as ClientCall
  const ended = (output: string, ...calls: readonly ClientCall[]) => ({ ...run(1, ...calls), output })
  const usual = [create('A-1', 201), create('A-2', 201), reading(CARS)]
  const undisturbed = { run: run(0, ...usual), passing: undefined } as unknown as Undisturbed
  const found = (...later: readonly ClientCall[]) =>
    contrastFinding(
      { fault: 'id-taken', weakness: '' },
      {
        undisturbed,
        survived: ended('made 1', create('A-1', 409), ...later),
        other: ended('Error: 403', create('A-1', 403)),
      },
    )
  expect(found(create('A-2', 201), reading(CARS))).toMatch(/as its own/)
  expect(found(reading(`${CARS}/A-1`), create('A-2', 201), reading(CARS))).toBeUndefined()
  expect(found(reading(CARS), create('A-2', 201))).toBeUndefined()
  expect(found(create('A-2', 201), reading(`${CARS}/A-1`))).toBeUndefined()
})
