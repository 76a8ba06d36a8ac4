import { expect, it } from 'vitest'
import { checkWaivers, WaiverFile } from './waivers.ts'

const waiver = (clause: string, expires = '2026-12-31') => ({
  clause,
  owner: 'Ana',
  reason: 'known',
  issue: 'https://example.com/1',
  expires,
})
const tried = {
  known: new Set(['a/fails', 'a/holds', 'a/skipped']),
  failed: new Set(['a/fails']),
  ran: new Set(['a/fails', 'a/holds']),
  today: '2026-03-01',
}

it('a waiver of a failing clause that has not expired is in order, on its last day too', () => {
  expect(checkWaivers([waiver('a/fails', '2026-03-01')], tried)).toEqual([])
})

it('each fault of a waiver has its name', () => {
  const waivers = [
    waiver('a/fails'),
    waiver('a/fails'),
    waiver('a/holds'),
    waiver('a/skipped'),
    waiver('a/none'),
    waiver('a/holds'),
  ]
  expect(checkWaivers(waivers, tried).map(({ fault }) => fault)).toEqual([
    'duplicated',
    'stale',
    'unused',
    'unknown clause',
    'duplicated',
  ])
  expect(checkWaivers([waiver('a/fails', '2026-02-28')], tried)).toEqual([
    { clause: 'a/fails', fault: 'expired' },
  ])
})

it('a file is a list, alone or under waivers, and may be empty', () => {
  expect(WaiverFile.parse([waiver('a/fails')])).toHaveLength(1)
  expect(WaiverFile.parse({ waivers: [waiver('a/fails')] })).toHaveLength(1)
  expect(WaiverFile.parse(null)).toEqual([])
})

it.each([
  ['owner', ''],
  ['reason', ''],
  ['issue', 'PLAYA-1'],
  ['expires', 'soon'],
  ['until', '2026-01-01'],
])('an entry whose %s is %j is refused', (member, value) => {
  expect(WaiverFile.safeParse([{ ...waiver('a/fails'), [member]: value }]).success).toBe(false)
})
