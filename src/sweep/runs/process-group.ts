import { readdirSync, readFileSync } from 'node:fs'

/** Process groups that have not been ended. */
const underWay = new Set<RunProcesses>()

/** The processes of a client's run. */
export interface RunProcesses {
  readonly pid: number | undefined
  /** An environment variable that is unique to the run, as `NAME=value`. */
  readonly mark: string
}

/** Makes sure that processes end when this one does, as after a second Ctrl-C. */
export const watched = (processes: RunProcesses): void => {
  if (underWay.size === 0) process.on('exit', endAll)
  underWay.add(processes)
}

/** Ends the process group of a run, and processes that have left it. */
export const endProcesses = (processes: RunProcesses): void => {
  underWay.delete(processes)
  if (underWay.size === 0) process.off('exit', endAll)
  const { pid, mark } = processes
  if (pid !== undefined) kill(-pid)
  // A process may start another before it ends.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const left = markedProcesses(mark)
    if (left.length === 0) return
    for (const one of left) kill(one)
  }
}

const MAX_PASSES = 5

const endAll = (): void => {
  for (const processes of underWay) endProcesses(processes)
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** Finds processes by their environment, on systems that show it. */
const markedProcesses = (mark: string): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && hasMark(name, mark))
      .map(Number)
  } catch {
    return []
  }
}

const hasMark = (pid: string, mark: string): boolean => {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(`\0${mark}\0`)
  } catch {
    return false
  }
}
