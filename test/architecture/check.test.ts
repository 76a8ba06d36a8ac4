import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { outputOfTool } from './run-tool.ts'

/** `npm run check`, beside the other tests: what the compiler and Biome report. */

it('the compiler finds no mistake', async () => {
  const info = join(packageRoot(), 'node_modules', '.cache', 'playa', 'check.tsbuildinfo')
  expect(
    await outputOfTool(
      'typescript-7/bin/tsc',
      // Several checkers are faster alone, but each infers the types that they share.
      '--checkers',
      '1',
      '--incremental',
      '--pretty',
      'false',
      '--tsBuildInfoFile',
      info,
    ),
  ).toBe('')
})

it('Biome finds no mistake', async () => {
  const { summary } = JSON.parse(
    await outputOfTool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--reporter=json', '.'),
  )
  expect([summary.errors, summary.warnings]).toEqual([0, 0])
})
