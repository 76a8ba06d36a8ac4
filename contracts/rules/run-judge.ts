import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { Target } from '../../src/kit/target/target.ts'
import { nextTurn } from '../../src/lib/runtime/next-turn.ts'
import { type Finding, type FindingDetails, findingOf } from './finding.ts'
import { HistoryJudge } from './judge.ts'
import { overlaps } from './overlaps.ts'
import { historyExchange } from './recorded-exchange.ts'
import type { RuleId } from './rule-table.ts'

/** An answer of a run that breaks a rule. */
export interface BrokenAnswer {
  readonly exchange: Exchange
  readonly finding: Finding
}

/** Returns an answer as one that breaks a rule of a clause. */
export const broken = (exchange: Exchange, details: Omit<FindingDetails, 'rule'>): BrokenAnswer => ({
  exchange,
  finding: findingOf(historyExchange(exchange, exchange.number, 0), { rule: 'run', ...details }),
})

/** A run whose exchanges are judged. */
interface JudgedRun {
  readonly exchanges: readonly Exchange[]
  readonly target: Target
  readonly preconditionHeader?: string | undefined
}

/** Exchanges that are judged before other work has its turn. */
const PER_TURN = 20

/** Judges the exchanges of a run by all rules, whichever clause sent the requests, each once. */
export class RunJudge {
  readonly broken: BrokenAnswer[] = []
  readonly #judge: HistoryJudge
  #count = 0

  constructor({ target, preconditionHeader }: JudgedRun) {
    const { vendor, strangerAgency, otherApp } = target
    this.#judge = new HistoryJudge({
      isAlone: otherApp === undefined,
      isProbe: true,
      vendor,
      ...(preconditionHeader !== undefined && { preconditionHeader }),
      ...(strangerAgency !== undefined && { strangerAgency }),
    })
  }

  get exercised(): ReadonlyMap<RuleId, number> {
    return this.#judge.exercised
  }

  /** Judges what the run has exchanged since the last call, in the order in which it was sent. */
  async catchUp(exchanges: readonly Exchange[]): Promise<void> {
    const next = exchanges.slice(this.#count)
    this.#count = exchanges.length
    const sent = new Map(
      next
        .toSorted((one, other) => (one.startedMs ?? 0) - (other.startedMs ?? 0) || one.number - other.number)
        .map((one) => [historyExchange(one, one.number, (one.startedMs ?? 0) + one.tookMs), one]),
    )
    const overlapping = overlaps([...sent.keys()], 0)
    let judged = 0
    for (const [recorded, exchange] of sent) {
      for (const finding of this.#judge.observe(recorded, { isAmongOthers: overlapping.has(recorded) }))
        this.broken.push({ exchange, finding })
      judged += 1
      if (judged % PER_TURN === 0) await nextTurn()
    }
  }
}

/** Judges of runs, and what each of them does at present. */
const judges = new WeakMap<readonly Exchange[], { readonly judge: RunJudge; work: Promise<void> }>()

/** Judges all that a run has exchanged so far by the rules; returns its judge. */
export const judgeRun = async (run: JudgedRun): Promise<RunJudge> => {
  const one = judges.get(run.exchanges) ?? { judge: new RunJudge(run), work: Promise.resolve() }
  judges.set(run.exchanges, one)
  one.work = one.work.then(() => one.judge.catchUp(run.exchanges))
  await one.work
  return one.judge
}
