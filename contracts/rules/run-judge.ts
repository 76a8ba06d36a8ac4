import type { Exchange, SentRequest, WireRequest } from '../../src/kit/target/exchange.ts'
import type { Target } from '../../src/kit/target/target.ts'
import { nextTurn } from '../../src/lib/runtime/next-turn.ts'
import type { Finding } from './finding.ts'
import { HistoryJudge } from './judge.ts'
import { type Concern, concernOf, interferes } from './overlaps.ts'
import { historyExchange, historyRequest } from './recorded-exchange.ts'
import type { RuleId } from './rule-table.ts'

/** A response of a run that breaks a rule. */
export interface RunFinding {
  readonly exchange: Exchange
  readonly finding: Finding
}

/** A run whose requests are judged. */
interface JudgedRun {
  readonly sent: readonly SentRequest[]
  readonly target: Target
  readonly preconditionHeader?: string | undefined
}

/** Exchanges that are judged before other work has its turn. */
const PER_TURN = 8

/** Judges the exchanges of a run by all rules, whichever clause sent the requests, each once. */
export class RunJudge {
  readonly broken: RunFinding[] = []
  readonly #sent: readonly SentRequest[]
  readonly #judge: HistoryJudge
  /** What requests concern: others that are in flight at the same time look it up again. */
  readonly #concerns = new WeakMap<WireRequest, Concern>()
  #count = 0
  #work: Promise<void> | undefined

  constructor({ sent, target: { vendor, strangerAgency }, preconditionHeader }: JudgedRun) {
    this.#sent = sent
    this.#judge = new HistoryJudge({
      isAlone: true,
      isDeliberate: true,
      vendor,
      ...(preconditionHeader !== undefined && { preconditionHeader }),
      ...(strangerAgency !== undefined && { strangerAgency }),
    })
  }

  get exercised(): ReadonlyMap<RuleId, number> {
    return this.#judge.exercised
  }

  /** Judges what is over and was not judged, between other work. */
  catchUp(): Promise<void> {
    this.#work ??= this.#judgeRest().then(() => {
      this.#work = undefined
    })
    return this.#work
  }

  async #judgeRest(): Promise<void> {
    for (let next = this.#sent[this.#count]; next; next = this.#sent[this.#count]) {
      this.#count += 1
      this.#take(next)
      if (this.#count % PER_TURN === 0) await nextTurn()
    }
  }

  #take({ request, exchange = unanswered(request), others, isOtherApp }: SentRequest): void {
    // What the second app reads is not for the first; what it writes leaves open what there is.
    if (isOtherApp && request.method === 'GET') return
    const { startedMs = 0, tookMs, number } = exchange
    const own = this.#concernOf(request)
    const isOverlapping = isOtherApp ?? others.some((other) => interferes(own, this.#concernOf(other)))
    const recorded = historyExchange(exchange, number, startedMs + tookMs)
    const isMoving = others.some((other) => this.#concernOf(other).isWrite)
    for (const finding of this.#judge.observe(recorded, { isOverlapping, isMoving }))
      this.broken.push({ exchange, finding })
  }

  #concernOf(request: WireRequest): Concern {
    const known = this.#concerns.get(request) ?? concernOf(historyRequest(request))
    this.#concerns.set(request, known)
    return known
  }
}

/** Returns a request that may have been carried out as an exchange without a response. */
const unanswered = (request: WireRequest): Exchange => ({
  number: 0,
  request,
  response: { status: 0, headers: {}, body: '' },
  json: undefined,
  tookMs: 0,
})

const judges = new WeakMap<readonly SentRequest[], RunJudge>()

/** Returns the judge of a run when it has judged all that is over. */
export const judgeOfRun = async (run: JudgedRun): Promise<RunJudge> => {
  const judge = judges.get(run.sent) ?? new RunJudge(run)
  judges.set(run.sent, judge)
  await judge.catchUp()
  return judge
}
