import type { Prng } from '../../../lib/random/prng.ts'
import { vinCheckDigit } from '../../../model/domain/publications/vin.ts'

/** First three characters by country of origin (ISO 3780 regions), with invented makers. */
const MAKERS: Readonly<Record<string, string>> = {
  Argentina: '8AZ',
  Brasil: '9BZ',
  México: '3MZ',
  Alemania: 'WZZ',
  Japón: 'JZZ',
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const MODEL_YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** Generates a valid vehicle identification number: origin, check digit and model year (PUB-05). */
export const inventedVin = (draw: Prng, origin: string | null, year: number | null): string => {
  const letter = () => LETTERS[draw.int(0, LETTERS.length - 1)]!
  const start = `${MAKERS[origin ?? ''] ?? 'LZZ'}${letter()}${letter()}${letter()}${draw.int(10, 99)}`
  const modelYear = MODEL_YEARS[((year ?? 2010) - 1980 + 60) % 30]!
  const end = `${modelYear}${letter()}${String(draw.int(1, 999_999)).padStart(6, '0')}`
  return start + vinCheckDigit(`${start}0${end}`) + end
}
