import { createHash } from 'node:crypto'
import { defaultProfile, withOptions } from '../assumptions/profile.ts'
import { scenarioTime } from '../calendar/instant.ts'
import { shellWord } from '../text/shell-quote.ts'
import type { ClientCall } from './faults/client-call.ts'
import type { Disturbance } from './faults/disturbance.ts'
import { jointDisturbance, variantGroups } from './plan/groups.ts'
import { alike, RunQueue } from './plan/run-queue.ts'
import { faultVariants, optionVariants, type Variant } from './plan/variants.ts'
import { type ClientCommand, type ClientRun, runClient } from './runs/client-run.ts'
import { type Replay, replay } from './runs/replay.ts'
import type { SweepSetting } from './runs/sweep-world.ts'
import { type Undisturbed, undisturbedOf } from './runs/undisturbed.ts'
import { worldDifferences } from './runs/world-records.ts'
import type { SweepReport, SweepWaiver, SweptFault, SweptOption } from './verdicts/findings.ts'
import { isCounted } from './verdicts/findings.ts'
import { type Judgement, judge, type ReplayedVariant } from './verdicts/judge.ts'
import { faultEntry, optionEntry } from './verdicts/verdicts.ts'
import { waiverFaults } from './verdicts/waivers.ts'

/** What a sweep takes. */
export interface SweepOptions {
  readonly release: string
  readonly command: ClientCommand
  readonly setting: SweepSetting
  readonly jobs: number
  /** Ids, or beginnings of ids, of the variants to sweep; absent: all. */
  readonly only?: readonly string[]
  readonly budgetMs?: number
  readonly waivers?: readonly SweepWaiver[]
  /** Verdicts of a former sweep by variant id, with their basis: what has not changed is taken over. */
  readonly former?: ReadonlyMap<string, { readonly verdict: string; readonly basis: string }>
  /** Options of the command line that a shown command repeats. */
  readonly againOptions: string
  readonly today: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SweepProgress) => void
}

/** How far a sweep is. */
export interface SweepProgress {
  readonly phase: 'undisturbed' | 'replay' | 'client'
  readonly done: number
  readonly total: number
  readonly found: number
  readonly leftMs: number | null
}

const UNDISTURBED_RUNS = 3
/** So many failures are confirmed one after the other. */
const FEW_FAILURES = 6
/** A command that takes this much longer than undisturbed has not survived. */
const MIN_TIMEOUT_MS = 20_000
const TIMEOUT_FACTOR = 4

/**
 * Runs the client undisturbed, replays its requests under every variant, and runs it under those that its
 * requests meet. Throws `CommandNotStarted`.
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
  const stopped = undisturbed.stopped ?? (findings.length + swept.advice.length === 0 ? NONE_SELECTED : null)
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

const NONE_SELECTED = 'The command sends no request that the variants of --only are about.'

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

/** A variant that the client must meet, with what its replay showed. */
interface Planned {
  readonly variant: Variant
  readonly replayed: ReplayedVariant | undefined
  readonly basis: string
}

class SweepRunner {
  readonly #options: SweepOptions
  #plainReplay: Promise<Replay> | undefined
  readonly #startedMs: number
  readonly unstable: string[] = []
  runs = 0
  #found = 0

  constructor(options: SweepOptions, startedMs: number) {
    this.#options = options
    this.#startedMs = startedMs
  }

  async undisturbed(): Promise<Undisturbed> {
    const first = await this.#run(undefined, MAX_FIRST_MS)
    const runs: [ClientRun, ...ClientRun[]] = [first]
    while (runs.length < UNDISTURBED_RUNS && !this.#options.signal?.aborted) {
      this.#progress('undisturbed', runs.length, UNDISTURBED_RUNS)
      runs.push(await this.#run(undefined, MAX_FIRST_MS))
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
    const variants = [...optionVariants(source), ...faultVariants(source)].filter((variant) =>
      this.#isSelected(variant),
    )
    const planned = await this.#planned(variants, undisturbed)
    const judged = await this.#judged(planned, undisturbed)
    return this.#verdicts(variants, planned, judged)
  }

  #isSelected({ id }: Variant): boolean {
    const { only } = this.#options
    return (
      only === undefined ||
      only.some((word) => id === word || (id.startsWith(word) && /^[=@]/.test(id.slice(word.length))))
    )
  }

  /** Replays the requests under each variant; keeps those that change an answer. */
  async #planned(variants: readonly Variant[], undisturbed: Undisturbed): Promise<Planned[]> {
    const { run } = undisturbed
    const plain = await this.#plain(undisturbed)
    const planned: Planned[] = []
    for (const [index, variant] of variants.entries()) {
      if (this.#options.signal?.aborted) break
      this.#progress('replay', index, variants.length)
      if (variant.left !== undefined) continue
      if (variant.kind === 'fault' && !variant.replays) {
        const base = run.calls.find(({ exchange }) => exchange === variant.exchange)
        planned.push({ variant, replayed: undefined, basis: hash([requestText(base)]) })
        continue
      }
      const replayed = await this.#replay(undisturbed, variant.disturbance)
      const differing = plain.answers.flatMap((answer, at) => (answer === replayed.answers[at] ? [] : [at]))
      const isEvent =
        variant.kind === 'option' && variant.assumption.startsWith('events/') && run.hasDeliveries
      if (differing.length === 0 && !isEvent) continue
      const parts = differing.map((at) => run.calls[at]?.exchange).find((exchange) => exchange !== undefined)
      planned.push({
        variant,
        replayed: {
          keepsRecords: keepsRecords(plain, replayed),
          parts: parts ?? null,
        },
        basis: hash(differing.map((at) => replayed.answers[at] ?? '')),
      })
    }
    return planned.sort((a, b) => rankOf(a) - rankOf(b))
  }

  /** Replays the requests with nothing changed; once for a sweep. */
  #plain(undisturbed: Undisturbed): Promise<Replay> {
    this.#plainReplay ??= this.#replay(undisturbed)
    return this.#plainReplay
  }

