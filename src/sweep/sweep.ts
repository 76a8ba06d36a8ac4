import { shellWord } from '../lib/text/shell-quote.ts'
import {
  type BreakEvidence,
  isCounted,
  type SweepReport,
  type SweepWaiver,
  type SweptVariant,
  waiverFaults,
} from './report.ts'
import { baselineOf, type SweepBaseline } from './runs/baseline.ts'
import { isExempt } from './runs/client-call.ts'
import { type ClientCommand, type ClientRun, runClient } from './runs/client-run.ts'
import type { Injection } from './runs/injection.ts'
import { membersShownOtherwise, type Replay, replay } from './runs/replay.ts'
import type { SweepSetting } from './runs/sweep-world.ts'
import { worldDifferences } from './runs/world-records.ts'
import { circumstanceVariants } from './variants/circumstances.ts'
import { faultVariants } from './variants/faults.ts'
import { isSelected } from './variants/known-variants.ts'
import { type OptionVariant, optionVariants } from './variants/options.ts'
import type { Variant, VariantSource } from './variants/variant.ts'
import { differingLines, judgeRun, type RunVerdict } from './verdict.ts'

/** The input of a sweep. */
export interface SweepOptions {
  readonly release: string
  readonly command: ClientCommand
  readonly setting: SweepSetting
  readonly jobs: number
  /** Ids, or beginnings of ids, of the variants to sweep; absent: all. */
  readonly only?: readonly string[]
  /** Time of the whole sweep; absent: no limit. */
  readonly budgetMs?: number
  readonly waivers?: readonly SweepWaiver[]
  /** Command line options to include in commands that repeat a finding. */
  readonly againOptions: string
  readonly today: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SweepProgress) => void
}

/** The progress of a sweep. */
export interface SweepProgress {
  readonly phase: 'baseline' | 'variants'
  readonly done: number
  readonly total: number
  readonly broken: number
  readonly leftMs: number | null
}

const BASELINE_RUNS = 3
/** Runs of which most decide about a variant that broke in the first. */
const RUNS_TO_DECIDE = 3
const MAX_BASELINE_MS = 10 * 60_000
const MIN_TIMEOUT_MS = 10_000
const TIMEOUT_FACTOR = 4

const NO_TIME = 'The baseline runs took the whole time: give a longer --budget, or run fewer tests.'
const INTERRUPTED = 'The sweep was interrupted.'
const NONE_SELECTED = 'The command sends no request to which the variants of --only apply.'

/**
 * Runs the client three times without a variant, then under each variant, most informative first, until the
 * time is over. Throws `CommandNotStarted`.
 */
export const sweep = async (options: SweepOptions): Promise<SweepReport> => {
  const startedMs = performance.now()
  const sweeper = new Sweeper(options, startedMs)
  const baseline = await sweeper.baseline()
  const isInterrupted = options.signal?.aborted === true
  if (!baseline.stopped) await sweeper.runVariants(baseline)
  const { variants, notRun, notSurvivable } = sweeper
  const waivers = options.waivers ?? []
  const faultsOfWaivers = waiverFaults(waivers, variants, options.today)
  const ended = isInterrupted && baseline.stopped ? INTERRUPTED : baseline.stopped
  const seen = variants.length + notRun.length + notSurvivable.length
  const stopped = ended ?? (seen === 0 ? NONE_SELECTED : null)
  return {
    release: options.release,
    command: options.command.words.join(' ').replaceAll(/\s+/g, ' '),
    tookMs: Math.round(performance.now() - startedMs),
    runs: sweeper.runs,
    exchanges: baseline.exchanges.size,
    variants,
    notRun,
    notSurvivable,
    hints: baseline.run.hints,
    unstable: [...baseline.unstable, ...sweeper.unstable],
    stopped,
    waiverFaults: faultsOfWaivers,
    exitCode: exitCodeOf(options, stopped, variants.some(isCounted) || faultsOfWaivers.length > 0),
  }
}

const exitCodeOf = ({ signal }: SweepOptions, stopped: string | null, isFound: boolean): number => {
  if (signal?.aborted) return 130
  if (stopped !== null) return 4
  return isFound ? 1 : 0
}

/** How long a run may take, and whether it has the machine to itself. */
interface RunTime {
  readonly limitMs: number
  readonly isAlone?: boolean
}

