import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { delay } from '../../src/kit/runner/pacing.ts'
import { clause } from '../../src/kit-entry.ts'
import { probeOutsider } from './explore-of.ts'

it('a probe fails again where the first run has left its traces', { timeout: 30_000 }, async () => {
  const probes = clauses.filter(({ id }) => id === 'deliveries/go-to-the-callback')
  const failed = await probeOutsider({ hookFault: 'previous' }, probes)
  expect(failed.map(({ breach }) => breach.rule)).toEqual(['clause deliveries/go-to-the-callback'])
})

it('a probe that failed before the time was over is told', { timeout: 60_000 }, async () => {
  const failing = clauses.filter(({ id }) => id === 'deliveries/go-to-the-callback')
  const endless = clause({
    id: 'agencies/endless',
    statements: ['AGE-07'],
    title: 'a clause that takes longer than there is',
    leaves: 'nothing',
    needs: [],
    check: (t) => delay(600_000, t.session.signal),
  })
  const failed = await probeOutsider({ hookFault: 'previous' }, [...failing, endless], { leftMs: 12_000 })
  expect(failed.map(({ breach }) => breach.rule)).toEqual(['clause deliveries/go-to-the-callback'])
})
