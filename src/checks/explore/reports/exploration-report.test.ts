import { expect, it } from 'vitest'
import type { Finding } from '../../../../contracts/rules/finding.ts'
import type { Exchange } from '../../../kit/target/exchange.ts'
import { explorationReport } from './exploration-report.ts'
import { htmlSearchReport } from './html.ts'

const KEY = 'key-0123456789'

const CONTEXT = {
  subject: 'http://a.example',
  seed: 1,
  prefix: 'playa01234567x',
  profile: [],
  redaction: { secrets: new Set([KEY]), headers: new Set(['x-app-key']), agency: 'a@a.example' },
  credentials: 'key',
} as unknown as Parameters<typeof explorationReport>[1] // only what a report reads

it('secrets are not shown where they were sent, and scripts take them from the environment', () => {
  // Only what a report reads.
  const exchange = {
    number: 1,
    tookMs: 1,
    request: { method: 'GET', url: 'http://a.example/v3', headers: { 'If-None-Match': `"${KEY}"` } },
    response: { status: 200, headers: {}, body: '' },
  } as unknown as Exchange
  const key = { 'x-app-key': 'k' }
  const named = { ...exchange, request: { ...exchange.request, headers: key } }
  const finding = { rule: 'a/b', kind: 'violation', statements: [], assumptions: [], expected: 'x', got: 'y' }
  const report = explorationReport(
    {
      found: [exchange, named].map((one) => ({
        finding: finding as unknown as Finding,
        exchanges: [],
        sent: [one],
      })),
      unconfirmed: [],
      steps: 1,
      sequences: 1,
      unsent: 7,
      observed: [],
      canWrite: true,
      leftBehind: [],
      interrupted: false,
    },
    CONTEXT,
  )
  const [, second] = report.findings
  expect(second?.script).toContain('-H "x-app-key: $X_APP_KEY"')
  expect(second?.test).toContain(`"x-app-key": process.env.X_APP_KEY ?? ''`)
  expect(JSON.stringify(report)).not.toContain(KEY)
})

it('the conclusion reports how much was not sent for lack of time', () => {
  const exploration = { found: [], unconfirmed: [], leftBehind: [], steps: 9, sequences: 1, observed: [] }
  const concluded = (unsent: number) =>
    explorationReport({ ...exploration, unsent, canWrite: true, interrupted: false }, CONTEXT).conclusion
  expect(concluded(0)).toBe('Nothing found: a conforming service could have given all 9 responses.')
  expect(concluded(7)).toMatch(
    / 7 planned sequences and clauses were not sent: a longer --budget sends more\.$/,
  )
})

it('the HTML form links the basis of a finding if the site of the documents is known', () => {
  const docs = 'https://docs.example/playa'
  const report = {
    steps: 1,
    seed: 1,
    subject: 'http://a.example',
    conclusion: 'One rule is broken.',
    profile: { 'common/href-form': 'absolute' },
    unconfirmed: [],
    left: [],
    findings: [
      {
        kind: 'violation' as const,
        rule: 'a/b',
        expected: 'x',
        got: 'y',
        requests: [],
        statements: ['PUB-04'],
        assumptions: ['publications/put-absent'],
      },
    ],
  }
  const hrefs = [...htmlSearchReport(report, { docs }).matchAll(/href="(https:[^"]+)"/g)]
  expect(hrefs.map(([, href]) => href)).toEqual([
    `${docs}/statements/PUB-04.html`,
    `${docs}/assumptions/publications/put-absent.html`,
    `${docs}/assumptions/common/href-form.html`,
  ])
  expect(htmlSearchReport(report)).not.toContain('href="https:')
})
