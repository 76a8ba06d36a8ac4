/** Letters of a VIN by their value in the North American check sum. */
const LETTERS = ['', 'AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ']
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * Returns a VIN that every interpretation of ISO 3779 accepts: legal characters, four digits at the end, the
 * North American check digit. `seed` selects one of ten million, because an agency may refuse the same
 * vehicle twice (`publications/same-vehicle`); `descriptor` has its characters 4 to 8.
 */
export const vinFor = (seed: string, descriptor?: string): string => {
  const serial = String(hash(seed) % 10_000_000).padStart(7, '0')
  const around = (digit: string) => `9BW${descriptor ?? `${serial[0]}H45T`}${digit}TT${serial.slice(1)}`
  return around(checkDigit(around('0')))
}

/** Returns whether a VIN differs from those of `vinFor` in the descriptor and the serial number only. */
export const isSampleVin = (vin: unknown): vin is string =>
  typeof vin === 'string' &&
  /^9BW[A-HJ-NPR-Z0-9]{5}[0-9X]TT\d{6}$/.test(vin) &&
  vin[8] === checkDigit(`${vin.slice(0, 8)}0${vin.slice(9)}`)

const checkValue = (sign: string): number =>
  /\d/.test(sign) ? Number(sign) : LETTERS.findIndex((letters) => letters.includes(sign))

const checkDigit = (vin: string): string => {
  const digit = [...vin].reduce((total, sign, i) => total + (WEIGHTS[i] ?? 0) * checkValue(sign), 0) % 11
  return digit === 10 ? 'X' : String(digit)
}

/** Returns the VIN with a wrong check digit. */
export const withWrongDigit = (vin: string): string =>
  `${vin.slice(0, 8)}${vin[8] === '0' ? '1' : '0'}${vin.slice(9)}`

const hash = (text: string): number => {
  let value = 2_166_136_261
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return value
}
