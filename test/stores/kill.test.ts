import { expect, it } from 'vitest'
import { killRounds } from './kill-rounds.ts'

it('answered writes survive a killed process, with the same tag', async () => {
  const { faults, answers } = await killRounds(10, { seed: 7 })
  expect(faults).toEqual([])
  expect(answers).toBeGreaterThan(50)
}, 60_000)
