import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { installedPlaya, node } from './installed.ts'

const { package: installed, tarball } = installedPlaya()
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
const files = readdirSync(installed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
const modules = files.filter((path) => path.startsWith(join(installed, 'dist')) && path.endsWith('.js'))
const ownModules = modules.filter((path) => !path.startsWith(join(installed, 'dist', 'ui')))
const forVitest = join(installed, 'dist', 'vitest.js')

const bin = (name: string): string => join(packageRoot(), 'node_modules', '.bin', name)

it('publint finds nothing to say about the tarball', async () => {
  const { code, stdout, stderr } = await node(bin('publint'), 'run', tarball, '--strict')
  expect(code, stdout + stderr).toBe(0)
})

it('every entry resolves for ES modules, with types that are ES modules too', async () => {
  const { code, stdout, stderr } = await node(bin('attw'), tarball, '--profile', 'esm-only', '--no-color')
  expect(code, stdout + stderr).toBe(0)
})

// A quarter of it is the API reference.
it('weighs less than 3 MB', () => {
  expect(statSync(tarball).size).toBeLessThan(3_000_000)
})

/**
 * The packages that a module imports. The compiler writes double quotes; texts about imports have single
 * ones.
 */
const packagesOf = (path: string): string[] => {
  const text = readFileSync(path, 'utf8')
  const found = text.matchAll(/^(?:import|export) [^"\n]*"([^."/][^"]*)";?$|\bimport\("([^."/][^"]*)"\)/gm)
  return Array.from(found, ([, statically, lazily]) => statically ?? lazily ?? '')
    .filter((specifier) => !/^(?:node:|#)/.test(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
}

it('declares exactly the packages that it imports', () => {
  const imported = ownModules.filter((path) => path !== forVitest).flatMap(packagesOf)
  const declared = { ...manifest.dependencies, ...manifest.optionalDependencies }
  expect([...new Set(imported)].sort()).toEqual(Object.keys(declared).sort())
  expect(packagesOf(forVitest)).toContain('vitest')
})

it('takes every compatible version of its dependencies', () => {
  expect(Object.values(manifest.dependencies)).toEqual(
    Object.values(manifest.dependencies).map(() => expect.stringMatching(/^\^/)),
  )
})

it('has a source map for each of its modules that does more than pass on exports', () => {
  const without = ownModules
    .filter((path) => !existsSync(`${path}.map`))
    .filter((path) => !/^(?:(?:import|export) [^\n]*\n?)+$/.test(readFileSync(path, 'utf8')))
  expect(without).toEqual([])
})

it('holds UTF-8 text that was never read as Latin-1', () => {
  const texts = files.filter((path) => /\.(?:js|css|json|yaml|md|ts)$/.test(path))
  expect(
    texts.filter((path) => /Ã[\u0080-\u00bf]|Â[\u0080-\u00bf]|â€/.test(readFileSync(path, 'utf8'))),
  ).toEqual([])
})

it('ships neither tests nor sources of the project', () => {
  expect(files.filter((path) => /\.test\.|(?<!\.d)\.ts$|tsbuildinfo/.test(path))).toEqual([])
})

it('runs nothing when it is installed', () => {
  const { install, preinstall, postinstall } = manifest.scripts
  expect([install, preinstall, postinstall]).toEqual([undefined, undefined, undefined])
})
