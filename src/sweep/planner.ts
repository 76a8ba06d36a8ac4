import { createHash } from 'node:crypto'
import type { ClientCall } from './faults/client-call.ts'
import type { FaultInjection } from './faults/fault-injection.ts'
import { ANOTHER } from './faults/world-faults.ts'
import { isPair, jointInjection } from './plan/groups.ts'
import {
  type AnsweredCall,
  companionBundles,
  hasNewPlaces,
  isCompanion,
  isPairable,
  pairIds,
  pairOf,
  placesOf,
  showsMore,
} from './plan/pairs.ts'
import { hasListOfToday, type OptionVariant, type Variant } from './plan/variants.ts'
import { type Replay, type ReplayedVariant, replay } from './runs/replay.ts'
import type { SweepSetting } from './runs/sweep-world.ts'
import type { Undisturbed } from './runs/undisturbed.ts'
import { worldDifferences } from './runs/world-records.ts'

/** A variant under which the client must run, with the result of its replay. */
export interface Planned {
  readonly variant: Variant
  readonly replayed: ReplayedVariant | undefined
  readonly basis: string
}

/** The input of a planner. */
export interface PlannerSource {
  readonly undisturbed: Undisturbed
  readonly setting: SweepSetting
  /** Ids, or beginnings of ids, of the variants to sweep; absent: all. */
  readonly only: readonly string[] | undefined
  readonly signal: AbortSignal | undefined
  /** Returns whether the time budget of the sweep is used up. */
  isOver(): boolean
  onReplay(done: number, total: number): void
}

/** Decides by replays, without the client, under which variants it must run. */
export class Planner {
  readonly #source: PlannerSource
  #plainReplay: Promise<Replay> | undefined

  constructor(source: PlannerSource) {
    this.#source = source
  }

  isSelected({ id }: Variant): boolean {
    const { only } = this.#source
    return (
      only === undefined ||
      only.some((start) => id === start || (id.startsWith(start) && /^[=@+]/.test(id.slice(start.length))))
    )
  }

