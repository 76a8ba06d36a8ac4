import { expect, it } from 'vitest'
import type { Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { unhurriedRun } from './request-timeouts.ts'

// The function reads only these members of a variant and of a run.
const option = { kind: 'option' } as Variant
const fault = (name: string, exchange: string) => ({ kind: 'fault', fault: name, exchange }) as Variant
const ended = (output: string, exitCode = 1) => ({ output, exitCode, timedOut: false }) as ClientRun
const late = ended('java.net.http.HttpTimeoutException: request timed out')

/** Returns the output that counts of successive runs, and how many there are. */
const counted = async (variant: Variant, runs: readonly ClientRun[], usual = '') => {
  let count = 0
  const run = await unhurriedRun(variant, usual, async () => runs[count++] ?? late)
  return [run.output.slice(0, 4), count]
}

it('a client that only stopped waiting runs again, at most twice', async () => {
  const other = ended('AssertionError')
  expect(await counted(option, [late, other])).toEqual(['Asse', 2])
  expect(await counted(option, [late, late, late, other])).toEqual(['java', 3])
  expect(await counted(option, [ended('', 0)])).toEqual(['', 1])
  expect(await counted(option, [other])).toEqual(['Asse', 1])
  // A test that waits for something else, and a message that is also printed undisturbed.
  expect(await counted(option, [ended('timed out waiting for a lead')])).toEqual(['time', 1])
  expect(await counted(option, [late], late.output)).toEqual(['java', 1])
})

it('a client that stops waiting under a fault that delays answers does not run again', async () => {
  expect(await counted(fault('slow', 'publications.list#1'), [late])).toEqual(['java', 1])
  expect(await counted(fault('all-slow', '*'), [late])).toEqual(['java', 1])
  expect(await counted(fault('no-totals', '*'), [late, ended('', 0)])).toEqual(['', 2])
})
