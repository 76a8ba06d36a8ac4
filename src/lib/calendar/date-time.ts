/**
 * Dates and date-times of the wire. Instants are milliseconds since the Unix epoch; zones are minutes east of
 * UTC.
 */

/** Lengths in milliseconds. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** Returns the first millisecond of the instant's local day. */
export const startOfDay = (atMs: number, zoneMinutes: number): number => {
  const shift = zoneMinutes * MINUTE_MS
  return Math.floor((atMs + shift) / DAY_MS) * DAY_MS - shift
}

/** Formats an instant as `2026-03-01T12:00:00-03:00`, in whole seconds. */
export const dateTime = (atMs: number, zoneMinutes: number): string => {
  const local = new Date(Math.floor(atMs / SECOND_MS) * SECOND_MS + zoneMinutes * MINUTE_MS)
    .toISOString()
    .slice(0, 19)
  return local + offset(zoneMinutes)
}

/** Formats the instant's local day as `2026-03-01`. */
export const day = (atMs: number, zoneMinutes: number): string =>
  new Date(atMs + zoneMinutes * MINUTE_MS).toISOString().slice(0, 10)

/** Returns the start of a `YYYY-MM-DD` day in the zone; undefined when the day does not exist. */
export const parseDay = (text: string, zoneMinutes: number): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const utc = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== text) return undefined
  return utc - zoneMinutes * MINUTE_MS
}

/** Returns the instant's local year. */
export const yearOf = (atMs: number, zoneMinutes: number): number =>
  new Date(atMs + zoneMinutes * MINUTE_MS).getUTCFullYear()

const offset = (zoneMinutes: number): string => {
  const size = Math.abs(zoneMinutes)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${zoneMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
