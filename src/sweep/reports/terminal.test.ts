import { expect, it } from 'vitest'
import type { SweepReport, SweptFault } from '../verdicts/findings.ts'
import { terminalSweepReport } from './terminal.ts'

const broken = (fault: string, exchange: string): SweptFault => ({
  id: `${fault}@${exchange}`,
  fault,
  exchange,
  verdict: 'broken',
  means: 'it comes',
  weakness: 'x',
  note: null,
  waived: false,
  basis: '',
  evidence: {
    reason: 'the command fails',
    conduct: null,
    parts: exchange,
    next: ['GET /v3 -> 503'],
    world: [],
    tests: [],
    output: '',
    again: 'playa sweep',
    gaveUp: true,
  },
})

const reportOf = (parts: Partial<SweepReport>): SweepReport => ({
  release: '',
  command: 'npm test',
  startedAt: '',
  tookMs: 0,
  runs: 9,
  exchanges: 3,
  assumptions: [],
  setting: { scenario: 'demo', seed: null, now: '' },
  faults: [],
  advice: [],
  unstable: [],
  leftOut: [],
  stopped: null,
  waivers: [],
  waiverFaults: [],
  exitCode: 1,
  ...parts,
})

it('a client that never retries has one finding in the report, which names all its variants', () => {
  const report = reportOf({
    faults: [
      broken('503', 'entry.read#1'),
      broken('503', 'entry.read#2'),
      broken('reset', 'publications.read#1'),
    ],
  })
  const [, , , ...lines] = terminalSweepReport(report, (_, text) => text).split('\n')
  expect(lines).toEqual([
    '',
    'BROKEN  never retries after 503 or a reset connection: entry.read, publications.read  (503@entry.read#1 and 2 more)',
    '  all variants: 503@entry.read#1-2, reset@publications.read#1',
    '  it comes',
    '  the command fails',
    '  from entry.read#1:',
    '    GET /v3 -> 503',
    '  repeat: playa sweep',
    '',
    '3 findings with 1 cause.',
    '',
  ])
})

it('advice whose head is its reason shows it once', () => {
  const one = broken('level-taken', 'publications.create#1')
  const evidence = one.evidence && {
    ...one.evidence,
    reason: 'it does not look at the level',
    conduct: 'does not look at the level',
    gaveUp: false,
  }
  const text = terminalSweepReport(reportOf({ advice: [{ ...one, evidence }] }), (_, line) => line)
  expect(text.split('does not look at the level')).toHaveLength(2)
})
