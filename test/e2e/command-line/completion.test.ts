import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commandEntries } from '../../../src/cli/command-table.ts'
import { controlCalls } from '../../../src/control/table.ts'
import { runHere } from './in-process.ts'

/** `playa completion` in the shells. */

const scriptFor = async (shell: string): Promise<string> => {
  const { code, stdout, stderr } = await runHere(['completion', shell])
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

const bash = await scriptFor('bash')

/** Returns bash's completions of each command line; the last word of each is the one to complete. */
const offered = (...lines: readonly (readonly string[])[]): string[][] => {
  const calls = lines.map(
    (words) =>
      `COMP_WORDS=(playa ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; COMPREPLY=()
      _playa; echo "\${COMPREPLY[*]}"`,
  )
  const output = execFileSync('bash', ['--norc', '-c', `${bash}\n${calls.join('\n')}`], { encoding: 'utf8' })
  return output
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').filter((word) => word !== ''))
}

it('bash offers every command, and every verb of a command', () => {
  const verbs = controlCalls
    .flatMap(({ cli = [] }) => cli.map(({ verb }) => verb.split(' ')))
    .filter((words) => words.length === 2)
  const [commands = [], ...offers] = offered([''], ...verbs.map(([command = '']) => [command, '']))
  expect(commands).toEqual(expect.arrayContaining([...commandEntries.map(({ name }) => name), 'help']))
  for (const [index, [, verb]] of verbs.entries()) expect(offers[index]).toContain(verb)
})

it('bash completes words, options of the verb, values of an option, and files', () => {
  expect(
    offered(
      ['wor'],
      ['world', 'new', '--sc'],
      ['--url', 'http://x', 'journal', '--st'],
      ['openapi', '--format', ''],
      ['help', 'clo'],
      ['completion', 'z'],
      ['serve', '--profile', 'package.js'],
      ['clock', 'set', '--url', ''],
    ),
  ).toEqual([['world'], ['--scenario'], ['--status'], ['json', 'yaml'], ['clock'], ['zsh'], ['package.json']])
})

it('zsh and fish are given every command and every option with its sentence', async () => {
  const [zsh, fish] = [await scriptFor('zsh'), await scriptFor('fish')]
  for (const { name, summary } of commandEntries) {
    const sentence = (summary.split(/(?<=\.)\s/)[0] ?? '').replace(/\.$/, '')
    expect(zsh).toContain(`'${name}:${sentence.replaceAll("'", "'\\''")}'`)
    expect(fish).toContain(`-a '${name}' -d '${sentence.replaceAll("'", "\\'")}'`)
  }
  expect(zsh).toContain(`'--har:write them as HAR 1.2`)
  expect(fish).toContain(`-n '__fish_seen_subcommand_from openapi' -l format -x -a 'json yaml'`)
})

it('a shell that is not known, and none, are misuse that names the three', async () => {
  expect(await runHere(['completion', 'ksh'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'completion takes one of bash, zsh, fish, not "ksh".\nHelp: playa help completion\n',
  })
  expect((await runHere(['completion'])).code).toBe(2)
  // Every object has it.
  expect((await runHere(['completion', 'constructor'])).code).toBe(2)
})
