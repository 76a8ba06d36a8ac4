import { type Finding, findingOf } from '../../../../contracts/rules/finding.ts'
import { HistoryJudge } from '../../../../contracts/rules/judge.ts'
import {
  type HistoryExchange,
  historyExchange,
  isRefused,
} from '../../../../contracts/rules/recorded-exchange.ts'
import type { Clause } from '../../../kit/runner/clause.ts'
import { archived, cleanUp } from '../../../kit/runner/clean-up.ts'
import { freePlaces } from '../../../kit/runner/needs.ts'
import { operationOf } from '../../../kit/runner/operations.ts'
import { delay } from '../../../kit/runner/pacing.ts'
import { preflight } from '../../../kit/runner/preflight.ts'
import { runnableClauses } from '../../../kit/runner/run.ts'
import { RunSession } from '../../../kit/runner/session.ts'
import { RunStopped, SkipClause, type StopReason } from '../../../kit/runner/violation.ts'
import { type Exchange, LostWriteError, UnreachableError } from '../../../kit/target/exchange.ts'
import { createPrng } from '../../../lib/random/prng.ts'
import { batchesOf, clausesByCost, decisive, type FailedClause, failedClauses } from './clause-runs.ts'
import { CommandSender } from './command-sender.ts'
import type { Exploration, ExploreOptions, ShrunkFinding } from './exploration.ts'
import { firstSequences } from './first-sequences.ts'
import { memberSequences } from './publication-sequences.ts'
import { raceRound } from './races.ts'
import { loadFastCheck, randomSequences } from './random-sequences.ts'
import { roundsOf } from './rounds.ts'
import type { RequestSequence, SequenceCommand } from './sequence-command.ts'
import { gatherFacts, type ServiceFacts } from './service-facts.ts'
import { guessedCommands, repeatable, shrunkSequence } from './shrink.ts'
import { stateSequences } from './state-sequences.ts'

/** Random sequences of an exploration without a budget. */
const RANDOM_SEQUENCES = 20
const MAX_FOUND = 24
/**
 * Parts of the budget after which these end: clauses of few requests, reading by links, the first part of the
 * plan.
 */
const MAX_QUICK = 0.9
const MAX_CRAWLED = 0.95
const MAX_PLANNED = 0.85
/**
 * Sequences that are sent at the same time if the package has places for them: it may count suspended
 * publications.
 */
const TOGETHER = 6
const PLACES_PER_STORY = 4
/** Rounds of races, and most time for them. */
const MAX_ROUNDS = 12
const MAX_RACING_MS = 45_000
/** Maximum time for shrinking one finding. */
const MAX_SHRINKING_MS = 15_000
/** Pauses before a list is read again, because a service may update its lists with a delay. */
const LIST_WAITS_MS = [150, 600]

/** Explores a service and judges every response; cleans up at the end, also after an interruption. */
export const explore = async (options: ExploreOptions): Promise<Exploration> => {
  const exploration = new Walk(options)
  return exploration.run()
}

const NO_RESPONSE = { status: 0, headers: {}, body: '' }

/** A sequence with its exchanges and findings. */
interface SequenceOutcome {
  readonly sequence: RequestSequence
  readonly exchanges: readonly HistoryExchange[]
  readonly findings: readonly Finding[]
}

class Walk {
  readonly #options: ExploreOptions
  readonly #session: RunSession
  readonly #judge: HistoryJudge
  readonly #sender: CommandSender
  /** One for each sequence of a round; the first is `#sender`. */
  readonly #senders: CommandSender[]
  readonly #found: ShrunkFinding[] = []
  readonly #unconfirmed: Finding[] = []
  readonly #known = new Set<string>()
  #exchanges: HistoryExchange[] = []
  /** Commands that the judge still knows. */
  readonly #sent = new WeakMap<HistoryExchange, Exchange>()
  #findings: Finding[] = []
  readonly #leftBehind: string[] = []
  readonly #startMs = performance.now()
  #isAmongOthers = false
  #steps = 0
  #sequences = 0
  #unsent = 0
  #runs = 0

