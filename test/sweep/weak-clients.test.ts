import { expect, it } from 'vitest'
import { findingsOf } from '../../src/sweep/report.ts'
import { terminalSweepReport } from '../../src/sweep/reports/terminal.ts'
import { clientCommand, hasPrograms } from './clients.ts'
import { sweepOf } from './sweep-of.ts'
import { unexplainedLines } from './unexplained-lines.ts'

/** Each client has one planted weakness; the sweep says under which variant it shows, and what it saw. */
const WEAK: readonly (readonly [client: string, id: string, seen: RegExp])[] = [
  ['other-id.mjs', 'answer-lost@publications.create#1', /^publication STOCK-2 is extra \("active"\)$/],
  [
    'lost-update.py',
    'rival-before-write@publications.edit#1',
    /^publication PIN-0001: the other writer's change of Descripcion is lost$/,
  ],
  ['gives-up.sh', '503@publications.read#1', /^the command fails with exit code 22$/],
  ['no-reset.mjs', 'reset@publications.list#1', /^the command fails with exit code 1$/],
  ['first-page.py', 'inquiries/page-size', /^the command fails with exit code 1$/],
  ['grep.sh', 'json-spelling', /^the command fails with exit code 1$/],
  ['closed-schema.py', 'further-members', /^the command fails with exit code 1$/],
  ['header-names.sh', 'header-case', /^the command fails with exit code 1$/],
  ['by-chunk.mjs', 'chunked', /^the command fails with exit code 1$/],
  ['every-webhook.mjs', 'webhook-twice', /^the command fails with exit code 1$/],
  ['text-times.mjs', 'other-offsets', /^the command fails with exit code 1$/],
  ['utc-day.py', 'before-midnight', /^the command fails with exit code 1$/],
]

it.each(WEAK)('%s breaks under %s', async (client, id, seen) => {
  if (!hasPrograms(client)) return
  // A variant that it survives runs too: it is not in the report.
  const report = await sweepOf(clientCommand(client), { only: [id, 'members-reordered'], jobs: 3 })
  const [finding, ...others] = findingsOf(report.variants)
  expect(report.stopped).toBeNull()
  expect(finding?.first.id.startsWith(id)).toBe(true)
  expect(finding?.first.world[0] ?? finding?.first.evidence.reason).toMatch(seen)
  expect(others).toEqual([])
  expect(unexplainedLines(report)).toEqual([])
  expect(report.exitCode).toBe(1)
})

it('a sentence about what a client means, or about another fault, would not be explained', async () => {
  const report = await sweepOf(clientCommand('other-id.mjs'), { only: ['answer-lost'] })
  const [variant] = report.variants
  expect(unexplainedLines(report)).toEqual([])
  const guessed = { ...report, variants: [{ ...variant!, when: 'it repeats a create blindly' }] }
  expect(unexplainedLines(guessed)).toEqual(['✗ breaks when it repeats a create blindly'])
  const careless = { ...report, variants: [{ ...variant!, careful: 'It should not do that.' }] }
  expect(unexplainedLines(careless).length).toBeGreaterThan(1)
})

it('variants are one finding only if all that it says is true of each; their requests are named one by one', async () => {
  const report = await sweepOf(clientCommand('ignores-status.mjs'), { only: ['503', 'reset', '429'] })
  const findings = findingsOf(report.variants)
  const MISSING = ['publication S-1 is missing']
  const ACTIVE = ['publication S-1: condition is "active" instead of "suspended"']
  const found = findings.map(({ first, others }) => [[first, ...others].map(({ id }) => id), first.world])
  expect(found).toEqual([
    [['503@publications.create#1', 'reset@publications.create#1'], MISSING],
    [['429@publications.create#1'], MISSING],
    [['503@publications.suspend#1', 'reset@publications.suspend#1'], ACTIVE],
    [['429@publications.suspend#1'], ACTIVE],
  ])
  const also =
    '  also: reset@publications.create#1: POST /v3/publicaciones/ventas@lospinos.example -> no response\n'
  expect(terminalSweepReport(report, (_, text) => text)).toContain(also)
  expect(unexplainedLines(report)).toEqual([])
})
