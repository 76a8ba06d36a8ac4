import { expect, it } from 'vitest'
import { isTest, type Source, sourcesUnder } from '../coverage/sources.ts'

/** One name has one meaning in the whole project: a search for it finds one declaration. */

/** Names that several files declare on purpose, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

const all = sourcesUnder('src', 'contracts').filter(
  (source) => !isTest(source) && !source.path.endsWith('.d.ts'),
)

/** A declaration that Biome has formatted: an export of the top level begins its line. */
const EXPORT = /^export (?:abstract class|async function|class|const|function\*?|interface|let|type) (\w+)/gm

/** Names that a file declares and exports. Re-exports declare nothing. */
const declaredExports = ({ text }: Source): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(EXPORT), ([, name = '']) => name))

/** A stand-in has the names of the module that it stands in for. */
const isStandIn = ({ path }: { readonly path: string }): boolean =>
  path.startsWith('src/server/worker/runtime/')

const files = all.filter((source) => !isStandIn(source))

const declaredIn = new Map<string, string[]>()
for (const source of files)
  for (const name of declaredExports(source))
    declaredIn.set(name, [...(declaredIn.get(name) ?? []), source.path])

it('every exported name is declared in one file', () => {
  const repeated = [...declaredIn].filter(([name, paths]) => paths.length > 1 && !(name in EXCEPTIONS))
  expect(repeated.map(([name, paths]) => `${name}: ${paths.join(', ')}`).sort()).toEqual([])
})

it('every exception is still declared in several files', () => {
  expect(Object.keys(EXCEPTIONS).filter((name) => (declaredIn.get(name) ?? []).length < 2)).toEqual([])
})

it('a stand-in for another runtime exports what the module of its name exports', () => {
  for (const standIn of all.filter(isStandIn)) {
    const name = standIn.path.slice(standIn.path.lastIndexOf('/'))
    const real = files.find(({ path }) =>
      [`src/lib/runtime${name}`, `src/sandbox/outbound${name}`].includes(path),
    )
    for (const exported of declaredExports(standIn))
      expect(real?.text, `${exported} of ${standIn.path}`).toMatch(new RegExp(`\\b${exported}\\b`))
  }
})