  constructor(options: ExploreOptions) {
    this.#options = options
    const { run } = options
    this.#judge = new HistoryJudge({
      isAlone: true,
      isDeliberate: true,
      ...(run.preconditionHeader !== undefined && { preconditionHeader: run.preconditionHeader }),
      ...(run.target.strangerAgency !== undefined && { strangerAgency: run.target.strangerAgency }),
    })
    this.#session = new RunSession({
      ...run,
      readOnly: run.leaves === 'nothing',
      onExchange: (exchange) => {
        this.#steps += 1
        const recorded = historyExchange(exchange, this.#steps, performance.now())
        this.#exchanges.push(recorded)
        this.#sent.set(recorded, exchange)
        this.#findings.push(...this.#judge.observe(recorded, { isOverlapping: this.#isAmongOthers }))
        run.onExchange?.(exchange)
      },
    })
    const isCrawlOver = () => this.#isInterrupted || this.#leftMs(MAX_CRAWLED) < 0
    this.#sender = new CommandSender(this.#session, isCrawlOver)
    this.#senders = [this.#sender]
    while (this.#senders.length < TOGETHER) this.#senders.push(new CommandSender(this.#session, isCrawlOver))
  }

  async run(): Promise<Exploration> {
    // What is missing is said before anything is sent.
    await loadFastCheck()
    const stopped = await preflight(this.#session)
    let canWrite = false
    let failure: StopReason | undefined = stopped
    if (!stopped) {
      try {
        canWrite = await this.#walk()
      } catch (error) {
        if (error instanceof RunStopped) failure = error.reason
        else if (error instanceof SkipClause) failure = { code: 'no-service', message: error.message }
        else if (error instanceof UnreachableError) failure = { code: 'unreachable', message: error.message }
        else if (!this.#isInterrupted) throw error
      }
    }
    return {
      // Findings of sequences are shrunk, so they come before clauses.
      found: this.#found.toSorted((one, other) => Number(isClause(one)) - Number(isClause(other))),
      unconfirmed: this.#unconfirmed,
      steps: this.#steps,
      sequences: this.#sequences,
      unsent: this.#unsent,
      observed: this.#judge.observed,
      canWrite,
      leftBehind: stopped ? [] : [...this.#leftBehind, ...(await this.#cleanUp())],
      interrupted: this.#isInterrupted,
      ...(failure && { stopped: failure }),
    }
  }

  /** Returns the rest of a part of the budget; Infinity without a budget. */
  #leftMs(part = 1): number {
    return this.#startMs + (this.#options.budgetMs ?? Infinity) * part - performance.now()
  }

  get #isInterrupted(): boolean {
    return this.#options.run.signal?.aborted ?? false
  }

  #cleanUp(): Promise<readonly string[]> {
    return cleanUp(this.#session, this.#options.run)
  }

  async #walk(): Promise<boolean> {
    const { seed, budgetMs = Infinity, maxFindings = MAX_FOUND, maxSequences = Infinity, run } = this.#options
    const isOver = () =>
      this.#isInterrupted ||
      this.#leftMs() < 0 ||
      this.#found.length >= maxFindings ||
      this.#sequences >= maxSequences
    const all = this.#options.hasClauses === false ? [] : runnableClauses(run)
    this.#unsent = all.length
    const facts = this.#session.isReadOnly ? undefined : await this.#gather()
    await this.#settle({ sequence: { commands: [] }, exchanges: this.#exchanges, findings: this.#findings })
    const canWrite = facts !== undefined && (await this.#session.sample()).isAccepted
    if (!canWrite || !facts) {
      await this.#run({ commands: [{ do: 'crawl' }] })
      if (!isOver()) await this.#runClauses(this.#leftMs(), all, false)
      return false
    }
    await this.#race(facts, this.#startMs + Math.min(budgetMs / 2, MAX_RACING_MS))
    const prng = createPrng(seed)
    const plan = shuffled([...memberSequences(facts), ...stateSequences(facts)], () => prng.next())
    this.#unsent += plan.length
    for (const sequence of firstSequences(facts).slice(0, maxSequences))
      if (!isOver()) await this.#run(sequence)
    // Clauses find more than the same number of other requests.
    const { few, many } = clausesByCost(all)
    for (const batch of batchesOf(few))
      if (!isOver() && this.#leftMs(MAX_QUICK) > 0) await this.#runClauses(this.#leftMs(MAX_QUICK), batch)
    await this.#run({ commands: [{ do: 'crawl' }] })
    const hasManyPlaces = ((await freePlaces(this.#session)) ?? 0) >= TOGETHER * PLACES_PER_STORY
    const width = hasManyPlaces ? TOGETHER : 1
    const rounds = [...roundsOf(plan.slice(0, Math.max(0, maxSequences - this.#sequences)), width)]
    const tellUntil = async (isEnd: () => boolean) => {
      while (!isEnd()) {
        const round = rounds.shift()
        if (!round) return
        await this.#run(...round)
        this.#unsent -= round.length
      }
    }
    await tellUntil(() => isOver() || this.#leftMs(MAX_PLANNED) < 0)
    for (const batch of batchesOf(many)) if (!isOver()) await this.#runClauses(this.#leftMs(), batch)
    await tellUntil(isOver)
    const next = await randomSequences(facts, seed)
    for (let n = 0; !isOver() && (Number.isFinite(budgetMs) || n < RANDOM_SEQUENCES); n++)
      await this.#run(next(n))
    return true
  }

  /** Reads the facts; undefined when the service answers too little to write to it. */
  #gather(): Promise<ServiceFacts | undefined> {
    return gatherFacts(this.#sender.context).catch((error: unknown) => {
      if (!(error instanceof SkipClause)) this.#noteUnanswered(error)
      return undefined
    })
  }

  /**
   * Records a request that was not answered as a finding; throws any other error. A service that answers
   * nothing any more ends the exploration with an error of its own.
   */
  #noteUnanswered(error: unknown): void {
    // Idle connections may be closed at any time.
    if (error instanceof LostWriteError) return
    if (!(error instanceof UnreachableError) || !error.unanswered) throw error
    const { request } = error.unanswered
    this.#steps += 1
    const sent = { number: this.#steps, request, response: NO_RESPONSE, json: undefined, tookMs: 0 }
    const recorded = historyExchange(sent, this.#steps, performance.now())
    this.#exchanges.push(recorded)
    this.#sent.set(recorded, sent)
    const { id, statements } = operationOf(request) ?? { id: 'request', statements: [] }
    const details = { because: statements, expected: 'a response', got: error.message }
    this.#findings.push(findingOf(recorded, { rule: `answers/${id}-status`, ...details }))
  }

  /** Lets clients write at the same time, round after round. */
  async #race({ isConditional }: ServiceFacts, untilMs: number): Promise<void> {
    const { clients = 1, maxFindings = MAX_FOUND } = this.#options
    if (clients < 2) return
    this.#isAmongOthers = true
    const isOver = () =>
      performance.now() > untilMs || this.#isInterrupted || this.#found.length >= maxFindings
    for (let round = 0; round < MAX_ROUNDS && !isOver(); round++) {
      const { context } = this.#sender
      const races = await raceRound(context, {
        clients,
        isConditional,
        settle: () => this.#archiveAll(),
      })
      this.#keep(races)
    }
    this.#isAmongOthers = false
    await this.#sender.context.get(`/v3/agencias/${this.#sender.context.adminMail}/productos`)
  }

  /**
   * Runs clauses of the contract kit for some time; if the exploration can write, with its results.
   */
  async #runClauses(leftMs: number, clauses: readonly Clause[], canWrite = true): Promise<void> {
    const { run } = this.#options
    if (clauses.length === 0) return
    const broken = new Map<Exchange, readonly Finding[]>()
    const onExchange = (exchange: Exchange) => {
      this.#steps += 1
      const recorded = historyExchange(exchange, this.#steps, performance.now())
      const findings = this.#judge.observe(recorded, { isOverlapping: true })
      const fresh = findings.filter(({ rule }) => !this.#known.has(rule))
      // A second app may see other data.
      if (fresh.length > 0 && !exchange.isOtherApp) broken.set(exchange, fresh)
      run.onExchange?.(exchange)
      this.#reportProgress()
    }
    this.#runs += 1
    const { failed, unconfirmed, leftBehind, tried } = await failedClauses(
      // Each run has its own ids, because archived ones stay taken.
      {
        ...run,
        prefix: `${run.prefix}${this.#runs}`,
        clauses,
        onExchange,
        ...(canWrite && { searches: this.#session.searches }),
      },
      { leftMs, findingsOf: (exchange) => broken.get(exchange) ?? [] },
    )
    this.#unsent -= tried
    this.#leftBehind.push(...leftBehind)
    this.#unconfirmed.push(...unconfirmed)
    this.#keep(failed)
  }

  /** Keeps findings that do not come from sequences. */
  #keep(found: readonly FailedClause[]): void {
    for (const { finding, sent } of found) {
      const exchanges = sent.map((exchange) => historyExchange(exchange, exchange.number, 0))
      if (!this.#known.has(finding.rule)) this.#add({ finding, exchanges, sent })
      this.#known.add(finding.rule)
    }
  }

  #add(found: ShrunkFinding): void {
    this.#found.push(found)
    this.#options.onFinding?.(found)
  }

  #reportProgress(): void {
    this.#options.onProgress?.({
      sequences: this.#sequences,
      steps: this.#steps,
      findings: this.#found.length,
    })
  }

  /** Runs sequences at the same time, then investigates the findings of each alone. */
  async #run(...sequences: readonly RequestSequence[]): Promise<void> {
    this.#begin()
    const sendings = sequences.map((sequence, at) => this.#send(sequence.commands, this.#senders[at]))
    const failed = (await Promise.allSettled(sendings)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    const outcomes = this.#outcomesOf(sequences)
    await this.#archiveAll()
    for (const outcome of outcomes) await this.#settle(outcome)
    this.#sequences += sequences.length
    this.#reportProgress()
  }

  /**
   * Returns the exchanges and findings of each sequence. An exchange without a sender belongs to the first.
   */
  #outcomesOf(sequences: readonly RequestSequence[]): readonly SequenceOutcome[] {
    const [exchanges, findings] = [this.#exchanges, this.#findings]
    const owners = new Map(
      sequences.flatMap((_, at) => (this.#senders[at]?.context.exchanges ?? []).map((sent) => [sent, at])),
    )
    const isOf = (at: number) => (exchange: HistoryExchange) => {
      const sent = this.#sent.get(exchange)
      return at === ((sent && owners.get(sent)) ?? 0)
    }
    return sequences.map((sequence, at) => ({
      sequence,
      exchanges: exchanges.filter(isOf(at)),
      findings: findings.filter(({ exchange }) => isOf(at)(exchange)),
    }))
  }

  /** Forgets earlier exchanges and findings. */
  #begin(): void {
    this.#exchanges = []
    this.#findings = []
    for (const sender of this.#senders) sender.begin()
  }

  /** Sends commands one after another; `before` is called before each. */
  async #send(
    commands: readonly SequenceCommand[],
    sender = this.#sender,
    before: () => void = () => undefined,
  ): Promise<void> {
    for (const command of commands) {
      if (this.#isInterrupted) return
      before()
      const sending = command.do === 'list' ? this.#sendList(command) : sender.send(command)
      await sending.catch((error: unknown) => this.#noteUnanswered(error))
    }
  }

  /** Reads a list again before it is judged wrong. */
  async #sendList(command: SequenceCommand): Promise<void> {
    for (const waitMs of [...LIST_WAITS_MS, undefined]) {
      const before = this.#findings.length
      await this.#sender.send(command)
      const isOff = this.#findings.slice(before).some(({ rule }) => rule.startsWith('lists/'))
      if (!isOff || waitMs === undefined) return
      this.#findings.splice(before)
      await delay(waitMs, this.#options.run.signal)
    }
  }

  /** Repeats a sequence that broke a rule, shorter each time, and keeps confirmed findings. */
  async #settle({ sequence, exchanges, findings }: SequenceOutcome): Promise<void> {
    const fresh = findings.filter(({ rule }) => !this.#known.has(rule))
    const first = [
      ...new Map(fresh.toReversed().map((finding) => [finding.rule, finding])).values(),
    ].toReversed()
    for (const finding of first) {
      if (this.#known.has(finding.rule) || this.#isInterrupted) continue
      if (this.#found.length > 0 && this.#leftMs() < 0) return
      this.#known.add(finding.rule)
      if (sequence.commands.length === 0) {
        this.#add(this.#withWrites(finding, exchanges))
        continue
      }
      const shrunk = await this.#shrink(repeatable(sequence, finding, this.#sender.context.types), finding)
      if (shrunk) this.#add(shrunk)
      else this.#unconfirmed.push(finding)
    }
  }

  /** Shows a finding without a sequence after the writes to the same publication. */
  #withWrites(finding: Finding, all: readonly HistoryExchange[]): ShrunkFinding {
    const sent = all.flatMap((one) => this.#sent.get(one) ?? [])
    const needed = new Set(decisive(sent, this.#sent.get(finding.exchange)))
    const kept = all.filter((one) => {
      const own = this.#sent.get(one)
      return one === finding.since || (own !== undefined && needed.has(own))
    })
    return this.#withSent(finding, kept)
  }

  /**
   * Shows a response with the earlier sequence that it contradicts, if both can be repeated.
   */
  #withSent(finding: Finding, shrunk: readonly HistoryExchange[]): ShrunkFinding {
    const { since } = finding
    const isEarlier = since !== undefined && !shrunk.includes(since)
    const isAsked = since?.method === 'GET' || (since !== undefined && isRefused(since))
    const exchanges = isEarlier && isAsked ? [since, ...shrunk] : shrunk
    return { finding, exchanges, sent: exchanges.flatMap((one) => this.#sent.get(one) ?? []) }
  }

  async #shrink({ commands: all }: RequestSequence, finding: Finding): Promise<ShrunkFinding | undefined> {
    const startMs = performance.now()
    let best: ShrunkFinding | undefined
    let guesses: readonly (readonly SequenceCommand[])[] = []
    const reproduces = async (commands: readonly SequenceCommand[]): Promise<boolean> => {
      const nowMs = performance.now()
      if (nowMs - startMs > MAX_SHRINKING_MS || (best && this.#leftMs() < 0)) return false
      this.#begin()
      const starts: number[] = []
      await this.#send(commands, this.#sender, () => starts.push(this.#exchanges.length))
      const again = this.#findings.find(({ rule }) => rule === finding.rule)
      const exchanges = this.#exchanges
      await this.#archiveAll()
      if (!again) return false
      const upTo = exchanges.filter(({ number }) => number <= again.exchange.number)
      const isBest = best === undefined || upTo.length <= best.exchanges.length
      if (isBest) best = this.#withSent(again, upTo)
      const sender = (one: HistoryExchange | undefined) => {
        const at = one ? exchanges.indexOf(one) : -1
        return starts.findLastIndex((start) => start <= at)
      }
      if (isBest) guesses = guessedCommands(commands, sender(again.since), sender(again.exchange))
      return true
    }
    if (!(await reproduces(all)) && !(await reproduces(all))) return undefined
    let commands = all
    for (const guess of guesses)
      if (guess.length < commands.length && (await reproduces(guess))) {
        commands = guess
        break
      }
    await shrunkSequence({ commands }, reproduces)
    return best
  }

  /** Archives the remaining publications of the run, so that a small package suffices. */
  async #archiveAll(): Promise<void> {
    const left = [...this.#session.unarchived]
    await Promise.all(left.map((id) => archived(this.#session, id).catch(() => undefined)))
  }
}

const isClause = ({ finding }: ShrunkFinding): boolean => finding.rule.startsWith('clause ')

const shuffled = <T>(values: readonly T[], next: () => number): readonly T[] =>
  values
    .map((value) => ({ value, at: next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)
