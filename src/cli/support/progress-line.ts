/** How far a command is, on standard error. */
interface ProgressLine<T> {
  readonly step: (progress: T) => void
  readonly end: () => void
}

const LINE_EVERY_MS = 10_000

/** Shows how far a command is: one line that changes on a terminal, else a line every ten seconds. */
export const progressLine = <T>(textOf: (progress: T) => string): ProgressLine<T> => {
  const isTerminal = process.stderr.isTTY
  let shownMs = Date.now()
  let isOpen = false
  return {
    step: (progress) => {
      const text = textOf(progress)
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
