import { onTestFinished, vi } from 'vitest'
import { commandLine } from '../../../src/cli/command-line.ts'
import { createSandbox, type SandboxOptions } from '../../../src/cli/entries/index.ts'
import type { Ran } from './command-line.ts'

let turn: Promise<unknown> = Promise.resolve()

/**
 * Runs the command inside this process, one at a time, and captures its output. For commands that end by
 * themselves.
 */
export const runHere = (
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => {
  const ran = turn.then(() => heard(words, env))
  turn = ran.catch(() => undefined)
  return ran
}

const heard = async (words: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> => {
  const [stdout, stderr]: string[][] = [[], []]
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...said) => void stdout?.push(`${said.join(' ')}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...said) => void stderr?.push(`${said.join(' ')}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      stdout?.push(String(text))
      return true
    }),
  ]
  for (const name of [
    'PORT',
    'PLAYA_URL',
    'PLAYA_WORLD',
    'PLAYA_CONTROL_TOKEN',
    'PLAYA_HOOK_SECRET',
    'NO_COLOR',
    'FORCE_COLOR',
  ])
    vi.stubEnv(name, env[name])
  try {
    const code = await commandLine(words)
    return { code, stdout: stdout?.join('') ?? '', stderr: stderr?.join('') ?? '' }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

/** Opens a server for one test, and returns the command that speaks to it. */
export const served = async (options: SandboxOptions = {}) => {
  const sandbox = await createSandbox({ scenario: 'empty', ...options })
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  /** Runs `playa` with these words and `--url`. */
  const playa = (...words: string[]) => runHere([...words, '--url', url])
  /**
   * Returns what it prints with `--json`; fails unless it ends with 0 and prints nothing on standard error.
   */
  const printedJson = async (...words: string[]) => {
    const { code, stdout, stderr } = await playa(...words, '--json')
    if (code !== 0 || stderr !== '') throw new Error(`playa ${words.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }
  return { url, playa, printedJson }
}
