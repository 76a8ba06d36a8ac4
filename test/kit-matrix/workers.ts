import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { clauses } from '../../contracts/index.ts'
import { type Clause, selectClauses } from '../../src/cli/entries/kit-entry.ts'
import { LEGAL_VARIANTS } from '../outsider/variants/legal/index.ts'
import type { LegalVariant, WrongVariant } from '../outsider/variants/variant.ts'
import { WRONG_VARIANTS } from '../outsider/variants/wrong/index.ts'
import { WRONG_MEMBERS } from '../outsider/variants/wrong/members.ts'
import { type Judgement, judge } from './judge.ts'
import { legalRuns } from './legal-runs.ts'

export type Kind = 'legal' | 'combined' | 'wrong' | 'members'

/** Returns whether the variants of a kind must fail. */
export const isWrong = (kind: Kind): boolean => kind === 'wrong' || kind === 'members'

/** One run of the kit, small enough to be sent to another process. */
export interface Task {
  readonly kind: Kind
  /** Place in the list of its kind. */
  readonly at: number
  /** Goes on after the first failure of a wrong variant. */
  readonly isWhole: boolean
}

/** Several legal variants in one run. */
const COMBINED: readonly LegalVariant[] = legalRuns(7).map(({ names, switches }, at) => ({
  name: `combined ${at + 1}: ${names.join('; ')}`,
  statement: 'Variants that concern different choices go together.',
  switches,
}))

export const variantsOf = (kind: Kind): readonly (LegalVariant | WrongVariant)[] =>
  ({ legal: LEGAL_VARIANTS, combined: COMBINED, wrong: WRONG_VARIANTS, members: WRONG_MEMBERS })[kind]

/** Clauses for a variant that limits the rate: a whole run would take minutes, or an hour. */
const fittingClauses = ({ switches }: LegalVariant | WrongVariant): readonly Clause[] => {
  const { rateLimit = 0, rateWindowMs = 60_000 } = switches
  if (rateLimit === 0) return clauses
  return selectClauses(
    clauses,
    rateWindowMs > 10_000 ? ['entry-point'] : ['entry-point', 'publications-create'],
  )
}

/** Puts the clauses on the broken statements first, where the run ends at the first failure. */
const likelyFirst = (variant: LegalVariant | WrongVariant): readonly Clause[] => {
  const fitting = fittingClauses(variant)
  if (!('violates' in variant)) return fitting
  const isLikely = ({ statements }: Clause) => statements.some((id) => variant.violates.includes(id))
  return [...fitting.filter(isLikely), ...fitting.filter((clause) => !isLikely(clause))]
}

/** Judges one task in this process. */
export const judgeTask = ({ kind, at, isWhole }: Task): Promise<Judgement> => {
  const variant = variantsOf(kind)[at]
  if (!variant) throw new Error(`there is no ${kind} variant ${at}`)
  return judge(likelyFirst(variant), {
    name: variant.name,
    switches: variant.switches,
    stopsAtFailure: isWrong(kind) && !isWhole,
    // Without the name, a service that ignores the header looks like one that reads another.
    ...(isWrong(kind) && { preconditionHeader: 'If-Match' }),
  })
}

/** Runs that a process has under way: some of the time each waits. */
const RUNS_AT_ONCE = 2

/** Judges tasks in `processes` child processes; `show` gets each judgement as it comes. */
export const judgeAll = async (
  tasks: readonly Task[],
  processes: number,
  show: (task: Task, judgement: Judgement) => void,
): Promise<readonly Judgement[]> => {
  const queue = [...tasks]
  const judgements: Judgement[] = []
  const work = async (child: ChildProcess) => {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const judgement = await asked(child, task)
      judgements.push(judgement)
      show(task, judgement)
    }
  }
  const children = Array.from({ length: Math.min(processes, tasks.length) }, () =>
    fork(fileURLToPath(new URL('./worker.ts', import.meta.url))),
  )
  await Promise.all(children.flatMap((child) => Array.from({ length: RUNS_AT_ONCE }, () => work(child))))
  for (const child of children) child.kill()
  return judgements
}

interface Reply {
  readonly task: Task
  readonly judgement: Judgement
}

const asked = (child: ChildProcess, task: Task): Promise<Judgement> =>
  new Promise((done, fail) => {
    const listen = ({ task: of, judgement }: Reply) => {
      if (of.kind !== task.kind || of.at !== task.at) return
      child.off('message', listen)
      child.off('exit', end)
      done(judgement)
    }
    const end = () => fail(new Error(`the process ended at ${task.kind} variant ${task.at}`))
    child.on('message', listen)
    child.on('exit', end)
    child.send(task)
  })
