import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { assumptions } from '../../../src/api/assumptions/profile.ts'
import { commandEntries } from '../../../src/cli/command-table.ts'
import { packageRoot } from '../../../src/lib/runtime/package-root.ts'
import { operations } from '../../../src/model/resources/index.ts'
import { installedCommand, runFromSource } from './command-line.ts'
import { runHere } from './in-process.ts'

/** The commands that print data of the package. */

const printed = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runHere(words)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}
const committed = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8')

it('from its sources, installed, and called inside a process the command answers the same', async () => {
  const command = installedCommand()
  const [source, installed] = await Promise.all([runFromSource(['operations']), command.run(['operations'])])
  const here = await runHere(['operations'])
  expect(here).toMatchObject({ code: 0, stderr: '' })
  expect([source, installed]).toEqual([here, here])
})

it('assumptions are listed one a line with their options, all of them, or those of a section', async () => {
  const [all, section] = await Promise.all([printed('assumptions'), printed('assumptions', 'errors')])
  for (const { id } of assumptions) expect(all).toMatch(new RegExp(`^${id} `, 'm'))
  const own = assumptions.filter(({ id }) => id.startsWith('errors/'))
  expect(section.match(/^\S+\/\S+/gm)).toEqual(own.map(({ id }) => id))
})

it('one assumption is shown with its question, options, default, reason and statements', async () => {
  const [text, json] = await Promise.all([
    printed('assumptions', 'publications/write-to-archived'),
    printed('assumptions', 'publications/write-to-archived', '--json'),
  ])
  const one = assumptions.find(({ id }) => id === 'publications/write-to-archived')!
  for (const part of [
    one.question,
    one.why,
    '409',
    '403',
    ...one.statements,
    '--set publications/write-to-archived=',
  ])
    expect(text).toContain(part)
  expect(JSON.parse(json)).toMatchObject([
    {
      id: one.id,
      default: '409',
      switchable: true,
      options: { 409: expect.any(String), 403: expect.any(String) },
    },
  ])
})

it('operations are listed from the table that serves them', async () => {
  const [text, json] = await Promise.all([printed('operations'), printed('operations', '--json')])
  expect(text.trimEnd().split('\n')).toHaveLength(operations.all.length)
  for (const { id, method, path } of operations.all)
    expect(text).toMatch(new RegExp(`^${method} +${path.replaceAll(/[{}.?*]/g, '\\$&')} +${id} `, 'm'))
  expect(JSON.parse(json).map(({ id }: { id: string }) => id)).toEqual(operations.all.map(({ id }) => id))
})

it('openapi prints the committed document, as JSON and as YAML', async () => {
  const [json, yaml] = await Promise.all([printed('openapi'), printed('openapi', '--format', 'yaml')])
  expect(json === committed('contracts/openapi.json')).toBe(true)
  expect(parse(yaml)).toEqual(JSON.parse(json))
})

it('scenarios are listed with their titles, and one with its story and counts', async () => {
  const [all, one, json] = await Promise.all([
    printed('scenarios'),
    printed('scenarios', 'empty'),
    printed('scenarios', '--json'),
  ])
  expect(all).toMatch(/^demo +Two agencies with everyday data$/m)
  for (const part of [
    'An agency without data',
    'For tests that create everything they need.',
    'publications: 0',
  ])
    expect(one).toContain(part)
  expect(JSON.parse(json).map(({ name }: { name: string }) => name)).toEqual(
    all
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ', 1)[0]),
  )
})

it('--version prints the version of the package', async () => {
  expect(await printed('--version')).toBe(`${JSON.parse(committed('package.json')).version}\n`)
})

it('the help of each command shows its usage, every option and an example', async () => {
  const each = await Promise.all(commandEntries.map(({ name }) => printed(name, '--help')))
  for (const [i, text] of each.entries()) {
    const name = commandEntries[i]?.name
    expect(text).toMatch(new RegExp(`^Usage: playa ${name}.*\\n\\n.*[\\s\\S]*\\.\\n\\n[\\s\\S]*Options:\\n`))
    // Paragraphs are wrapped once, for the terminal.
    expect(text).not.toMatch(/^\S.{0,56}[^.\n]\n\S/m)
    // A command whose verbs do all has its examples in their help.
    if (!text.includes('\nCommands:\n'))
      expect(text).toMatch(new RegExp(`\\nExample:\\n {2}playa ${name}\\b`))
  }
  for (const option of ['port', 'host', 'scenario', 'seed', 'now', 'profile', 'set', 'auth', 'json', 'quiet'])
    expect(each[0]).toMatch(new RegExp(`^ +--${option}\\b.* {2,}\\S`, 'm'))
})
