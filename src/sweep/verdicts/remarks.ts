import { type ClientCall, callKey, isRead, targetKey } from '../faults/client-call.ts'
import { ANOTHER } from '../faults/world-faults.ts'
import type { FaultVariant, Variant } from '../plan/variants.ts'
import { onlyFirstPages } from './conduct.ts'
import { OF_CALENDAR } from './expectations.ts'

/**
 * Returns what the requests under a fault show although neither a test nor the world does, and what a careful
 * client may do, too: a clause about the variant. Undefined where they show nothing.
 */
export const remarkOnFault = (
  { fault, exchange }: Pick<FaultVariant, 'fault' | 'exchange'>,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  if (fault === 'lists-reordered') return writtenByPlace(calls, undisturbed)
  if (fault === ANOTHER) return pagesUnread(calls)
  if (fault === 'slow') return stoppedWaiting(calls, undisturbed, exchange)
  if (!/^(?:midnight|machine-zone)$/.test(fault)) return undefined
  const usual = sentDays(undisturbed)
  const other = sentDays(calls).find((day) => !usual.includes(day))
  return other && `shows that the client asks for another day: ${other}, and before ${usual.join(' ')}`
}

/**
 * Returns the remark on a client that leaves pages of a list unread, which may be all that its tests need.
 */
export const pagesUnread = (calls: readonly ClientCall[]): string | undefined => {
  const unread = onlyFirstPages(calls)
  return unread && `shows that the client ${unread}`
}

/**
 * Returns the remark on a client that sends a request again although its answer is on the way: where each
 * answer is slow it gets none. One remark is enough for an operation.
 */
const stoppedWaiting = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): string | undefined => {
  const met = exchange.endsWith('#1') ? calls.find((call) => call.exchange === exchange) : undefined
  if (!met) return undefined
  const countIn = (some: readonly ClientCall[]) =>
    some.filter((call) => callKey(call) === callKey(met)).length
  return countIn(calls) > countIn(undisturbed)
    ? 'shows that the client stops waiting for a slow answer, and sends the request again: it has too short a timeout'
    : undefined
}

/**
 * Returns the remark on a client that writes to one resource what it takes from the entry of a list that is
 * in a certain place: in another order it writes something else there. A create has no place of its own.
 */
const writtenByPlace = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const [own, usual] = [calls, undisturbed].map(editsByTarget)
  for (const [target, bodies] of own ?? []) {
    const former = usual?.get(target)
    if (former?.length === bodies.length && bodies.some((body) => !former.includes(body)))
      return `shows that the client writes to ${target} what it takes from a list by its place there`
  }
  return undefined
}

const editsByTarget = (calls: readonly ClientCall[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const call of calls) {
    if (call.operation === undefined || isRead(call) || call.method === 'POST') continue
    found.set(targetKey(call), [...(found.get(targetKey(call)) ?? []), callKey(call)])
  }
  return found
}

/** Returns the remark on a client that asks at the year's end for the days of another one. */
export const ownDays = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = sentDays(undisturbed)
  const days = sentDays(calls)
  // Another day than usual comes from the world.
  const day = days.find((one) => usual.includes(one)) ?? days[0]
  return variant.kind === 'fault' && OF_CALENDAR.has(variant.fault) && day
    ? `shows that the client asks for fixed days, or those of another clock: ${day}`
    : undefined
}

/** Returns the days that requests name, each once. */
export const sentDays = (calls: readonly ClientCall[]): string[] => [
  ...new Set(calls.flatMap(({ target }) => target.match(/(?:desde|hasta)=[^&]+/g) ?? [])),
]

/** Returns what a client does in another zone that asks for another day there. */
export const daysOfMachine = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = sentDays(undisturbed)
  const other = sentDays(calls).find((day) => !usual.includes(day))
  return variant.id === 'machine-zone' && other
    ? `asks for the days of its machine: ${other}, and before ${usual.join(' ')}`
    : undefined
}
