const VALUES: Readonly<Record<string, number>> = { B: 2, W: 6, A: 1, H: 8, T: 3 }
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * Returns a VIN that every interpretation of ISO 3779 accepts: legal characters, four digits at the end, the
 * North American check digit. `seed` selects one of ten million, because an agency may refuse the same
 * vehicle twice (`publications/same-vehicle`).
 */
export const vinFor = (seed: string): string => {
  const serial = String(hash(seed) % 10_000_000).padStart(7, '0')
  const around = (digit: string) => `9BW${serial[0]}H45T${digit}TT${serial.slice(1)}`
  const sum = [...around('0')].reduce(
    (total, sign, i) => total + (WEIGHTS[i] ?? 0) * (VALUES[sign] ?? Number(sign)),
    0,
  )
  const digit = sum % 11
  return around(digit === 10 ? 'X' : String(digit))
}

/** Returns the VIN with a wrong check digit. */
export const withWrongDigit = (vin: string): string =>
  `${vin.slice(0, 8)}${vin[8] === '0' ? '1' : '0'}${vin.slice(9)}`

const hash = (text: string): number => {
  let value = 2_166_136_261
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return value
}
