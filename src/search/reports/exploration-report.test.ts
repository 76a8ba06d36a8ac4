import { expect, it } from 'vitest'
import type { Exchange } from '../../kit/target/exchange.ts'
import type { Breach } from '../history/finding.ts'
import { explorationReport } from './exploration-report.ts'

const KEY = 'key-0123456789'

it('a secret that the service gave out as a tag is not shown where it was sent back', () => {
  // Only what a report reads.
  const exchange = {
    number: 1,
    tookMs: 1,
    request: { method: 'GET', url: 'http://a.example/v3', headers: { 'If-None-Match': `"${KEY}"` } },
    response: { status: 200, headers: {}, body: '' },
  } as unknown as Exchange
  const breach = { rule: 'a/b', kind: 'violation', statements: [], assumptions: [], expected: 'x', got: 'y' }
  const report = explorationReport(
    {
      ...{
        found: [{ breach: breach as unknown as Breach, exchanges: [], sent: [exchange] }],
        unconfirmed: [],
      },
      ...{ steps: 1, stories: 1, observed: [], canWrite: true, leftBehind: [], interrupted: false },
    },
    {
      ...{ subject: 'http://a.example', seed: 1, prefix: 'p', profile: [] },
      redaction: { secrets: new Set([KEY]), headers: new Set(), agency: 'a@a.example' },
      credentials: 'key',
    } as unknown as Parameters<typeof explorationReport>[1],
  )
  expect(report.findings).toHaveLength(1)
  expect(JSON.stringify(report)).not.toContain(KEY)
})
