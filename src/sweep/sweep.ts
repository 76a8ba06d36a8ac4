import { defaultProfile, withOptions } from '../assumptions/profile.ts'
import { scenarioTime } from '../calendar/instant.ts'
import { shellWord } from '../text/shell-quote.ts'
import { operationsIn } from './faults/client-call.ts'
import type { FaultInjection } from './faults/fault-injection.ts'
import { isPair, jointInjection, variantGroups } from './plan/groups.ts'
import { judgedAs } from './plan/pairs.ts'
import { groupedBy, RunQueue } from './plan/run-queue.ts'
import { type FaultVariant, faultVariants, optionVariants, type Variant } from './plan/variants.ts'
import { isPlainOption, type Planned, Planner, rankOf } from './planner.ts'
import { type ClientCommand, type ClientRun, runClient } from './runs/client-run.ts'
import type { SweepSetting } from './runs/sweep-world.ts'
import { MAX_FIRST_MS, PATIENCE, TimeLimit } from './runs/time-limit.ts'
import { type Undisturbed, undisturbedOf } from './runs/undisturbed.ts'
import { contrastFinding } from './verdicts/contrast.ts'
import type { SweepReport, SweepWaiver, SweptFault, SweptOption } from './verdicts/findings.ts'
import { isCounted } from './verdicts/findings.ts'
import { advisedJudgement, type Judgement, judge } from './verdicts/judge.ts'
import { refusesPermanently } from './verdicts/refusals.ts'
import { isEndless, unhurriedRun } from './verdicts/request-timeouts.ts'
import { faultEntry, optionEntry } from './verdicts/verdicts.ts'
import { waiverFaults } from './verdicts/waivers.ts'

/** The input of a sweep. */
export interface SweepOptions {
  readonly release: string
  readonly command: ClientCommand
  readonly setting: SweepSetting
  readonly jobs: number
  /** Ids, or beginnings of ids, of the variants to sweep; absent: all. */
  readonly only?: readonly string[]
  readonly budgetMs?: number
  readonly waivers?: readonly SweepWaiver[]
  /** Verdicts of a former sweep by variant id, with their basis. Those with the same basis are reused. */
  readonly former?: ReadonlyMap<string, { readonly verdict: string; readonly basis: string }>
  /** Command line options to include in commands that repeat a finding. */
  readonly againOptions: string
  readonly today: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SweepProgress) => void
}

/** The progress of a sweep. */
export interface SweepProgress {
  readonly phase: 'undisturbed' | 'replay' | 'client'
  readonly done: number
  readonly total: number
  readonly found: number
  readonly leftMs: number | null
}

const UNDISTURBED_RUNS = 3
/** Up to this many failures are confirmed one at a time. */
const FEW_FAILURES = 6

/**
 * Runs the client undisturbed, replays its requests under every variant, and runs it under those that change
 * an answer. Throws `CommandNotStarted`.
 */
export const sweep = async (options: SweepOptions): Promise<SweepReport> => {
  const startedMs = performance.now()
  const startedAt = new Date().toISOString()
  const runner = new SweepRunner(options, startedMs)
  const undisturbed = await runner.undisturbed()
  const swept = undisturbed.stopped === undefined ? await runner.sweep(undisturbed) : nothingSwept
  const waivers = options.waivers ?? []
  const findings = [...swept.assumptions, ...swept.faults]
  const faultsOfWaivers = waiverFaults(waivers, findings, options.today)
  const ended =
    options.signal?.aborted && undisturbed.stopped !== undefined ? INTERRUPTED : undisturbed.stopped
  const stopped = ended ?? (findings.length + swept.advice.length === 0 ? NONE_SELECTED : null)
  return {
    release: options.release,
    command: options.command.words.join(' ').replaceAll(/\s+/g, ' '),
    startedAt,
    tookMs: Math.round(performance.now() - startedMs),
    setting: {
      scenario: options.setting.scenario ?? 'demo',
      seed: options.setting.seed ?? null,
      now: scenarioTime(options.setting.nowMs),
    },
    runs: runner.runs,
    exchanges: undisturbed.exchanges.size,
    ...swept,
    unstable: [...undisturbed.unstable, ...runner.unstable],
    stopped,
    waivers,
    waiverFaults: faultsOfWaivers,
    exitCode: exitCodeOf(options, stopped, findings, faultsOfWaivers),
  }
}

