const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * Reads `500ms`, `30s`, `5m` or `1h` as milliseconds; a bare number is seconds. Undefined for other texts.
 */
export const shortDurationMs = (text: string): number | undefined => {
  const [, amount, unit = 's'] = /^(\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h)?$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (UNIT_MS[unit] ?? 0)
}
