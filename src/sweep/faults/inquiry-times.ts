import { dateTime } from '../../calendar/date-time.ts'
import type { FaultInjection } from './fault-injection.ts'
import {
  type JsonMembers,
  jsonMembers,
  listedEntries,
  mappedJson,
  membersIn,
  selfAddress,
} from './json-walk.ts'
import { isOwnInquiry } from './receiver-faults.ts'
import { changedJson, everyAnswer } from './world-fault.ts'

const momentOf = ({ Momento }: JsonMembers): number =>
  typeof Momento === 'string' ? Date.parse(Momento) : Number.NaN

/**
 * Shows each inquiry that a test makes after a list was read with a time some milliseconds after the newest
 * entry of that list.
 */
export const afterLastShown = (lateMs: number): FaultInjection => {
  let newestMs = Number.NEGATIVE_INFINITY
  const moments = new Map<string, number>()
  const shownMs = (members: JsonMembers) => moments.get(String(selfAddress(members)).split('/').at(-1) ?? '')
  return {
    open: () => {
      newestMs = Number.NEGATIVE_INFINITY
      moments.clear()
    },
    before: (world, call) => {
      if (isOwnInquiry(call) && Number.isFinite(newestMs)) {
        const momentMs = newestMs + lateMs
        return async (response) => {
          const { sid } = membersIn(await response.clone().text())
          if (typeof sid === 'string') moments.set(sid, momentMs)
          return response
        }
      }
      if (call.operation === undefined) return undefined
      return changedJson(world, (value) => {
        const shown = mappedJson(value, (members) => {
          const ms = 'Momento' in members ? shownMs(members) : undefined
          return ms === undefined
            ? members
            : { ...members, Momento: inZoneOf(String(members['Momento']), ms) }
        })
        for (const entry of listedEntries(jsonMembers(shown)))
          newestMs = Math.max(newestMs, momentOf(entry) || newestMs)
        return shown
      })
    },
  }
}

/** Shows the newest inquiry from before the run with another time. */
export const newestAt = (nowMs: number, shownMs: number): FaultInjection => {
  let newest: unknown
  return {
    open: () => {
      newest = undefined
    },
    ...everyAnswer((value) => {
      const earlier = listedEntries(jsonMembers(value))
        .filter((entry) => momentOf(entry) < nowMs)
        .toSorted((a, b) => momentOf(b) - momentOf(a))
      newest ??= earlier[0] && selfAddress(earlier[0])
      return mappedJson(value, (members) =>
        'Momento' in members && newest !== undefined && selfAddress(members) === newest
          ? { ...members, Momento: inZoneOf(String(members['Momento']), shownMs) }
          : members,
      )
    }),
  }
}

/** Formats an instant with the offset of another time. */
const inZoneOf = (other: string, ms: number): string => {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(other) ?? []
  const zoneMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const text = dateTime(ms, zoneMinutes)
  return other.endsWith('Z') ? text.replace('+00:00', 'Z') : text
}
