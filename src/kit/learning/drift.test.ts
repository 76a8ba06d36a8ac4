import { expect, it } from 'vitest'
import { driftOf } from './drift.ts'
import type { LearnedAssumption } from './learned-profile.ts'

const learned = (
  id: LearnedAssumption['id'],
  option: string | undefined,
  problem?: string,
): LearnedAssumption => ({
  id,
  option,
  problem,
  evidence: option === undefined ? [] : [{ option, clause: 'A/b', exchange: 'GET /v3 answered 200' }],
})

it('a changed option is reported with its evidence; equal ones are not', () => {
  const now = [learned('inquiries/order', 'oldest-first'), learned('publications/suspend-twice', '409')]
  const drift = driftOf(now, { 'inquiries/order': 'newest-first', 'publications/suspend-twice': 409 })
  expect(drift.changed).toMatchObject([
    { id: 'inquiries/order', former: 'newest-first', present: 'oldest-first', evidence: [{ clause: 'A/b' }] },
  ])
  expect([drift.lost, drift.gained]).toEqual([[], []])
})

it('what is not seen any more is lost, what is new is gained, and a service that does both has changed', () => {
  const now = [
    learned('inquiries/order', undefined),
    learned('publications/suspend-twice', '200'),
    learned('publications/etag-strength', undefined, 'the service was seen to do strong and weak'),
  ]
  const drift = driftOf(now, { 'inquiries/order': 'newest-first', 'publications/etag-strength': 'strong' })
  expect(drift.lost).toEqual([{ id: 'inquiries/order', former: 'newest-first' }])
  expect(drift.gained).toEqual([{ id: 'publications/suspend-twice', present: '200' }])
  expect(drift.changed).toMatchObject([{ id: 'publications/etag-strength', present: undefined }])
})

it('a former profile that is none is refused', () => {
  expect(() => driftOf([], { 'inquiries/order': 'by-name' })).toThrow(/inquiries\/order/)
})
