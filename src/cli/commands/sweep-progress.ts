import type { SweepProgress } from '../../sweep/sweep.ts'
import { progressLine } from '../support/progress-line.ts'

/** Shows how far a sweep is. */
export const sweepProgress = () => progressLine<SweepProgress>(progressText)

const progressText = ({ phase, done, total, broken, leftMs }: SweepProgress): string => {
  const left = leftMs === null ? '' : `, ${Math.max(0, Math.ceil(leftMs / 1_000))} s left`
  return phase === 'baseline'
    ? `Baseline runs: ${done} of ${total}${left}.`
    : `Variants: ${done} of ${total}, ${broken} broke${left}.`
}
