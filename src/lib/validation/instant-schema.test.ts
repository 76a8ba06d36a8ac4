import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantMs } from '../calendar/instant.ts'
import { Instant } from './instant-schema.ts'

const TEXTS = [
  '2026-03-01T12:00:00-03:00',
  '2026-03-01T12:00:00Z',
  '2026-03-01T12:00Z',
  '2026-03-01T12:00:00.5Z',
  '2024-02-29T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-02-30T12:00:00Z',
  '2026-13-01T12:00:00Z',
  '2026-00-10T12:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T12:60:00Z',
  '2026-03-01T12:00:00',
  '2026-03-01 12:00:00Z',
  '2026-03-01T12:00:00z',
  '2026-03-01T12:00:00+0300',
  '2026-03-01T12:00:00+24:00',
  '1899-12-31T23:59:59Z',
  '1900-01-01T00:00:00Z',
  '9998-12-31T23:59:59Z',
  '9999-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  'tomorrow',
  '',
]

it.each(TEXTS)('the schema and the parser agree on %j', (text) => {
  expect(instantMs(text) !== undefined).toBe(Instant.safeParse(text).success)
})

it('the schema and the parser agree on any date and time', () => {
  const two = fc.integer({ min: 0, max: 70 }).map((number) => String(number).padStart(2, '0'))
  const texts = fc
    .tuple(
      fc.integer({ min: 1890, max: 2100 }),
      two,
      two,
      two,
      two,
      fc.constantFrom('Z', '+03:00', '-12:30', ''),
    )
    .map(([year, month, day, hour, minute, zone]) => `${year}-${month}-${day}T${hour}:${minute}:00${zone}`)
  fc.assert(
    fc.property(texts, (text) => (instantMs(text) !== undefined) === Instant.safeParse(text).success),
    { seed: 7, numRuns: 2_000 },
  )
})
