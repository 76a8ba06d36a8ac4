import { expect, it } from 'vitest'
import { findingsOf } from '../../src/sweep/report.ts'
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
