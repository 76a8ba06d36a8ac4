import { expect, it } from 'vitest'
import { zoneOfAnotherDay } from './machine-zone.ts'

const dayIn = (timeZone: string, ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(ms)

it('it is another day in the zone of the machine at every hour, wherever it usually is', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const ms = Date.UTC(2026, 10, 28, hour, 30)
    for (const own of ['UTC', 'America/Argentina/Buenos_Aires', 'Asia/Tokyo', 'Pacific/Kiritimati'])
      expect(dayIn(zoneOfAnotherDay(ms, own), ms), `${own} ${hour}`).not.toBe(dayIn(own, ms))
  }
  // From three o'clock in UTC on it is also another day than in the zone of the agency.
  const ms = Date.UTC(2026, 10, 28, 3, 30)
  expect(dayIn(zoneOfAnotherDay(ms, 'UTC'), ms)).not.toBe(dayIn('America/Argentina/Buenos_Aires', ms))
  expect(() => zoneOfAnotherDay(ms, 'nowhere/at-all')).not.toThrow()
})
