import { type ChildProcess, fork } from 'node:child_process'
import type { MutantTask, MutantVerdict } from './worker.ts'

/** A check takes a few seconds; rules that never end are caught by waiting. */
const PATIENCE_MS = 120_000
/** Checks before a process is replaced: each has its own instance of the sandbox. */
const CHECKS_PER_PROCESS = 40

/** How mutants are judged. */
export interface MutantJudging {
  /** The instrumented sandbox, and the program of the processes. */
  readonly bundle: string
  readonly worker: string
  readonly scenario: string
  /** Processes at a time. */
  readonly jobs: number
  /** Ids of the clauses that run a mutant's code, the likeliest to fail first; undefined: all. */
  orderOf?(id: string): readonly string[] | undefined
  show?(verdict: MutantVerdict): void
}

/** Judges mutants in processes; undefined stands for the unchanged rules. */
export const judgeMutants = async (
  ids: readonly (string | undefined)[],
  { bundle, worker, scenario, jobs, orderOf = () => undefined, show = () => {} }: MutantJudging,
): Promise<readonly MutantVerdict[]> => {
  const queue = ids.map((id) => ({ id }))
  const found: MutantVerdict[] = []
  const startChild = () => fork(worker, [bundle, scenario], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const work = async () => {
    let child = startChild()
    let checks = 0
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { id } = next
      const order = id === undefined ? undefined : orderOf(id)
      const verdict = await asked(child, { ...(id !== undefined && { id }), ...(order && { order }) })
      found.push(verdict)
      show(verdict)
      checks += 1
      if (checks % CHECKS_PER_PROCESS > 0 && child.connected && !child.killed) continue
      child.kill('SIGKILL')
      child = startChild()
    }
    child.kill('SIGKILL')
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return found
}

/** Asks a process for a verdict; one that does not answer is ended, and what it did counts as caught. */
const asked = (child: ChildProcess, task: MutantTask): Promise<MutantVerdict> =>
  new Promise((done) => {
    const startMs = performance.now()
    const end = (verdict: MutantVerdict) => {
      clearTimeout(timer)
      child.removeAllListeners()
      done(verdict)
    }
    const ended = (caughtBy: string) =>
      end({
        ...(task.id !== undefined && { id: task.id }),
        caughtBy,
        seconds: (performance.now() - startMs) / 1_000,
      })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      ended('no end')
    }, PATIENCE_MS)
    child.once('message', (verdict: MutantVerdict) => end(verdict))
    child.once('exit', () => ended('the process ended'))
    child.send(task)
  })
