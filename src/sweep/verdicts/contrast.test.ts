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
  // A test that expects certain numbers fails in both.
  expect(found(run(1, read, write), run(1, read, write))).toBeUndefined()
})
