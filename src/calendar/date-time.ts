/** Days and date-times of the wire. All instants are milliseconds since the Unix epoch; zones are minutes east of UTC. */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** First millisecond of the local day that holds the instant. */
export const startOfDay = (atMs: number, zoneMinutes: number): number => {
  const shift = zoneMinutes * MINUTE_MS
  return Math.floor((atMs + shift) / DAY_MS) * DAY_MS - shift
}

/** `2026-03-01T12:00:00-03:00`, whole seconds. */
export const dateTime = (atMs: number, zoneMinutes: number): string => {
  const local = new Date(Math.floor(atMs / SECOND_MS) * SECOND_MS + zoneMinutes * MINUTE_MS).toISOString().slice(0, 19)
  return local + offset(zoneMinutes)
}

/** `2026-03-01`, the local day of the instant. */
export const day = (atMs: number, zoneMinutes: number): string =>
  new Date(atMs + zoneMinutes * MINUTE_MS).toISOString().slice(0, 10)

/** Start of a `YYYY-MM-DD` day in the zone; undefined when there is no such day. */
export const parseDay = (text: string, zoneMinutes: number): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const utc = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== text) return undefined
  return utc - zoneMinutes * MINUTE_MS
}

export const yearOf = (atMs: number, zoneMinutes: number): number =>
  new Date(atMs + zoneMinutes * MINUTE_MS).getUTCFullYear()

const offset = (zoneMinutes: number): string => {
  const size = Math.abs(zoneMinutes)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${zoneMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
