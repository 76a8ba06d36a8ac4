import { type ClientCall, callKey } from '../faults/client-call.ts'
import type { Disturbance } from '../faults/disturbance.ts'
import { type ExchangeFault, type ExchangeFaultKind, exchangeFaults } from '../faults/fault-kinds.ts'
import type { FaultVariant, OptionVariant, Variant } from './variants.ts'

/** Fewer variants are met one by one: where one of them fails, each is run alone in any case. */
const LEAST = 3
const MOST_OPTIONS = 6
/** Answers that are slow or refused on purpose add up, and tests have limits of time. */
const MOST_FAULTS = 3

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
    if (room && room.plans.length < (word === OPTIONS ? MOST_OPTIONS : MOST_FAULTS)) room.plans.push(plan)
    else groups.unshift({ word, plans: [plan] })
  }
  return groups
    .flatMap(({ plans: together }) => (together.length < LEAST ? together.map((plan) => [plan]) : [together]))
    .sort((a, b) => placeOf(plans, a) - placeOf(plans, b))
}

const placeOf = <Plan>(plans: readonly Plan[], [first]: readonly Plan[]): number =>
  first === undefined ? 0 : plans.indexOf(first)

const OPTIONS = 'options'

/** Returns what the variants of one group have in common; an empty text for one that is run alone. */
const groupWord = ({ variant, replayed }: Groupable, calls: readonly ClientCall[]): string => {
  const { disturbance } = variant
  if (variant.kind === 'option') {
    const isPlain = disturbance.startMs === undefined && disturbance.before === undefined
    // Without an answer that differs no replay tells whether the others hide it.
    return isPlain && replayed?.keepsRecords && replayed.parts !== null ? OPTIONS : ''
  }
  // Whether a client wrote over what it had not seen shows in the number of the exchange, which others shift.
  if (variant.fault === 'stale-tag') return ''
  const base = calls.find(({ exchange }) => exchange === variant.exchange)
  const isFirst = base && calls.find((call) => callKey(call) === callKey(base)) === base
  return isFirst ? variant.fault : ''
}

const canJoin = ({ variant: a }: Groupable, { variant: b }: Groupable): boolean =>
  a.kind === 'fault' || b.kind === 'fault' || a.assumption !== b.assumption

/** A disturbance of several variants, for one run. */
export interface JointDisturbance {
  readonly disturbance: Disturbance
  /** Faults that met their request; an option counts as met. */
  readonly met: Set<Variant>
}

/** Returns the disturbance of a group. */
export const jointDisturbance = (
  variants: readonly Variant[],
  calls: readonly ClientCall[],
): JointDisturbance => {
  const options: Record<string, string> = {}
  const met = new Set<Variant>(variants.filter(isOption))
  for (const { disturbance } of variants.filter(isOption)) Object.assign(options, disturbance.options)
  const faults = new Map(
    variants.filter(isFault).flatMap((variant) => {
      const base = calls.find(({ exchange }) => exchange === variant.exchange)
      return base ? [[callKey(base), { variant, base }]] : []
    }),
  )
  const refused = new Map<string | undefined, ExchangeFault['refusal']>()
  return {
    met,
    disturbance: {
      options,
      before: (world, call) => {
        const found = faults.get(callKey(call))
        if (!found) return refused.get(call.operation)
        faults.delete(callKey(call))
        const { variant, base } = found
        const mark = () => {
          met.add(variant)
          world.mark()
        }
        // A fault at one exchange has a word of that table.
        const fault: ExchangeFault = exchangeFaults[variant.fault as ExchangeFaultKind]
        refused.set(call.operation, fault.refusal)
        return fault.before({ ...world, mark }, call, base) ?? fault.refusal
      },
    },
  }
}

const isOption = (variant: Variant): variant is OptionVariant => variant.kind === 'option'
const isFault = (variant: Variant): variant is FaultVariant => variant.kind === 'fault'
