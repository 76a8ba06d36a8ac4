import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { GENERATORS, guideBlocks, shellOf } from './generators.ts'

/** docs/guides/clients.md shows what `npm run clients` runs. */

const withoutIndent = (text: string): string => text.replaceAll(/^[ \t]+/gm, '').trim()

it('each generator has its section, and each section its generator', () => {
  expect([...guideBlocks().keys()]).toEqual(['', ...GENERATORS.map(({ name }) => name)])
  for (const heading of guideBlocks().keys()) expect(shellOf(heading)).not.toBe('')
})

it.each(GENERATORS)('$name: what is shown stands in what is run', ({ name, files }) => {
  const shown = (guideBlocks().get(name) ?? []).filter(({ language }) => language !== 'sh')
  const run = files
    .map((file) => withoutIndent(readFileSync(join(packageRoot(), 'test/clients', file), 'utf8')))
    .join('\n')
  expect(shown.length).toBeGreaterThan(0)
  for (const { text } of shown)
    for (const part of text.split(/\n\s*\n/)) expect(run).toContain(withoutIndent(part))
  for (const file of files) expect(basename(file)).not.toBe('')
})