class Sweeper {
  readonly #options: SweepOptions
  /** When the time is over, on the clock of `performance.now()`. */
  readonly #deadlineMs: number
  readonly variants: SweptVariant[] = []
  readonly notRun: string[] = []
  readonly notSurvivable: string[] = []
  readonly unstable: string[] = []
  runs = 0
  /** Runs that have begun, or wait for others to end. */
  readonly #underWay = new Set<Promise<ClientRun>>()
  /** The last run that has the machine to itself: later ones wait for it. */
  #lastAlone: Promise<ClientRun> | undefined
  #plainReplay: Promise<Replay> | undefined

  constructor(options: SweepOptions, startedMs: number) {
    this.#options = options
    this.#deadlineMs = startedMs + (options.budgetMs ?? Number.POSITIVE_INFINITY)
  }

  async baseline(): Promise<SweepBaseline> {
    const time = { limitMs: MAX_BASELINE_MS }
    const first = await this.#run({}, time)
    const runs: [ClientRun, ...ClientRun[]] = [first]
    while (runs.length < BASELINE_RUNS && !this.#options.signal?.aborted) {
      // It would not end next time either.
      if (runs.some(({ timedOut, excess }) => timedOut || excess !== undefined)) break
      if (this.#leftMs() <= 0) return { ...baselineOf(runs), stopped: NO_TIME }
      this.#options.onProgress?.(this.#progress('baseline', runs.length, BASELINE_RUNS))
      runs.push(await this.#run({}, time))
    }
    return baselineOf(runs)
  }

  /** Runs the client under each variant, some in parallel, until all are done or the time is over. */
  async runVariants(baseline: SweepBaseline): Promise<void> {
    const waiting = this.#ordered(this.#sourceOf(baseline))
    const total = waiting.length
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (this.#isOver(baseline)) {
          this.notRun.push(next.id)
          continue
        }
        const variant = 'assumption' in next ? await this.#replayed(next, baseline) : next
        if (variant) await this.#decide(variant, baseline)
        this.#options.onProgress?.(this.#progress('variants', total - waiting.length, total))
      }
    }
    const places = new Map(waiting.map(({ id }, place) => [id, place]))
    await Promise.all(Array.from({ length: Math.max(1, this.#options.jobs) }, worker))
    // Parallel runs end in any order.
    this.variants.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  }

  #sourceOf({ run, exchanges }: SweepBaseline): VariantSource {
    const { profile, nowMs } = this.#options.setting
    const { calls, hasDeliveries, placesTaken } = run
    return { profile, nowMs, calls, exchanges, hasDeliveries, placesTaken }
  }

  /**
   * Orders the variants, most informative first: each fault once, options, circumstances, further exchanges.
   */
  #ordered(source: VariantSource): (Variant | OptionVariant)[] {
    const selected = <Kind extends Variant>(all: readonly Kind[]): Kind[] =>
      all.filter(({ id }) => isSelected(id, this.#options.only))
    const faults = faultVariants(source).map(selected)
    const further = faults.flatMap((all) => all.slice(1))
    const ordinalOf = ({ exchange }: Variant) => Number(exchange?.split('#')[1] ?? 1)
    return [
      ...faults.flatMap((all) => all.slice(0, 1)),
      ...selected(optionVariants(source)),
      ...selected(circumstanceVariants(source)),
      ...further.sort((a, b) => ordinalOf(a) - ordinalOf(b)),
    ]
  }

  /** Replays the recorded requests under an option; returns undefined if the client need not run. */
  async #replayed(option: OptionVariant, { run, volatile }: SweepBaseline): Promise<Variant | undefined> {
    const plain = await this.#plain(run)
    const replayed = await this.#replay(run, option.injection)
    const calls = run.calls.filter((_, at) => plain.answers[at] !== replayed.answers[at])
    // No webhook is sent in a replay.
    const mayChangeWebhooks = option.assumption.startsWith('events/') && run.hasDeliveries
    if (calls.length === 0 && !mayChangeWebhooks) {
      this.variants.push({ ...this.#described(option), verdict: 'not-reached', ...NOTHING_SEEN })
      return undefined
    }
    if (!option.isSurvivable) {
      this.notSurvivable.push(option.id)
      return undefined
    }
    const keepsRecords = plain.phases.every(
      (records, at) => worldDifferences(records, replayed.phases[at] ?? [], volatile).length === 0,
    )
    const first = calls.find(({ operation }) => operation !== undefined)
    return {
      ...option,
      exchange: first?.exchange ?? null,
      comparison: keepsRecords ? 'same' : 'not-compared',
      shownOtherwise: membersShownOtherwise(plain, replayed),
      ...(first && isExempt(first.headers) && { isPreparation: true }),
    }
  }

  #plain(run: ClientRun): Promise<Replay> {
    this.#plainReplay ??= this.#replay(run, {})
    return this.#plainReplay
  }

  #replay({ calls, url }: ClientRun, injection: Injection): Promise<Replay> {
    return replay(calls, { setting: this.#options.setting, origin: url, injection })
  }

  /**
   * Runs the client under a variant; after a run that broke, most of three runs decide. The others have the
   * machine to themselves: what only shows beside other runs is no fact of the client.
   */
  async #decide(variant: Variant, baseline: SweepBaseline): Promise<void> {
    const broken: { readonly verdict: RunVerdict; readonly run: ClientRun }[] = []
    let passed = 0
    let isReached = false
    const needed = Math.ceil(RUNS_TO_DECIDE / 2)
    while (broken.length < needed && passed < (broken.length === 0 ? 1 : needed)) {
      const limitMs = Math.max(MIN_TIMEOUT_MS, baseline.longestMs * TIMEOUT_FACTOR)
      const run = await this.#run(variant.injection, { limitMs, isAlone: broken.length > 0 })
      // A run that was ended with the time proves nothing.
      if (this.#options.signal?.aborted || this.#leftMs() <= 0) return void this.notRun.push(variant.id)
      isReached ||= run.reached
      const verdict = judgeRun(run, baseline, variant)
      if (verdict.reason === null) passed += 1
      else broken.push({ verdict, run })
    }
    const [first] = broken
    const described = this.#described(variant)
    if (first && broken.length >= needed) {
      const { tests, world } = first.verdict
      const evidence = this.#evidence(variant, baseline, first)
      this.variants.push({ ...described, verdict: 'breaks', tests, world, evidence })
      return
    }
    if (first)
      this.unstable.push(`${variant.id} broke in one of ${RUNS_TO_DECIDE} runs: ${first.verdict.reason}`)
    this.variants.push({ ...described, verdict: isReached ? 'passes' : 'not-reached', ...NOTHING_SEEN })
  }

  #described({ kind, id, exchange, when, careful, isPreparation }: Variant) {
    const { waivers = [], today } = this.#options
    const waived = waivers.some((waiver) => waiver.id === id && waiver.expires >= today)
    return { kind, id, exchange, when, careful, waived, ...(isPreparation && { isPreparation }) }
  }

  #evidence(
    { id, exchange }: Variant,
    baseline: SweepBaseline,
    { verdict, run }: { readonly verdict: RunVerdict; readonly run: ClientRun },
  ): BreakEvidence {
    const { againOptions, command } = this.#options
    return {
      reason: verdict.reason ?? '',
      message: verdict.message,
      ...differingLines(run.calls, baseline.run.calls, exchange),
      again: `playa sweep${againOptions} --only ${shellWord(id)} -- ${command.words.map(shellWord).join(' ')}`,
    }
  }

  /** Runs the client once, within the time that is left; `isAlone`: while nothing else runs. */
  #run(injection: Injection, { limitMs, isAlone = false }: RunTime): Promise<ClientRun> {
    const { command, setting, signal } = this.#options
    const earlier = isAlone ? [...this.#underWay] : [this.#lastAlone]
    const run = Promise.allSettled(earlier).then(() => {
      this.runs += 1
      const timeoutMs = Math.max(0, Math.min(limitMs, this.#leftMs()))
      return runClient({ command, setting, number: this.runs, timeoutMs, injection, signal })
    })
    if (isAlone) this.#lastAlone = run
    this.#underWay.add(run)
    return run.finally(() => this.#underWay.delete(run))
  }

  #leftMs(): number {
    return this.#deadlineMs - performance.now()
  }

  /** Returns whether there is no time for another run. */
  #isOver({ longestMs }: SweepBaseline): boolean {
    return this.#options.signal?.aborted === true || this.#leftMs() < longestMs
  }

  #progress(phase: SweepProgress['phase'], done: number, total: number): SweepProgress {
    const leftMs = this.#leftMs()
    const broken = this.variants.filter(isCounted).length
    return { phase, done, total, broken, leftMs: Number.isFinite(leftMs) ? leftMs : null }
  }
}

const NOTHING_SEEN = { tests: [], world: [], evidence: null } as const
