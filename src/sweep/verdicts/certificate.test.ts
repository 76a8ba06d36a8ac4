import { expect, it } from 'vitest'
import { isKnownVariant } from '../plan/known-variants.ts'
import { certificateFaults, certificateOf, SweepCertificate } from './certificate.ts'
import type { SweepReport, SweptFault } from './findings.ts'

const ID = '503@publications.create#1'

const fault = (verdict: SweptFault['verdict']): SweptFault => ({
  id: ID,
  fault: '503',
  exchange: 'publications.create#1',
  verdict,
  basis: 'b',
  note: null,
  waived: false,
  means: '503 comes once',
  weakness: 'gives up',
  evidence: null,
})

const reportOf = (entry: SweptFault, more: Partial<SweepReport> = {}): SweepReport => ({
  release: '1.0.0',
  command: 'npm test',
  startedAt: '2026-03-01T15:00:00.000Z',
  tookMs: 1,
  runs: 3,
  setting: { scenario: 'demo', seed: null, now: '2026-03-01T12:00:00-03:00' },
  exchanges: 1,
  assumptions: [],
  faults: [entry],
  advice: [],
  unstable: [],
  leftOut: [],
  stopped: null,
  waivers: [],
  waiverFaults: [],
  exitCode: entry.verdict === 'broken' ? 1 : 0,
  ...more,
})

const verified = (report: SweepReport, change: Partial<SweepCertificate> = {}, release = '1.0.0') => {
  const certificate = { ...certificateOf(report, 'build 7'), ...change }
  const read = SweepCertificate.parse(JSON.parse(JSON.stringify(certificate)))
  return certificateFaults(read, { release, today: '2026-04-01', isKnown: isKnownVariant })
}

it('an unchanged certificate is valid, but only for its release', () => {
  expect(verified(reportOf(fault('healed')))).toEqual([])
  expect(verified(reportOf(fault('healed')), {}, '2.0.0')).toEqual([
    'It was written by release 1.0.0; this is 2.0.0. Sweep again, or with --since.',
  ])
})

it('a changed certificate is recognized by its digest', () => {
  expect(verified(reportOf(fault('healed')), { build: 'build 8' })).toEqual([
    'The digest does not match: the file was changed after it was written.',
  ])
})

it('a finding needs a waiver that has not expired', () => {
  const waiver = { id: ID, owner: 'Ana', reason: 'next release', expires: '2026-05-01' }
  expect(verified(reportOf(fault('broken')))).toEqual([`${ID}: broken.`])
  expect(verified(reportOf(fault('broken'), { waivers: [waiver] }))).toEqual([])
  expect(verified(reportOf(fault('broken'), { waivers: [{ ...waiver, expires: '2026-03-15' }] }))).toEqual([
    `${ID}: the waiver of Ana expired on 2026-03-15.`,
  ])
})

it('ids of other releases are reported', () => {
  const unknown = { ...fault('healed'), id: 'earthquake@publications.create#1' }
  expect(verified(reportOf(unknown))).toEqual(['earthquake@publications.create#1: no such option or fault.'])
})

it('waivers are judged in linear time', { retry: 2 }, () => {
  const verifiedMs = (count: number) => {
    const faults = Array.from({ length: count }, (_, at) => ({
      ...fault('healed'),
      id: `503@operators.edit#${at}`,
    }))
    const waivers = faults.map(({ id }) => ({ id, owner: 'Ana', reason: 'later', expires: '2026-05-01' }))
    const certificate = certificateOf(reportOf(fault('healed'), { faults, waivers }), 'build 7')
    const startMs = performance.now()
    const found = certificateFaults(certificate, {
      release: '1.0.0',
      today: '2026-04-01',
      isKnown: () => true,
    })
    expect(found).toEqual([])
    return performance.now() - startMs
  }
  verifiedMs(1_000)
  expect(verifiedMs(32_000)).toBeLessThan(12 * verifiedMs(4_000))
})
