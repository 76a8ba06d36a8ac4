import { type ClientCall, callKey, isRead, targetKey } from '../faults/client-call.ts'
import { ANOTHER } from '../faults/world-faults.ts'
import type { FaultVariant, Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import type { ReplayedVariant } from '../runs/replay.ts'
import type { Undisturbed } from '../runs/undisturbed.ts'
import { worldsApart } from './compared-worlds.ts'
import { onlyFirstPages } from './conduct.ts'
import { CALENDAR_FAULTS } from './expectations.ts'

/** Returns a remark on behaviour that a careful client may also have. */
export const remarkOn = (
  variant: Variant,
  run: ClientRun,
  undisturbed: Undisturbed,
  replayed: ReplayedVariant | undefined,
): string | undefined => {
  if (variant.kind === 'fault') return remarkOnFault(variant, run.calls, undisturbed.run.calls)
  const unread = variant.assumption === 'inquiries/page-size' ? pagesUnread(run.calls) : undefined
  if (unread !== undefined) return unread
  const [differs] = replayed?.keepsRecords === false ? worldsApart(run, undisturbed) : []
  return differs && `leaves the world different: ${differs}`
}

/**
 * Returns a remark on behaviour that shows only in requests, and that a careful client may also have, as a
 * clause about the variant. Undefined if there is none.
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
  return other && `shows that the client asks for another day: ${other}, instead of ${usual.join(' ')}`
}

/** Returns the remark on a client that does not read all pages of a list; its tests may not need them. */
const pagesUnread = (calls: readonly ClientCall[]): string | undefined => {
  const unread = onlyFirstPages(calls)
  return unread && `shows that the client ${unread}`
}

/**
 * Returns the remark on a client that repeats a request because its answer is slow: if every answer is slow,
 * it gets none. Given only once per operation.
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
 * Returns the remark on a client that picks an entry of a list by position and writes it to a resource: in
 * another order it writes another entry. Creates do not count.
 */
const writtenByPlace = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const [own, usual] = [calls, undisturbed].map(editsByTarget)
  for (const [target, bodies] of own ?? []) {
    const former = usual?.get(target)
    if (former?.length === bodies.length && bodies.some((body) => !former.includes(body)))
      return `shows that the client writes to ${target} an entry that it picks by its position in a list`
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

/** Returns the remark on a client that asks for days of another year at the end of the year. */
export const ownDays = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = sentDays(undisturbed)
  const days = sentDays(calls)
  // A day that differs from the undisturbed ones comes from the world's clock.
  const day = days.find((one) => usual.includes(one)) ?? days[0]
  return variant.kind === 'fault' && CALENDAR_FAULTS.has(variant.fault) && day
    ? `shows that the client asks for fixed days, or those of another clock: ${day}`
    : undefined
}

/** Returns the distinct days in requests. */
export const sentDays = (calls: readonly ClientCall[]): string[] => [
  ...new Set(calls.flatMap(({ target }) => target.match(/(?:desde|hasta)=[^&]+/g) ?? [])),
]

/** Reports a client that asks for another day if its machine is in another zone. */
export const daysOfMachine = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = sentDays(undisturbed)
  const other = sentDays(calls).find((day) => !usual.includes(day))
  return variant.id === 'machine-zone' && other
    ? `asks for the days of its machine: ${other}, instead of ${usual.join(' ')}`
    : undefined
}
