import type { SweepProgress } from '../../sweep/sweep.ts'

interface SweepProgressLine {
  readonly step: (progress: SweepProgress) => void
  readonly end: () => void
}

const LINE_EVERY_MS = 10_000

/** Shows how far a sweep is: one line that changes on a terminal, else a line every ten seconds. */
export const sweepProgress = (): SweepProgressLine => {
  const isTerminal = process.stderr.isTTY
  let shownMs = Date.now()
  let isOpen = false
  return {
    step: (progress) => {
      const text = progressText(progress)
      if (isTerminal) {
        process.stderr.write(`\r\u001b[K${text}`)
        isOpen = true
      } else if (Date.now() - shownMs >= LINE_EVERY_MS) {
        console.error(text)
        shownMs = Date.now()
      }
    },
    end: () => {
      if (isOpen) process.stderr.write('\r\u001b[K')
      isOpen = false
    },
  }
}

const PHASES: Readonly<Record<SweepProgress['phase'], string>> = {
  undisturbed: 'Undisturbed runs',
  replay: 'Replaying requests',
  client: 'Runs of the client',
}

const progressText = ({ phase, done, total, found, leftMs }: SweepProgress): string => {
  const left = leftMs === null ? '' : `, about ${Math.ceil(leftMs / 1_000)} s left`
  return `${PHASES[phase]}: ${done} of ${total}${phase === 'client' ? `, ${found} found` : ''}${left}.`
}
