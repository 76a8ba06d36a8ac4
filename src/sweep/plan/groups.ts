import { type ClientCall, callKey } from '../faults/client-call.ts'
import type { ExchangeFault } from '../faults/exchange-fault.ts'
import type { ArrivingCall, FaultInjection, InjectedWorld } from '../faults/fault-injection.ts'
import { type ExchangeFaultKind, exchangeFaults } from '../faults/fault-kinds.ts'
import type { FaultVariant, OptionVariant, Variant } from './variants.ts'

const MAX_OPTIONS = 6
const MAX_FAULTS = 8
const MAX_PAIRS = 12
/** Slow answers add up, and tests have time limits. */
const MAX_WAITS = 3

/** A variant and the parts of its replay that decide about groups. */
interface Groupable {
  readonly variant: Variant
  readonly replayed: { readonly keepsRecords: boolean; readonly parts: string | null } | undefined
}

/**
 * Groups variants that one run of the client can test: options of different assumptions that leave the
 * records unchanged, and one fault at different exchanges. Groups keep the order of their first variants.
 */
export const variantGroups = <Plan extends Groupable>(
  plans: readonly Plan[],
  calls: readonly ClientCall[],
): Plan[][] => {
  const groups: { readonly key: string; readonly plans: Plan[] }[] = []
  for (const plan of plans) {
    const key = groupKey(plan, calls)
    const room = groups.find(
      (group) => key !== '' && group.key === key && group.plans.every((other) => canJoin(other, plan)),
    )
    if (room && room.plans.length < mostOf(plan)) room.plans.push(plan)
    else groups.unshift({ key, plans: [plan] })
  }
  return groups.map(({ plans: together }) => together).sort((a, b) => placeOf(plans, a) - placeOf(plans, b))
}

/** Returns whether a variant is an option with its companion. */
export const isPair = (variant: Variant): boolean =>
  variant.kind === 'option' && variant.companion !== undefined

const mostOf = ({ variant }: Groupable): number => {
  if (isPair(variant)) return MAX_PAIRS
  if (variant.kind === 'option') return MAX_OPTIONS
  return waits(variant) ? MAX_WAITS : MAX_FAULTS
}

/** Returns whether a client mostly waits under a variant. */
export const waits = ({ id }: Variant): boolean =>
  /^(?:slow|429-retry-after|retry-date|no-answer|outage)@|^limits\/rate|^all-slow$/.test(id)

const placeOf = <Plan>(plans: readonly Plan[], [first]: readonly Plan[]): number =>
  first === undefined ? 0 : plans.indexOf(first)

const OPTIONS = 'options'

/** Returns the key of a variant's group; an empty text if the variant runs alone. */
const groupKey = ({ variant, replayed }: Groupable, calls: readonly ClientCall[]): string => {
  if (variant.kind === 'option') {
    const { injection, companion } = variant
    if (companion)
      return replayed?.keepsRecords ? `with ${companion.kind === 'option' ? OPTIONS : companion.fault}` : ''
    const isPlain = injection.startMs === undefined && injection.before === undefined
    // If no answer differs, no replay shows whether other options hide this one.
    return isPlain && replayed?.keepsRecords && replayed.parts !== null ? OPTIONS : ''
  }
  const { fault, exchange } = variant
  if (FORMS.has(fault)) return 'form'
  // Some findings depend on the number of the exchange, which other faults shift.
  const isAlone = ALONE.has(fault)
  return isAlone || !calls.some((call) => call.exchange === exchange) ? '' : fault
}

/** Faults at an exchange that others hide, or that do not end. */
const ALONE: ReadonlySet<string> = new Set([
  'stale-tag',
  'stale-twice',
  'stale-always',
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
  'level-taken',
  'as-many-photos',
  'swap-refused',
  'another-publication',
  'similar-found',
])

/**
 * Faults of a whole run that change the form of answers and do not hide each other; `chunked` must be last.
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

/** Returns whether two pairs have the same option. */
const isOneOption = (a: OptionVariant, b: OptionVariant): boolean =>
  a.companion !== undefined &&
  b.companion !== undefined &&
  a.injection.options?.[a.assumption] === b.injection.options?.[b.assumption]

/** One fault injection for several variants. */
export interface JointInjection {
  readonly injection: FaultInjection
  /** Faults whose request has arrived; options always count as met. */
  readonly met: Set<Variant>
}

/** Returns the injection of a group. */
export const jointInjection = (given: readonly Variant[], calls: readonly ClientCall[]): JointInjection => {
  const companions = given.flatMap((variant) => (isOption(variant) ? (variant.companion ?? []) : []))
  const variants = [...new Set([...given, ...companions])]
  const forms = [...FORMS].flatMap((form) => variants.filter(({ id }) => id === form))
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
        // A retry after a refusal counts as the same request.
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

// The fault of an exchange is a key of that table.
const faultOf = ({ fault }: FaultVariant): ExchangeFault => exchangeFaults[fault as ExchangeFaultKind]

/** Returns a world that records when a variant acts. */
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
