import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { probeOutsider } from './explore-of.ts'

it('a probe fails again where the first run has left its traces', { timeout: 30_000 }, async () => {
  const probes = clauses.filter(({ id }) => id === 'deliveries/go-to-the-callback')
  const failed = await probeOutsider({ hookFault: 'previous' }, probes)
  expect(failed.map(({ breach }) => breach.rule)).toEqual(['clause deliveries/go-to-the-callback'])
})