  /** Replays the requests under each variant; keeps those that change an answer. */
  async planned(variants: readonly Variant[]): Promise<Planned[]> {
    const { run } = this.#source.undisturbed
    const plain = await this.#plain()
    const planned: Planned[] = []
    for (const [index, variant] of variants.entries()) {
      if (this.#source.signal?.aborted) break
      this.#source.onReplay(index, variants.length)
      if (variant.skipReason !== undefined) continue
      if (variant.kind === 'fault' && !variant.replays) {
        const base = run.calls.find(({ exchange }) => exchange === variant.exchange)
        planned.push({ variant, replayed: undefined, basis: hash([requestText(base)]) })
        continue
      }
      if (this.#source.isOver()) {
        // Left out: without a replay its effect is unknown.
        planned.push({ variant, replayed: undefined, basis: '' })
        continue
      }
      const replayed = await this.#replay(variant.injection)
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
    return planned
  }

  /**
   * Finds the options that, together with a companion, change something that no undisturbed exchange shows:
   * the form of a refusal, a link to another page, the name of a state. Only those need a run of the client.
   */
  async pairs(all: readonly Variant[], single: readonly Planned[]): Promise<Planned[]> {
    const { calls } = this.#source.undisturbed.run
    const requested = (this.#source.only ?? []).flatMap((id) => pairIds(id)?.[1] ?? [])
    const isSwept = (variant: Variant) => single.some((plan) => plan.variant === variant)
    const companions = all.filter(
      (variant) => isCompanion(variant) && (isSwept(variant) || requested.includes(variant.id)),
    )
    const options = all.filter(isPairable)
    if (companions.length === 0 || !options.some((option) => this.#mayPair(option, companions))) return []
    const plain = await this.#plain()
    const usual = placesOf(answeredCalls(calls, plain))
    const replayUnder = (some: readonly Variant[]) =>
      this.#replay(jointInjection(some, calls).injection, true)
    const planned: Planned[] = []
    for (const bundle of companionBundles(companions)) {
      const without = answeredCalls(calls, await replayUnder(bundle))
      if (!hasNewPlaces(usual, without)) continue
      const alone = new Map<Variant, Promise<Replay>>()
      for (const option of options) {
        if (this.#source.isOver()) return []
        const some = bundle.filter((companion) => this.#isPairSelected(option, companion))
        if (some.length === 0) continue
        const joint = answeredCalls(calls, await replayUnder([...bundle, option]))
        if (!showsMore(usual, without, joint)) continue
        for (const companion of some) {
          const own = alone.get(companion) ?? replayUnder([companion])
          alone.set(companion, own)
          const [one, both] = [await own, await replayUnder([companion, option])]
          if (!showsMore(usual, answeredCalls(calls, one), answeredCalls(calls, both))) continue
          const variant = pairOf(option, companion)
          const parts = companion.kind === 'fault' ? companion.exchange : null
          planned.push({
            variant,
            replayed: { keepsRecords: keepsRecords(one, both), parts },
            basis: hash([...both.answers, ...both.repeated.map(({ answer }) => answer)]),
          })
        }
      }
    }
    return planned
  }

  /** Returns the options that change something only if a list has an inquiry before those of the tests. */
  withAnotherInquiry(all: readonly Variant[]): Planned[] {
    const { undisturbed, setting } = this.#source
    const { calls } = undisturbed.run
    const another = all.find(({ id }) => id === ANOTHER)
    if (!another || !hasListOfToday({ calls, nowMs: setting.nowMs })) return []
    return all
      .filter(isOption)
      .filter(({ assumption }) => /^inquiries\/(?:order|page-size)$/.test(assumption))
      .filter((option) => this.#isPairSelected(option, another))
      .map((option) => ({
        variant: pairOf(option, another),
        replayed: { keepsRecords: true, parts: null },
        basis: hash([option.id]),
      }))
  }

  #mayPair(option: OptionVariant, companions: readonly Variant[]): boolean {
    return companions.some((companion) => this.#isPairSelected(option, companion))
  }

  #isPairSelected(option: OptionVariant, companion: Variant): boolean {
    const isOther = companion.kind === 'fault' || companion.assumption !== option.assumption
    return isOther && this.isSelected(pairOf(option, companion))
  }

  /** Replays the requests with nothing changed, once per sweep. */
  #plain(): Promise<Replay> {
    this.#plainReplay ??= this.#replay()
    return this.#plainReplay
  }

  #replay(injection?: FaultInjection, repeats = false): Promise<Replay> {
    const { setting, undisturbed } = this.#source
    const { run } = undisturbed
    return replay(run.calls, {
      setting,
      origin: run.url,
      repeats,
      ...(injection && { injection }),
    })
  }

  /** Replays the requests under a group of variants; returns undefined if one option hides another. */
  async together(variants: readonly Variant[]): Promise<ReplayedVariant | undefined> {
    const plain: ReplayedVariant = { keepsRecords: true, parts: null }
    const options = variants.filter(isOption)
    if (options.length === 0) return plain
    const { run } = this.#source.undisturbed
    const under = (some: readonly Variant[]) => this.#replay(jointInjection(some, run.calls).injection, true)
    const all = await under(variants)
    // A fault changes the records anyway.
    if (options.some(isPlainOption) && !keepsRecords(await this.#plain(), all)) return undefined
    for (const { assumption } of options) {
      const others = options.filter((other) => other.assumption !== assumption)
      if (others.length === 0) continue
      if (textsOf(await under(others)).join('\n') === textsOf(all).join('\n')) return undefined
    }
    return plain
  }
}

const keepsRecords = (plain: Replay, replayed: Replay): boolean =>
  plain.phases.every(
    (records, at) => worldDifferences(records, replayed.phases[at] ?? [], new Set()).length === 0,
  )

const isOption = (variant: Variant): variant is OptionVariant => variant.kind === 'option'
/** Returns whether a variant is an option without a companion. */
export const isPlainOption = (variant: Variant): boolean => isOption(variant) && !isPair(variant)

/** Returns all answers of a replay, each with its operation. */
const answeredCalls = (calls: readonly ClientCall[], { answers, repeated }: Replay): AnsweredCall[] => [
  ...answers.map((answer, at) => ({ operation: calls[at]?.operation, answer })),
  ...repeated,
]

const textsOf = ({ answers, repeated }: Replay): string[] => [
  ...answers,
  ...repeated.map(({ answer }) => answer),
]

const hash = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\u0000')).digest('hex').slice(0, 16)

const requestText = (call: ClientCall | undefined): string =>
  call === undefined
    ? ''
    : `${call.method} ${call.operation} ${Buffer.from(call.body).toString('utf8')} ${call.response?.status}`

const OPTION_RANK = 3
/** A pair comes after both its parts. */
const PAIR_RANK = 6

/** Returns the rank of a planned variant; the lowest runs first. */
export const rankOf = ({ variant, replayed }: Planned): number => {
  if (isPair(variant)) return PAIR_RANK
  if (variant.kind === 'fault') return variant.rank
  return replayed?.keepsRecords === false ? OPTION_RANK - 1 : OPTION_RANK
}
