import { instantMs } from '../../src/lib/calendar/instant.ts'
import type { SweepReport } from '../../src/sweep/report.ts'
import { type SweepOptions, sweep } from '../../src/sweep/sweep.ts'

const NOW = '2026-03-01T12:00:00-03:00'

/** Sweeps a command in worlds with a clock frozen at noon. */
export const sweepOf = (
  words: readonly string[],
  options: Partial<SweepOptions> = {},
): Promise<SweepReport> =>
  sweep({
    release: 'test',
    command: { words, env: {} },
    setting: { nowMs: instantMs(NOW) ?? 0, profile: {} },
    jobs: 2,
    againOptions: '',
    today: '2026-03-01',
    ...options,
  })