const NO_TIME = 'The undisturbed runs took the whole time budget: give a longer --budget, or run fewer tests.'
const INTERRUPTED = 'The sweep was interrupted.'
const NONE_SELECTED = 'The command sends no request to which the variants of --only apply.'

type Swept = Pick<SweepReport, 'assumptions' | 'faults' | 'advice' | 'leftOut'>

const nothingSwept: Swept = { assumptions: [], faults: [], advice: [], leftOut: [] }

const exitCodeOf = (
  { signal }: SweepOptions,
  stopped: string | null,
  findings: readonly (SweptOption | SweptFault)[],
  faultsOfWaivers: readonly string[],
): number => {
  if (signal?.aborted) return 130
  if (stopped !== null) return 4
  return findings.some(isCounted) || faultsOfWaivers.length > 0 ? 1 : 0
}

class SweepRunner {
  readonly #options: SweepOptions
  readonly #startedMs: number
  readonly unstable: string[] = []
  runs = 0
  #found = 0
  #limit = new TimeLimit({ longestMs: 0 })

  constructor(options: SweepOptions, startedMs: number) {
    this.#options = options
    this.#startedMs = startedMs
  }

  async undisturbed(): Promise<Undisturbed> {
    const limitMs = Math.min(MAX_FIRST_MS, this.#options.budgetMs ?? MAX_FIRST_MS)
    const first = await this.#run(undefined, limitMs)
    const runs: [ClientRun, ...ClientRun[]] = [first]
    while (runs.length < UNDISTURBED_RUNS && !this.#options.signal?.aborted) {
      // It would not end next time either.
      if (runs.some(({ timedOut, excess }) => timedOut || excess !== undefined)) break
      if (this.#isOver()) return { ...undisturbedOf(runs), stopped: NO_TIME }
      this.#progress('undisturbed', runs.length, UNDISTURBED_RUNS)
      runs.push(await this.#run(undefined, limitMs))
    }
    return undisturbedOf(runs)
  }

  async sweep(undisturbed: Undisturbed): Promise<Swept> {
    const { run } = undisturbed
    const { setting } = this.#options
    const profile = withOptions(defaultProfile, setting.profile, 'given')
    const source = {
      profile,
      nowMs: setting.nowMs,
      calls: run.calls,
      exchanges: undisturbed.exchanges,
      hasDeliveries: run.hasDeliveries,
    }
    this.#limit = new TimeLimit(undisturbed)
    const all = [...optionVariants(source), ...faultVariants(source)]
    const { only, signal } = this.#options
    const onReplay = (done: number, total: number) => this.#progress('replay', done, total)
    const isOver = () => this.#isOver()
    const planner = new Planner({ undisturbed, setting, only, signal, isOver, onReplay })
    const variants = all.filter((variant) => planner.isSelected(variant))
    // A fault that is meaningful only after another one needs that run too; its verdict is not reported.
    const needed = all.filter(({ id }) => variants.some((one) => one.kind === 'fault' && one.after === id))
    const single = await planner.planned([...new Set([...variants, ...needed])])
    const pairs = [...(await planner.pairs(all, single)), ...planner.withAnotherInquiry(all)]
    const planned = [...single, ...pairs].sort((a, b) => rankOf(a) - rankOf(b))
    const judged = await this.#judged(planned, undisturbed, planner)
    // A pair is meaningless if one of its parts fails alone.
    const reached = pairs.flatMap(({ variant }) => (judged.get(variant)?.reached === false ? [] : variant))
    return this.#verdicts([...variants, ...reached], planned, judged)
  }

  /** Runs the client under each variant, some side by side, until the budget is used up. */
  async #judged(
    planned: readonly Planned[],
    undisturbed: Undisturbed,
    planner: Planner,
  ): Promise<Map<Variant, Judgement>> {
    const judged = new Map<Variant, Judgement>()
    const waiting = planned.filter(({ variant, basis }) => this.#formerVerdict(variant, basis) === undefined)
    const queue = new RunQueue(variantGroups(waiting, undisturbed.run.calls))
    const total = waiting.length
    const startedMs = performance.now()
    const doubtful: Planned[] = []
    const isHiddenPair = (plan: Planned): boolean => {
      const remark = isPair(plan.variant) ? queue.leftOut(plan) : undefined
      if (remark !== undefined) judged.set(plan.variant, { evidence: undefined, reached: false, remark })
      return remark !== undefined
    }
    const worker = async (next: () => Planned[] | undefined) => {
      for (let group = next(); group && !this.#isOver(); group = next()) {
        const [plan, ...others] = group.filter((member) => !isHiddenPair(member))
        if (others.length > 0 && plan) {
          const members = [plan, ...others]
          const isFine = await this.#together(members, undisturbed, { judged, planner })
          if (!isFine) queue.split(members)
          continue
        }
        if (!plan) continue
        const { variant } = plan
        const remark = queue.leftOut(plan)
        if (remark !== undefined) {
          judged.set(variant, await this.#hidden(plan, undisturbed, remark))
          continue
        }
        const { judgement, timedOut } = await this.#once(plan, undisturbed)
        // An interrupted run proves nothing.
        if (this.#options.signal?.aborted) break
        judged.set(variant, judgement)
        const isFailure = judgement.evidence !== undefined && !judgement.advises
        if (isFailure) queue.failed(plan)
        if (isFailure && !variant.advises) this.#found += 1
        if (isFailure && !timedOut) doubtful.push(plan)
        const perVariantMs = (performance.now() - startedMs) / judged.size
        this.#progress('client', judged.size, total, perVariantMs * (total - judged.size))
      }
    }
    this.#progress('client', 0, total)
    const { jobs } = this.#options
    await Promise.all([
      ...Array.from({ length: Math.max(1, jobs) }, () => worker(() => queue.next())),
      // A run that mostly waits can overlap with others at no cost.
      ...(jobs > 1 ? [worker(() => queue.nextWaiting())] : []),
    ])
    // The variant that hides a fault may have run at the same time, or later.
    for (const plan of waiting) {
      const remark = judged.get(plan.variant)?.advises === true ? undefined : queue.hidden(plan)
      if (remark !== undefined) judged.set(plan.variant, { evidence: undefined, reached: false, remark })
    }
    // The parts of a pair may have run at the same time.
    const conclusive = doubtful.filter((plan) => judged.get(plan.variant)?.evidence && !isHiddenPair(plan))
    await this.#confirmed(conclusive, undisturbed, judged)
    return judged
  }

  /** Runs the client under a group of variants. If it survives all, records the verdicts and returns true. */
  async #together(
    group: readonly Planned[],
    undisturbed: Undisturbed,
    { judged, planner }: { readonly judged: Map<Variant, Judgement>; readonly planner: Planner },
  ): Promise<boolean> {
    const { calls } = undisturbed.run
    const variants = group.map(({ variant }) => variant)
    const replayed = await planner.together(variants)
    if (replayed === undefined) return false
    const { injection, met } = jointInjection(variants, calls)
    const run = await this.#run(injection, this.#limit.ms)
    const judgements = variants.map((variant) => {
      const reached = met.has(variant.kind === 'option' ? (variant.companion ?? variant) : variant)
      return judge(judgedAs(variant, true), { ...run, reached }, undisturbed, replayed)
    })
    const isFine =
      judgements.every(({ evidence, reached }) => reached && !evidence) &&
      // A client that sends other requests may not see the effect of an option.
      (!variants.some(isPlainOption) || operationsIn(run.calls) === operationsIn(calls))
    if (isFine && !this.#options.signal?.aborted)
      for (const [at, variant] of variants.entries())
        judged.set(variant, judgements[at] ?? { evidence: undefined, reached: true })
    return isFine
  }

  /** Repeats failed variants, similar ones until one fails again; a few one at a time, for a low load. */
  async #confirmed(
    doubtful: readonly Planned[],
    undisturbed: Undisturbed,
    judged: Map<Variant, Judgement>,
  ): Promise<void> {
    const waiting = groupedBy(doubtful, ({ variant }) => judged.get(variant)?.evidence?.gaveUp === true)
    const beside = waiting.length > FEW_FAILURES ? this.#options.jobs : 1
    const unconfirmed: string[] = []
    const worker = async () => {
      for (let group = waiting.shift(); group; group = waiting.shift())
        for (const plan of group) {
          if (this.#isOver()) unconfirmed.push(plan.variant.id)
          else if (await this.#failsAgain(plan, undisturbed, judged)) break
        }
    }
    await Promise.all(Array.from({ length: Math.max(1, beside) }, worker))
    if (unconfirmed.length > 0)
      this.unstable.push(`failed once, with no time for a second run: ${unconfirmed.join(', ')}`)
  }

  /** Repeats a failed variant; returns true if it fails again. Otherwise a third run decides. */
  async #failsAgain(
    plan: Planned,
    undisturbed: Undisturbed,
    judged: Map<Variant, Judgement>,
  ): Promise<boolean> {
    const { variant } = plan
    const second = await this.#once(plan, undisturbed)
    if (second.judgement.evidence && variant.kind === 'fault' && variant.halves) {
      const failing = await this.#failsInEach(plan, variant.halves, undisturbed)
      if (!failing) judged.set(variant, { evidence: undefined, reached: true, remark: OWN_ENTRIES })
      return failing
    }
    if ((second.judgement.evidence && !second.judgement.advises) || this.#options.signal?.aborted) return true
    const reason = judged.get(variant)?.evidence?.reason ?? ''
    this.unstable.push(`${variant.id}: one of two runs fails (${reason})`)
    judged.set(variant, (await this.#once(plan, undisturbed)).judgement)
    return false
  }

  /** Returns whether the client fails with each half of the changes; if not, a test expects a value. */
  async #failsInEach(
    { variant, ...plan }: Planned,
    halves: readonly FaultInjection[],
    undisturbed: Undisturbed,
  ): Promise<boolean> {
    for (const injection of halves) {
      const { judgement } = await this.#once({ ...plan, variant: { ...variant, injection } }, undisturbed)
      if (!judgement.evidence && judgement.reached) return false
    }
    return true
  }

  async #once(
    { variant, replayed }: Planned,
    undisturbed: Undisturbed,
  ): Promise<{ readonly judgement: Judgement; readonly timedOut: boolean }> {
    const isRead = variant.kind === 'fault' && variant.fromJournal
    const judged = judgedAs(variant, replayed?.keepsRecords)
    const runOnce = async (patience = 1) => {
      const limitMs = patience * this.#limit.ms
      const disturbed = () => this.#run(variant.injection, limitMs)
      const run = isRead ? undisturbed.run : await unhurriedRun(variant, undisturbed.run.output, disturbed)
      return { run, judgement: judge(judged, run, undisturbed, replayed), isLate: run.tookMs >= limitMs }
    }
    const early = await runOnce()
    const isDoubtful = early.isLate && early.run.timedOut && early.judgement.evidence && !isEndless(variant)
    // The machine may be busier than at first.
    if (isDoubtful) this.#limit.measured(await this.#run(undefined, PATIENCE * this.#limit.ms))
    const first = isDoubtful ? await runOnce() : early
    // A client that waits longer before each attempt gives up late.
    const isPatient = first.run.timedOut && !first.judgement.evidence && refusesPermanently(variant)
    const { run, judgement } = isPatient ? await runOnce(PATIENCE) : first
    const isFound = judgement.evidence !== undefined && variant.kind === 'fault' && variant.exchange !== '*'
    const isCertain = isFound || judgement.crashed === true || judgement.advises === true
    if (variant.kind === 'fault' && variant.contrastRuns && judgement.reached && !isCertain)
      return { judgement: await this.#contrasted(variant, { run, undisturbed }), timedOut: false }
    return { judgement, timedOut: run.timedOut }
  }

  /** Judges a fault that another failure hides: it is reported only if the client crashes in another way. */
  async #hidden(plan: Planned, undisturbed: Undisturbed, remark: string): Promise<Judgement> {
    const { variant } = plan
    const hidden: Judgement = { evidence: undefined, reached: false, remark }
    if (variant.kind !== 'fault' || variant.fault !== 'conflict-of-entry') return hidden
    const { judgement } = await this.#once(plan, undisturbed)
    return judgement.crashed ? { ...judgement, advises: true } : hidden
  }

  /** Reports a client that survives one run, but not the contrasting one. */
  async #contrasted(
    variant: FaultVariant,
    { run, undisturbed }: { readonly run: ClientRun; readonly undisturbed: Undisturbed },
  ): Promise<Judgement> {
    const timeoutMs = this.#limit.ms
    for (const { survived: given, others, isWhole } of variant.contrastRuns ?? []) {
      const survived = given ? await this.#run(given, timeoutMs) : run
      const all: string[] = []
      let last = survived
      for (const contrast of others) {
        const contrasted = () => this.#run(contrast, timeoutMs)
        const other = await unhurriedRun(variant, undisturbed.run.output, contrasted)
        const { changes } = contrast
        const shown = contrastFinding(variant, { undisturbed, survived, other, changes })
        if (shown === undefined) continue
        if (!isWhole) return advisedJudgement(shown, variant.exchange === '*' ? other : survived, undisturbed)
        all.push(shown)
        last = other
      }
      if (all.length > 0) return advisedJudgement(all.join('; '), last, undisturbed)
    }
    return { evidence: undefined, reached: true }
  }

  async #run(injection: FaultInjection | undefined, timeoutMs: number): Promise<ClientRun> {
    const { command, setting, signal } = this.#options
    this.runs += 1
    return runClient({ command, setting, number: this.runs, timeoutMs, injection, signal })
  }

  #isOver(): boolean {
    const { budgetMs, signal } = this.#options
    return (
      signal?.aborted === true || (budgetMs !== undefined && performance.now() - this.#startedMs > budgetMs)
    )
  }

  #formerVerdict({ id }: Variant, basis: string): string | undefined {
    const found = this.#options.former?.get(id)
    return found?.basis === basis && (found.verdict === 'free' || found.verdict === 'healed')
      ? found.verdict
      : undefined
  }

  #verdicts(
    variants: readonly Variant[],
    planned: readonly Planned[],
    judged: ReadonlyMap<Variant, Judgement>,
  ): Swept {
    const plans = new Map(planned.map((plan) => [plan.variant, plan]))
    const leftOut: string[] = []
    const facts = (variant: Variant) => {
      const { id } = variant
      const plan = plans.get(variant)
      const judgement = judged.get(variant)
      const former = plan && this.#formerVerdict(variant, plan.basis)
      const isLeftOut = plan !== undefined && judgement === undefined && former === undefined
      if (isLeftOut) leftOut.push(id)
      const state: 'failed' | 'passed' | 'not-reached' = judgement?.evidence
        ? 'failed'
        : judgement?.reached || former
          ? 'passed'
          : 'not-reached'
      const evidence = judgement?.evidence
        ? {
            ...judgement.evidence,
            again: `playa sweep${this.#options.againOptions} --only ${shellWord(id)} -- ${this.#options.command.words.map(shellWord).join(' ')}`,
          }
        : null
      return {
        state,
        evidence,
        basis: plan?.basis ?? '',
        note:
          variant.skipReason ??
          (isLeftOut ? 'left out: the time ran out' : former ? 'unchanged' : (judgement?.remark ?? null)),
        waived: (this.#options.waivers ?? []).some(
          (waiver) => waiver.id === id && waiver.expires >= this.#options.today,
        ),
      }
    }
    const entryOf = (variant: Variant) =>
      variant.kind === 'option' ? optionEntry(variant, facts(variant)) : faultEntry(variant, facts(variant))
    const isAdvice = (variant: Variant) =>
      judged.get(variant)?.advises ||
      (variant.advises &&
        !(variant.kind === 'fault' && variant.crashCounts === true && judged.get(variant)?.crashed))
    const counting = variants.filter((variant) => !isAdvice(variant)).map(entryOf)
    return {
      assumptions: counting.filter((entry) => 'option' in entry),
      faults: counting.filter((entry) => 'fault' in entry),
      advice: variants.filter(isAdvice).map(entryOf),
      leftOut,
    }
  }

  #progress(phase: SweepProgress['phase'], done: number, total: number, leftMs: number | null = null): void {
    this.#options.onProgress?.({ phase, done, total, found: this.#found, leftMs })
  }
}

const OWN_ENTRIES = 'shows that tests expect the content of certain inquiries'
