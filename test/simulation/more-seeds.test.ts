import { expect, it } from 'vitest'
import { openSimulation } from './simulation-runs.ts'

/** Seeds beyond those of `simulation.test.ts`. */

const simulation = await openSimulation()

it('200 more seeds break no invariant, and equal seeds give equal bytes', {
  timeout: 120_000,
}, async () => {
  const { code, output } = await simulation(['--seeds', '200', '--from', '61', '--steps', '6'])
  expect(output).toMatch(/200 seeds of 6 steps: \d+ requests, .* 0 broken/)
  expect(code).toBe(0)
})
