import { MINUTE_MS } from '../../calendar/date-time.ts'
import type { FaultInjection } from './fault-injection.ts'
import { type JsonMembers, jsonMembers, mappedJson, membersIn } from './json-walk.ts'
import { isOwnInquiry } from './receiver-faults.ts'
import { changedJson, everyAnswer } from './world-fault.ts'

const momentOf = ({ Momento }: JsonMembers): number =>
  typeof Momento === 'string' ? Date.parse(Momento) : Number.NaN

const hrefOf = (members: JsonMembers): unknown => jsonMembers(jsonMembers(members['_links'])['self'])['href']

const entriesOf = (value: unknown): readonly JsonMembers[] => {
  const { _entries } = jsonMembers(value)
  return (Array.isArray(_entries) ? _entries : []).map(jsonMembers)
}

/**
 * Shows each inquiry that a test makes after a list was read with a time some milliseconds after the newest
 * entry of that list.
 */
export const afterLastShown = (lateMs: number): FaultInjection => {
  let newestMs = Number.NEGATIVE_INFINITY
  const moments = new Map<string, number>()
  const shownMs = (members: JsonMembers) => moments.get(String(hrefOf(members)).split('/').at(-1) ?? '')
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
        for (const entry of entriesOf(shown)) newestMs = Math.max(newestMs, momentOf(entry) || newestMs)
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
      const earlier = entriesOf(value)
        .filter((entry) => momentOf(entry) < nowMs)
        .toSorted((a, b) => momentOf(b) - momentOf(a))
      newest ??= earlier[0] && hrefOf(earlier[0])
      return mappedJson(value, (members) =>
        'Momento' in members && newest !== undefined && hrefOf(members) === newest
          ? { ...members, Momento: inZoneOf(String(members['Momento']), shownMs) }
          : members,
      )
    }),
  }
}

/** Formats an instant with the offset of another time. */
const inZoneOf = (other: string, ms: number): string => {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(other) ?? []
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  const suffix = other.endsWith('Z') ? 'Z' : other.slice(-OFFSET_LENGTH)
  return new Date(ms + offsetMs).toISOString().slice(0, LENGTH_TO_SECONDS) + suffix
}

const OFFSET_LENGTH = '+00:00'.length
const LENGTH_TO_SECONDS = '2026-01-01T00:00:00'.length
