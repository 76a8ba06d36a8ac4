import { expect, it } from 'vitest'
import { isTest, program } from '../coverage/sources.ts'
import { everything, importsOf } from './import-graph.ts'

const sources = everything()
const imports = sources.flatMap(importsOf).filter(({ isOurs }) => isOurs)

/** Where a reader, a command or the build comes in. */
const ENTRIES = [
  'src/index.ts',
  'src/kit-entry.ts',
  'src/vitest-entry.ts',
  'src/cli/main.ts',
  'src/bundle.ts',
  'contracts/index.ts',
  'build.ts',
]

/** Scripts that people run by hand. */
const SCRIPTS = ['src/openapi/write-document.ts', 'test/bench/main.ts', 'test/mutants/write-table.ts']

it('every file of the program is reached from an entry point', () => {
  const reached = new Set([...ENTRIES, ...SCRIPTS])
  // A set is walked in the order of its growth, so what is added is visited too.
  for (const path of reached) for (const { from, to } of imports) if (from === path) reached.add(to)
  expect(
    program()
      .map(({ path }) => path)
      .filter((path) => !reached.has(path)),
  ).toEqual([])
})

const EXPORTED = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm
const LISTED = /^export (?:type )?\{([^}]*)\}/gm

const exportsOf = (text: string): string[] => [
  ...[...text.matchAll(EXPORTED)].map(([, name = '']) => name),
  ...[...text.matchAll(LISTED)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map(
        (part) =>
          part
            .trim()
            .replace(/^type\s+/, '')
            .split(/\s+as\s+/)
            .at(-1) ?? '',
      )
      .filter((name) => name !== ''),
  ),
]

/** The package's own surface is imported by others. */
const isSurface = (path: string): boolean => ENTRIES.includes(path)

/** A type stands beside what it describes: it is dead only when not even its own file speaks of it. */
const isType = (text: string, name: string): boolean =>
  new RegExp(`^export (interface|type) ${name}\\b`, 'm').test(text)
const isSpokenOf = (text: string, name: string): boolean =>
  [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1

it('nothing is exported that nobody imports', () => {
  const taken = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  const unused = sources
    .filter((source) => source.path.startsWith('src/') && !isTest(source) && !isSurface(source.path))
    .flatMap(({ path, text }) =>
      exportsOf(text)
        .filter((name) => !taken.has(`${path} ${name}`) && !taken.has(`${path} *`))
        .filter((name) => !(isType(text, name) && isSpokenOf(text, name)))
        .map((name) => `${path}: ${name}`),
    )
  expect(unused).toEqual([])
})
