import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { installedPlaya } from './installed.ts'

/** What the package's entries load before anything is called. */

const IMPORT = /^(?:import|export)\b[^'"]*?["']([^'"]+)["'];?$/gm

/** What differs between runtimes has a name and a file for each. */
const { imports }: { readonly imports: Readonly<Record<string, { readonly default: string }>> } = JSON.parse(
  readFileSync(join(installedPlaya().package, 'package.json'), 'utf8'),
)

const packagesImportedBy = (entry: string): string[] => {
  const files = new Set([join(installedPlaya().package, entry)])
  const packages = new Set<string>()
  // A set hands out what is added while it is walked.
  for (const file of files) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const adapter = imports[target]
      if (adapter) files.add(join(installedPlaya().package, adapter.default))
      else if (target.startsWith('.')) files.add(join(dirname(file), target))
      else if (!target.startsWith('node:'))
        packages.add(target.split('/', target[0] === '@' ? 2 : 1).join('/'))
    }
  }
  return [...packages].sort()
}

it('importing playa loads the router, and neither schemas nor a command line', () => {
  expect(packagesImportedBy('dist/index.js')).toEqual(['hono'])
})

it('importing playa/vitest loads the fixture only: no clause, no sandbox', () => {
  expect(packagesImportedBy('dist/vitest.js')).toEqual(['vitest'])
})

it('the command loads no schemas before it knows what to do', () => {
  expect(packagesImportedBy('dist/cli.js')).not.toContain('zod')
})

it('the command and a sandbox load the tools of coding agents with their first request only', () => {
  for (const entry of ['dist/index.js', 'dist/cli.js'])
    expect(packagesImportedBy(entry)).not.toContain('@modelcontextprotocol/server')
})
