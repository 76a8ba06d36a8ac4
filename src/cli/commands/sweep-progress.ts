import type { SweepProgress } from '../../sweep/sweep.ts'
import { progressLine } from '../progress-line.ts'

/** Shows how far a sweep is. */
export const sweepProgress = () => progressLine<SweepProgress>(progressText)

const PHASES: Readonly<Record<SweepProgress['phase'], string>> = {
  undisturbed: 'Undisturbed runs',
  replay: 'Replaying requests',
  client: 'Runs of the client',
}

const progressText = ({ phase, done, total, found, leftMs }: SweepProgress): string => {
  const left = leftMs === null ? '' : `, about ${Math.ceil(leftMs / 1_000)} s left`
  return `${PHASES[phase]}: ${done} of ${total}${phase === 'client' ? `, ${found} found` : ''}${left}.`
}
