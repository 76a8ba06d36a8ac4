import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { GENERATED, guideBlocks, savedFiles, shellOf, WRITTEN } from './examples.ts'

/** The guides to other languages and to generated clients show what `npm run clients` runs. */

const withoutIndent = (text: string): string => text.replaceAll(/^[ \t]+/gm, '').trim()

it('each generator has its section, and each section its generator', () => {
  const headings = [...guideBlocks('clients').keys()]
  expect(headings).toEqual(['', ...GENERATED.map(({ heading }) => heading)])
  for (const heading of headings) expect(shellOf('clients', heading)).not.toBe('')
})

it.each(GENERATED)(
  '$heading: what is shown stands in what is run',
  ({ heading, folder = '', files = [] }) => {
    const shown = (guideBlocks('clients').get(heading) ?? []).filter(({ language }) => language !== 'sh')
    const run = files
      .map((file) => withoutIndent(readFileSync(join(packageRoot(), 'test/clients', folder, file), 'utf8')))
      .join('\n')
    expect(shown.length).toBeGreaterThan(0)
    for (const { text } of shown)
      for (const part of text.split(/\n\s*\n/)) expect(run).toContain(withoutIndent(part))
  },
)

it.each(WRITTEN)('$heading: every block is saved and run, and a workflow runs the same', (example) => {
  const { guide, heading } = example
  const blocks = guideBlocks(guide).get(heading) ?? []
  const others = blocks.filter(({ language }) => language !== 'sh' && language !== 'yaml')
  expect(savedFiles(example)).toHaveLength(others.length)
  const [command = ''] = /^playa run .*$/m.exec(shellOf(guide, heading)) ?? []
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))
  for (const { text } of blocks.filter(({ language }) => language === 'yaml'))
    expect(parse(text).jobs.test.steps.at(-1).run).toBe(
      command.replace(/^playa/, `npx --yes ./playa-${version}.tgz`),
    )
})