  #replay({ run }: Undisturbed, disturbance?: Disturbance): Promise<Replay> {
    const { setting } = this.#options
    return replay(run.calls, {
      setting,
      origin: run.url,
      ...(disturbance && { disturbance }),
    })
  }

  /** Runs the client under each variant, some side by side, until the budget is used up. */
  async #judged(planned: readonly Planned[], undisturbed: Undisturbed): Promise<Map<Variant, Judgement>> {
    const judged = new Map<Variant, Judgement>()
    const waiting = planned.filter(({ variant, basis }) => this.#formerVerdict(variant, basis) === undefined)
    const queue = new RunQueue(variantGroups(waiting, undisturbed.run.calls))
    const total = waiting.length
    const startedMs = performance.now()
    const doubtful: Planned[] = []
    const worker = async (next: () => Planned[] | undefined) => {
      for (let group = next(); group && !this.#isOver(); group = next()) {
        const [plan, ...others] = group
        if (others.length > 0) {
          const isFine = await this.#together(group, undisturbed, judged)
          if (!isFine) queue.split(group)
          continue
        }
        if (!plan) continue
        const { variant } = plan
        const remark = queue.leftOut(plan)
        if (remark !== undefined) {
          judged.set(variant, { evidence: undefined, reached: false, remark })
          continue
        }
        const { judgement, timedOut } = await this.#once(plan, undisturbed)
        // A run that was interrupted shows nothing.
        if (this.#options.signal?.aborted) break
        judged.set(variant, judgement)
        if (judgement.evidence) queue.failed(plan)
        if (judgement.evidence && !variant.advises) this.#found += 1
        if (judgement.evidence && !timedOut) doubtful.push(plan)
        const perVariantMs = (performance.now() - startedMs) / judged.size
        this.#progress('client', judged.size, total, perVariantMs * (total - judged.size))
      }
    }
    this.#progress('client', 0, total)
    const { jobs } = this.#options
    await Promise.all([
      ...Array.from({ length: Math.max(1, jobs) }, () => worker(() => queue.next())),
      // Beside others, who only waits costs nothing.
      ...(jobs > 1 ? [worker(() => queue.nextWaiting())] : []),
    ])
    await this.#confirmed(doubtful, undisturbed, judged)
    return judged
  }

  /** Runs the client under a group; notes its verdicts and returns true when nothing speaks against any. */
  async #together(
    group: readonly Planned[],
    undisturbed: Undisturbed,
    judged: Map<Variant, Judgement>,
  ): Promise<boolean> {
    const { calls } = undisturbed.run
    const variants = group.map(({ variant }) => variant)
    const replayed = await this.#replayedTogether(variants, undisturbed)
    if (replayed === undefined) return false
    const { disturbance, met } = jointDisturbance(variants, calls)
    const run = await this.#run(disturbance, timeoutOf(undisturbed))
    const judgements = variants.map((variant) =>
      judge(variant, { ...run, reached: met.has(variant) }, undisturbed, replayed),
    )
    const isFine =
      judgements.every(({ evidence, reached }) => reached && !evidence) &&
      // Another way of the client may miss what an option changes.
      (variants[0]?.kind === 'fault' || operationsIn(run.calls) === operationsIn(calls))
    if (isFine && !this.#options.signal?.aborted)
      for (const [at, variant] of variants.entries())
        judged.set(variant, judgements[at] ?? { evidence: undefined, reached: true })
    return isFine
  }

  /** Returns what the requests of the client show of a group; undefined where one option hides another. */
  async #replayedTogether(
    variants: readonly Variant[],
    undisturbed: Undisturbed,
  ): Promise<ReplayedVariant | undefined> {
    const plain: ReplayedVariant = { keepsRecords: true, parts: null }
    if (variants[0]?.kind !== 'option') return plain
    const { run } = undisturbed
    const under = (some: readonly Variant[]) =>
      this.#replay(undisturbed, jointDisturbance(some, run.calls).disturbance)
    const all = await under(variants)
    if (!keepsRecords(await this.#plain(undisturbed), all)) return undefined
    for (const variant of variants) {
      const others = await under(variants.filter((other) => other !== variant))
      if (others.answers.every((answer, at) => answer === all.answers[at])) return undefined
    }
    return plain
  }

  /**
   * Runs again what failed, of one fault at one operation until one fails again, and of one at all requests that
   * are not sent again; a few with nothing beside them, because a busy machine is slow.
   */
  async #confirmed(
    doubtful: readonly Planned[],
    undisturbed: Undisturbed,
    judged: Map<Variant, Judgement>,
  ): Promise<void> {
    const waiting = alike(doubtful, ({ variant }) => judged.get(variant)?.evidence?.gaveUp === true)
    const beside = waiting.length > FEW_FAILURES ? this.#options.jobs : 1
    const worker = async () => {
      for (let group = waiting.shift(); group; group = waiting.shift())
        for (const plan of group)
          if (this.#isOver() || (await this.#failsAgain(plan, undisturbed, judged))) break
    }
    await Promise.all(Array.from({ length: Math.max(1, beside) }, worker))
  }

  /** Runs a client that failed again, and returns true when it fails at once: two of three runs count. */
  async #failsAgain(
    plan: Planned,
    undisturbed: Undisturbed,
    judged: Map<Variant, Judgement>,
  ): Promise<boolean> {
    const { variant } = plan
    const second = await this.#once(plan, undisturbed)
    if (second.judgement.evidence || this.#options.signal?.aborted) return true
    const reason = judged.get(variant)?.evidence?.reason ?? ''
    this.unstable.push(`${variant.id}: one of two runs fails (${reason})`)
    judged.set(variant, (await this.#once(plan, undisturbed)).judgement)
    return false
  }

  async #once(
    { variant, replayed }: Planned,
    undisturbed: Undisturbed,
  ): Promise<{ readonly judgement: Judgement; readonly timedOut: boolean }> {
    const run = await this.#run(variant.disturbance, timeoutOf(undisturbed))
    return { judgement: judge(variant, run, undisturbed, replayed), timedOut: run.timedOut }
  }

  async #run(disturbance: Disturbance | undefined, timeoutMs: number): Promise<ClientRun> {
    const { command, setting, signal } = this.#options
    this.runs += 1
    return runClient({ command, setting, number: this.runs, timeoutMs, disturbance, signal })
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
          variant.left ??
          (isLeftOut
            ? 'left out: the time was used up'
            : former
              ? 'taken over'
              : (judgement?.remark ?? null)),
        waived: (this.#options.waivers ?? []).some(
          (waiver) => waiver.id === id && waiver.expires >= this.#options.today,
        ),
      }
    }
    const entryOf = (variant: Variant) =>
      variant.kind === 'option' ? optionEntry(variant, facts(variant)) : faultEntry(variant, facts(variant))
    const counting = variants.filter(({ advises }) => !advises).map(entryOf)
    return {
      assumptions: counting.filter((entry) => 'option' in entry),
      faults: counting.filter((entry) => 'fault' in entry),
      advice: variants.filter(({ advises }) => advises).map(entryOf),
      leftOut,
    }
  }

  #progress(phase: SweepProgress['phase'], done: number, total: number, leftMs: number | null = null): void {
    this.#options.onProgress?.({ phase, done, total, found: this.#found, leftMs })
  }
}

const keepsRecords = (plain: Replay, replayed: Replay): boolean =>
  plain.phases.every(
    (records, at) => worldDifferences(records, replayed.phases[at] ?? [], new Set()).length === 0,
  )

const operationsIn = (calls: readonly ClientCall[]): string =>
  calls.map(({ method, operation }) => `${method} ${operation}`).join()

const timeoutOf = ({ longestMs }: Undisturbed): number => Math.max(MIN_TIMEOUT_MS, longestMs * TIMEOUT_FACTOR)

/** Longest time of an undisturbed run. */
const MAX_FIRST_MS = 10 * 60_000

const OPTION_RANK = 3

const rankOf = ({ variant, replayed }: Planned): number =>
  variant.kind === 'fault' ? variant.rank : replayed?.keepsRecords === false ? OPTION_RANK - 1 : OPTION_RANK

const hash = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\u0000')).digest('hex').slice(0, 16)

const requestText = (call: ClientRun['calls'][number] | undefined): string =>
  call === undefined
    ? ''
    : `${call.method} ${call.operation} ${Buffer.from(call.body).toString('utf8')} ${call.response?.status}`
