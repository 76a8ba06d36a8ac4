import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const modules = join(packageRoot(), 'node_modules')

const manifestOf = (folder: string): PackageManifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Returns the folder of a package that another one imports. */
const folderOf = (name: string, importer: string): string => {
  const own = join(importer, 'node_modules', name)
  return existsSync(own) ? own : join(modules, name)
}

/** Returns the folders of a package and of all that it depends on, in the order of their names. */
const bundledFolders = (name: string): readonly string[] => {
  const folders = new Set([folderOf(name, modules)])
  // A set hands out what is added while it is walked.
  for (const folder of folders)
    for (const dependency of Object.keys(manifestOf(folder).dependencies ?? {}))
      folders.add(folderOf(dependency, folder))
  const [first = '', ...others] = folders
  return [first, ...others.toSorted()]
}

const licenceTexts = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())

/** What the package ships of others, with the texts that their licences ask to be shipped along. */
const notices = (): string =>
  [
    'Playa ships the following code of other projects. Dependencies are not part of it: they are',
    'installed beside Playa, each with its own licence.',
    ...section('dist/ui/openapi-explorer.js.br, bundled from', bundledFolders('openapi-explorer')),
    ...section('dist/ui/htmx.js.br', [folderOf('htmx.org', modules)]),
  ].join('\n\n')

/** Shows a licence that packages share once, after their names and authors. */
const section = (shipped: string, folders: readonly string[]): readonly string[] => {
  const licences = new Map<string, { packages: string[]; text: string }>()
  for (const folder of folders) {
    const { name, version } = manifestOf(folder)
    const { authors, text } = licenceOf(folder)
    const key = text.replace(/[\W_]+/g, ' ').toLowerCase()
    const licence = licences.get(key) ?? { packages: [], text }
    licences.set(key, licence)
    licence.packages.push([`${name} ${version}`, ...authors].join('\n  '))
  }
  const shown = [...licences.values()].flatMap(({ packages, text }) => ['-'.repeat(80), ...packages, text])
  return ['='.repeat(80), shipped, ...shown]
}

const AUTHOR = /^\s*(?:\([cC]\)|©|Copyright)\s+(?:\([cC]\)|©|\d{4}|[A-Z][a-z])/

/** Separates who wrote a package from the text of its licence. */
const licenceOf = (folder: string) => {
  const lines = licenceTexts(folder).join('\n\n').split('\n')
  const authors = lines.filter((line) => AUTHOR.test(line)).map((line) => line.trim())
  const others = lines.filter(
    (line) => !AUTHOR.test(line) && !/^\W*(?:the )?mit licen[cs]e\W*(?:mit\W*)?$/i.test(line),
  )
  return {
    authors,
    text: others
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

it('THIRD-PARTY-NOTICES holds the licences of the versions that are shipped', async () => {
  await expect(`${notices()}\n`).toMatchFileSnapshot(join(packageRoot(), 'THIRD-PARTY-NOTICES'))
})
