import type { Choices } from '../choices.ts'

const DAY_MS = 86_400_000

/** Writes a moment with the offset, the fractions or the `Z` that were chosen. */
export const instant = ({ zoneMinutes, instants, zuluInstants }: Choices, ms: number): string => {
  const offset = zuluInstants ? 0 : zoneMinutes
  const text = new Date(ms + offset * 60_000).toISOString().slice(0, -1)
  const fraction = { seconds: text.slice(0, 19), millis: text, ticks: `${text}4321` }[instants]
  if (zuluInstants) return `${fraction}Z`
  const size = Math.abs(offset)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${fraction}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Numbers the day of a moment in the service's zone. */
export const dayOf = ({ zoneMinutes }: Choices, ms: number): number =>
  Math.floor((ms + zoneMinutes * 60_000) / DAY_MS)

/** Gives the first moment of a day. */
export const startOf = ({ zoneMinutes }: Choices, day: number): number => day * DAY_MS - zoneMinutes * 60_000

/** Reads `YYYY-MM-DD`, with or without a time behind it; nothing when it is not a date. */
export const dayIn = (text: string): number | undefined => {
  const date = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text)?.[0]
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date ? undefined : ms / DAY_MS
}
