import { type ClientCall, callKey } from '../faults/client-call.ts'
import type { ExchangeFault } from '../faults/exchange-fault.ts'
import type { ArrivingCall, FaultInjection, InjectedWorld } from '../faults/fault-injection.ts'
import { type ExchangeFaultKind, exchangeFaults } from '../faults/fault-kinds.ts'
import type { FaultVariant, OptionVariant, Variant } from './variants.ts'

const MOST_OPTIONS = 6
const MOST_FAULTS = 8
const MOST_PAIRS = 12
/** Answers that are slow on purpose add up, and tests have limits of time. */
const MOST_WAITS = 3

/** A variant with what its replay showed, as far as groups are made from it. */
interface Groupable {
  readonly variant: Variant
  readonly replayed: { readonly keepsRecords: boolean; readonly parts: string | null } | undefined
}

/**
 * Puts together variants that one run of the client can meet: options of different assumptions that leave the
 * records as they are, and one fault at different exchanges. The order of the first of each group is kept.
 */
export const variantGroups = <Plan extends Groupable>(
  plans: readonly Plan[],
  calls: readonly ClientCall[],
): Plan[][] => {
  const groups: { readonly word: string; readonly plans: Plan[] }[] = []
  for (const plan of plans) {
    const word = groupWord(plan, calls)
    const room = groups.find(
      (group) => word !== '' && group.word === word && group.plans.every((other) => canJoin(other, plan)),
    )
    if (room && room.plans.length < mostOf(plan)) room.plans.push(plan)
    else groups.unshift({ word, plans: [plan] })
  }
  return groups.map(({ plans: together }) => together).sort((a, b) => placeOf(plans, a) - placeOf(plans, b))
}

/** True for an option with its companion. */
export const isPair = (variant: Variant): boolean =>
  variant.kind === 'option' && variant.companion !== undefined

const mostOf = ({ variant }: Groupable): number => {
  if (isPair(variant)) return MOST_PAIRS
  if (variant.kind === 'option') return MOST_OPTIONS
  return waits(variant) ? MOST_WAITS : MOST_FAULTS
}

/** True for a variant under which a client waits most of the time. */
export const waits = ({ id }: Variant): boolean =>
  /^(?:slow|429-retry-after|retry-date|no-answer|outage)@|^limits\/rate|^all-slow$/.test(id)

const placeOf = <Plan>(plans: readonly Plan[], [first]: readonly Plan[]): number =>
  first === undefined ? 0 : plans.indexOf(first)

const OPTIONS = 'options'

/** Returns what the variants of one group have in common; an empty text for one that is run alone. */
const groupWord = ({ variant, replayed }: Groupable, calls: readonly ClientCall[]): string => {
  if (variant.kind === 'option') {
    const { injection, companion } = variant
    if (companion)
      return replayed?.keepsRecords ? `with ${companion.kind === 'option' ? OPTIONS : companion.fault}` : ''
    const isPlain = injection.startMs === undefined && injection.before === undefined
    // Without an answer that differs no replay shows whether the others hide it.
    return isPlain && replayed?.keepsRecords && replayed.parts !== null ? OPTIONS : ''
  }
  const { fault, exchange } = variant
  if (FORMS.has(fault)) return 'form'
  // Whether a client wrote over what it had not seen shows in the number of the exchange, which others shift.
  const isAlone = ALONE.has(fault)
  return isAlone || !calls.some((call) => call.exchange === exchange) ? '' : fault
}

/** Faults at an exchange that others hide, or that go on. */
const ALONE: ReadonlySet<string> = new Set([
  'stale-tag',
  'stale-twice',
  'changed-before-read',
  'changed-twice',
  'suspended-before-read',
  'no-answer',
  'outage',
  'refused',
  'forbidden',
  'read-refused',
  'entry-refused',
  'id-taken',
])

/**
 * Faults of a whole run that change how answers are written, and do not hide each other; `chunked` comes
 * last.
 */
const FORMS: ReadonlySet<string> = new Set([
  'further-members',
  'members-reordered',
  'letter-case',
  'no-reason',
  'chunked',
])

