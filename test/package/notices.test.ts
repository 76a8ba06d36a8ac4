import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'

const textIn = (...path: readonly string[]): string =>
  readFileSync(join(packageRoot(), 'node_modules', ...path), 'utf8').trim()

const versionOf = (name: string): string => JSON.parse(textIn(name, 'package.json')).version

/** What the package ships of others, with the texts that their licences ask to be shipped along. */
const notices = (): string =>
  [
    'Playa ships the following files of other projects, unchanged unless brackets say how. Dependencies are not among them:',
    'they are installed beside Playa, each with its own licence.',
    section(
      'dist/ui/swagger-ui.js.br (minified again), dist/ui/swagger-ui.css.br (without unused rules)',
      'swagger-ui-dist',
      ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'],
    ),
    section('dist/ui/htmx.js.br', 'htmx.org', ['LICENSE']),
  ].join('\n\n')

const section = (shipped: string, name: string, texts: readonly string[]): string =>
  ['='.repeat(80), `${name} ${versionOf(name)}: ${shipped}`, ...texts.map((text) => textIn(name, text))].join(
    '\n\n',
  )

it('THIRD-PARTY-NOTICES holds the licences of the versions that are shipped', async () => {
  await expect(`${notices()}\n`).toMatchFileSnapshot(join(packageRoot(), 'THIRD-PARTY-NOTICES'))
})
