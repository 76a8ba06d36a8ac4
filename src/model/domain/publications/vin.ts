/** Vehicle identification numbers after ISO 3779 (PUB-05). */

const CHARACTER_VALUES: Readonly<Record<string, number>> = {
  A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8,
  J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9,
  S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9,
} // biome-ignore format: rows of the standard's table

const POSITION_WEIGHTS: readonly number[] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** True for 17 characters of the standard: digits and capitals without I, O and Q. */
export const isVin = (text: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(text)

/** Computes the check digit, position 9, by the North American rule. */
export const vinCheckDigit = (vin: string): string => {
  const sum = POSITION_WEIGHTS.reduce(
    (total, weight, i) => total + weight * (CHARACTER_VALUES[vin[i]!] ?? (Number(vin[i]) || 0)),
    0,
  )
  const digit = sum % 11
  return digit === 10 ? 'X' : String(digit)
}

/** True when position 9 holds the check digit (`publications/vin-check-digit`). */
export const hasCheckDigit = (vin: string): boolean => vin[8] === vinCheckDigit(vin)