const canJoin = ({ variant: a }: Groupable, { variant: b }: Groupable): boolean =>
  a.kind === 'fault' || b.kind === 'fault' || a.assumption !== b.assumption || isOneOption(a, b)

/** True for two pairs of one option. */
const isOneOption = (a: OptionVariant, b: OptionVariant): boolean =>
  a.companion !== undefined &&
  b.companion !== undefined &&
  a.injection.options?.[a.assumption] === b.injection.options?.[b.assumption]

/** A fault injection of several variants, for one run. */
export interface JointInjection {
  readonly injection: FaultInjection
  /** Faults that met their request; an option counts as met. */
  readonly met: Set<Variant>
}

/** Returns the injection of a group. */
export const jointInjection = (given: readonly Variant[], calls: readonly ClientCall[]): JointInjection => {
  const companions = given.flatMap((variant) => (isOption(variant) ? (variant.companion ?? []) : []))
  const variants = [...new Set([...given, ...companions])]
  const forms = [...FORMS].flatMap((word) => variants.filter(({ id }) => id === word))
  if (forms.length > 0) return jointForms(forms)
  const options: Record<string, string> = {}
  const met = new Set<Variant>(variants.filter(isOption))
  for (const { injection } of variants.filter(isOption)) Object.assign(options, injection.options)
  const faults = new Map<string, Met>()
  for (const variant of variants.filter(isFault)) {
    const base = calls.find(({ exchange }) => exchange === variant.exchange)
    const like = base ? calls.filter((call) => callKey(call) === callKey(base)) : []
    if (base) faults.set(`${like.indexOf(base)} ${callKey(base)}`, { variant, base })
  }
  const refused = new Map<string | undefined, ExchangeFault['refusal']>()
  const seen = new Map<string, { count: number; isRefused: boolean }>()
  const begin = ({ variant, base }: Met, world: InjectedWorld, call: ArrivingCall) => {
    const fault = faultOf(variant)
    refused.set(call.operation, fault.refusal)
    return fault.before(marking(met, world, variant), call, base)
  }
  return {
    met,
    injection: {
      options,
      before: async (world, call) => {
        const key = callKey(call)
        const state = seen.get(key) ?? { count: 0, isRefused: false }
        const place = `${state.count} ${key}`
        seen.set(key, state)
        // What is sent again because it was refused is the same request.
        if (!state.isRefused) state.count += 1
        const found = state.isRefused ? undefined : faults.get(place)
        state.isRefused ||= found !== undefined
        const own = found && (await begin(found, world, call))
        const step = own ?? refused.get(call.operation)
        return (response) => {
          state.isRefused = response.status === 429 || response.status >= 500
          return step ? step(response) : response
        }
      },
    },
  }
}

/** A fault with the request of the undisturbed run that it acts on. */
interface Met {
  readonly variant: FaultVariant
  readonly base: ClientCall
}

// A fault at one exchange has a word of that table.
const faultOf = ({ fault }: FaultVariant): ExchangeFault => exchangeFaults[fault as ExchangeFaultKind]

/** Returns the world of a run, where the mark of a variant is noted. */
const marking = (met: Set<Variant>, world: InjectedWorld, variant: Variant): InjectedWorld => ({
  ...world,
  mark: () => {
    met.add(variant)
    world.mark()
  },
})

const jointForms = (forms: readonly Variant[]): JointInjection => {
  const met = new Set<Variant>()
  return {
    met,
    injection: {
      ...Object.assign({}, ...forms.map(({ injection }) => injection)),
      open: (world) => {
        for (const form of forms) form.injection.open?.(marking(met, world, form))
      },
      before: (world, call) => async (response) => {
        let changed = response
        for (const form of forms) {
          const step = await form.injection.before?.(marking(met, world, form), call)
          if (step) changed = await step(changed)
        }
        return changed
      },
    },
  }
}

const isOption = (variant: Variant): variant is OptionVariant => variant.kind === 'option'
const isFault = (variant: Variant): variant is FaultVariant => variant.kind === 'fault'
