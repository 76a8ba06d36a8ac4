import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { blocksOf, NEEDS, startReader } from './document-reader.ts'

/** Follows README and guides with the installed package. */

/** In the order in which the README names them. */
const DOCUMENTS = [
  'README.md',
  'docs/guides/worlds.md',
  'docs/guides/durable-worlds.md',
  'docs/guides/control.md',
  'docs/guides/notifications.md',
  'docs/guides/testing.md',
  'docs/guides/ci.md',
  'docs/guides/sweep.md',
  'docs/guides/explore.md',
  'docs/guides/proxy.md',
  'docs/guides/contract-kit.md',
  'docs/guides/pages.md',
  'docs/guides/security.md',
]

/**
 * `npm run clients` follows those for clients in other languages, `test/package/container.test.ts` runs what
 * the container file would.
 */
const TESTED_ELSEWHERE = ['docs/guides/clients.md', 'docs/guides/languages.md', 'docs/guides/deployment.md']

const root = packageRoot()
const reader = await startReader()

const blocksIn = (document: string) => blocksOf(document, { server: 4010, receiver: 4011, proxy: 4012 })

it('these are all documents for readers', () => {
  const guides = readdirSync(join(root, 'docs', 'guides')).map((name) => `docs/guides/${name}`)
  expect([...DOCUMENTS, ...TESTED_ELSEWHERE].toSorted()).toEqual(['README.md', ...guides].toSorted())
})

it('few blocks are not run, and each says what it needs', () => {
  const left = DOCUMENTS.flatMap((document) => blocksIn(document).filter(({ text }) => NEEDS.test(text)))
  expect(left.length).toBeLessThanOrEqual(5)
  for (const { text } of left) expect(text).toMatch(/\bURL\b|npm |Jest/)
})

it('what blocks write stands under out, which the checks of a project that ignores it do not see', () => {
  const written = DOCUMENTS.flatMap((document) => blocksIn(document)).flatMap(({ text }) =>
    Array.from(text.matchAll(/(?: -o | --har | --report \w+=|> )([\w./-]+\.\w+)/g), ([, file = '']) => file),
  )
  expect(written.length).toBeGreaterThan(2)
  expect(written.filter((file) => !file.startsWith('out/'))).toEqual([])
  expect(execFileSync('git', ['check-ignore', 'out/any.yaml'], { cwd: root, encoding: 'utf8' })).toContain(
    'out/',
  )
})

it.each(DOCUMENTS)('%s: every block runs, in order, and prints what is shown', reader.follow)

it('the receiver found every signature good, also after the clock of a world was moved', () => {
  const said = reader.received()
  expect(said).toMatch(/verified|valid/)
  expect(said).not.toMatch(/stale|wrong signature/)
})
