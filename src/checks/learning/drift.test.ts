import { expect, it } from 'vitest'
import type { Report, ReportedClause } from '../reports/schema.ts'
import { driftOf, newlyFailing } from './drift.ts'
import { type LearnedAssumption, previouslyFailed, profileYaml } from './learned-profile.ts'

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

it('an option that is no longer seen is lost, a new one is gained, and two at once are a change', () => {
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

it('an invalid previous profile is refused', () => {
  expect(() => driftOf([], { 'inquiries/order': 'by-name' })).toThrow(/inquiries\/order/)
})

it('a clause that fails is reported, unless it failed already when the previous profile was learned', () => {
  // The function reads no other members of a clause.
  const clause = (id: string, verdict: string) => ({ id, verdict }) as unknown as ReportedClause
  const reportOf = (...clauses: ReportedClause[]): Pick<Report, 'subject' | 'startedAt' | 'clauses'> => ({
    subject: 'http://127.0.0.1:1',
    startedAt: '2026-03-01T12:00:00Z',
    clauses,
  })
  const former = profileYaml(
    [learned('inquiries/order', 'newest-first')],
    reportOf(clause('A/b', 'failed'), clause('A/c', 'passed')),
  )
  const now = reportOf(clause('A/b', 'failed'), clause('A/c', 'failed'), clause('A/d', 'observed')) as Report
  expect(newlyFailing(now, previouslyFailed(former)).map(({ id }) => id)).toEqual(['A/c'])
  expect(newlyFailing(now, previouslyFailed('inquiries/order: newest-first\n')).map(({ id }) => id)).toEqual([
    'A/b',
    'A/c',
  ])
})
