import type { Chance } from '../random/prng.ts'
import { checkDigitOf } from '../domain/publications/vin.ts'

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

/** An invented identification number that is right in every position: origin, check digit, model year (PUB-05). */
export const inventedVin = (draw: Chance, origin: string | null, year: number | null): string => {
  const letter = () => LETTERS[draw.int(0, LETTERS.length - 1)]!
  const start = `${MAKERS[origin ?? ''] ?? 'LZZ'}${letter()}${letter()}${letter()}${draw.int(10, 99)}`
  const modelYear = MODEL_YEARS[((year ?? 2010) - 1980 + 60) % 30]!
  const end = `${modelYear}${letter()}${String(draw.int(1, 999_999)).padStart(6, '0')}`
  return start + checkDigitOf(`${start}0${end}`) + end
}
