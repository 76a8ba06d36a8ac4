import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { commandEntries } from '../../src/cli/command-table.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

/** Documents name only files and commands that exist. */

const root = packageRoot()

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'scenarios/README.md',
  'fixtures/README.md',
  'deploy/cloudflare/README.md',
  ...readdirSync(join(root, 'docs'), { encoding: 'utf8', recursive: true }).map((name) => `docs/${name}`),
]
  .filter((path) => path.endsWith('.md') && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Paths inside the project: text that begins with a folder of the root or of the document's own folder. */
const pathsIn = ({ path, text }: { readonly path: string; readonly text: string }): string[] => {
  const own = dirname(path)
  const folders = new Set(
    [root, join(root, own)]
      .flatMap((folder) => readdirSync(folder, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$|out$|site$)/.test(entry.name))
      .map(({ name }) => name),
  )
  // The first comment of a block names the file in which a reader saves it.
  const told = text.replaceAll(/^(```\w+\n)(?:#|\/\/|<!--) \S+(?: -->)?$/gm, '$1')
  const written = [...told.matchAll(/(?<![\w/.:@{}-])(\w[\w-]*)\/[\w./{}*<>-]*/g)]
    .filter(([, first = '']) => folders.has(first))
    .map(([whole]) => whole)
  // In code, brackets and parentheses are not a link.
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  const linked = [...prose.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target = '']) => target)
  return [...written, ...linked]
    .map((found) => found.replace(/[.,;:]+$/, ''))
    .filter((found) => !/[{}*<>]/.test(found))
    .filter((found) => !existsSync(join(root, own, found)) && !existsSync(join(root, found)))
}

it('every path in a document exists', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(2)
  expect(
    DOCUMENTS.flatMap((document) => pathsIn(document).map((found) => `${document.path}: ${found}`)),
  ).toEqual([])
})

/** Code of a document: spans and lines of blocks. */
const codeIn = (text: string): string[] => {
  const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  )
  return [...blocks, ...spans].map((code) => code.replace(/\s#.*$/, '').trim())
}

const Package = z.object({ scripts: z.record(z.string(), z.string()) })
const { scripts } = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** Scripts of a reader's own project in an example. */
const SCRIPTS_OF_READERS = ['start:service']

it('every npm script in a document exists', () => {
  const unknown = DOCUMENTS.flatMap(({ path, text }) =>
    codeIn(text)
      .flatMap((code) => [...code.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)])
      .flatMap(([, run, short]) => [run ?? short ?? ''])
      .filter((name) => !(name in scripts) && !SCRIPTS_OF_READERS.includes(name))
      .map((name) => `${path}: npm run ${name}`),
  )
  expect(unknown).toEqual([])
})

const loaded = new Map<string, Command>()

/** The command or subcommand that words select, and what is wrong with them. */
const checkCommand = async (words: readonly string[]): Promise<string | undefined> => {
  const [first = '', second = ''] = words
  if (first === '' || first.startsWith('-') || first === 'help') return undefined
  const entry = commandEntries.find(({ name }) => name === first)
  if (!entry) return `unknown command ${first}`
  const command = loaded.get(first) ?? (await entry.load())
  loaded.set(first, command)
  const isVerb = /^[a-z][a-z-]*$/.test(second)
  const verb = command.commands.find(
    (candidate) => candidate.name() === second || candidate.aliases().includes(second),
  )
  if (command.commands.length > 0 && isVerb && !verb && command.registeredArguments.length === 0)
    return `unknown verb ${first} ${second}`
  const options = [command, ...(verb ? [verb] : command.commands)].flatMap((each) => each.options)
  // What follows -- is a command of the user.
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  const unknown = own
    .map((word) => /^\[?(--?[a-zA-Z][\w-]*)/.exec(word)?.[1])
    .filter((option) => option !== undefined && option !== '--help')
    .find((option) => !options.some(({ long, short }) => long === option || short === option))
  return unknown && `unknown option ${unknown} of ${first}`
}

it('every playa command in a document exists, with its options', async () => {
  const wrong: string[] = []
  for (const { path, text } of DOCUMENTS)
    for (const code of codeIn(text))
      for (const [, words = ''] of code.matchAll(/(?:^|npx |[;&|] ?|\$ )playa((?: +[^\s;&|]+)*)/g)) {
        const problem = await checkCommand(words.trim().split(/\s+/))
        if (problem) wrong.push(`${path}: playa${words}: ${problem}`)
      }
  expect(wrong).toEqual([])
})
