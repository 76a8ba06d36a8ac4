import { expect, it } from 'vitest'
import type { ClientRun } from './client-run.ts'
import { undisturbedOf } from './undisturbed.ts'
import type { SweptRecord } from './world-records.ts'

const record = (key: string): SweptRecord => ({
  kind: 'publication',
  key,
  former: undefined,
  members: { ExternalId: JSON.stringify(key) },
})

const runOf = (...phases: SweptRecord[][]): ClientRun => ({
  exitCode: 0,
  timedOut: false,
  tests: undefined,
  calls: [],
  url: '',
  reached: true,
  output: '',
  hasDeliveries: false,
  tookMs: 1,
  phases,
})

it('worlds of tests that run in random order are compared', () => {
  const [a, b] = [record('A-1'), record('B-1')]
  const shuffled = undisturbedOf([runOf([a], [b, b]), runOf([b, b], [a])])
  expect([shuffled.isWorldStable, shuffled.isInAnyOrder, [...shuffled.volatile]]).toEqual([true, true, []])
  const ordered = undisturbedOf([runOf([a], [b, b]), runOf([a], [b, b])])
  expect([ordered.isWorldStable, ordered.isInAnyOrder]).toEqual([true, false])
  const unlike = undisturbedOf([runOf([a], [b]), runOf([a], [])])
  expect([unlike.isWorldStable, unlike.unstable.length]).toEqual([false, 1])
})
