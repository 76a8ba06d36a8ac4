import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { UsageError } from './errors.ts'

/** A running command of the user. */
interface ChildCommand {
  /** Resolves with the exit code: the command's own, 128 and the signal's number, 127 when there is none. */
  readonly exitCode: Promise<number>
  kill(signal: NodeJS.Signals): void
}

/** Starts a command with further environment variables; its input and output are this process's. */
const startCommand = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildCommand => {
  const [file = '', ...rest] = words
  const child = spawn(file, rest, { stdio: 'inherit', env: { ...process.env, ...environment } })
  const exitCode = new Promise<number>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such command.' : error.message
      console.error(`${file} cannot be run: ${why}`)
      resolve(error.code === 'ENOENT' ? 127 : 126)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
  return { exitCode, kill: (signal) => void child.kill(signal) }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs a command to its end and hands it the signals that stop this process. Returns its exit code. */
export const runCommand = async (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> => {
  const child = startCommand(words, environment)
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, pass)
  try {
    return await child.exitCode
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass)
  }
}

/**
 * Fills `NAME=TEXT` assignments, in which `{url}` and the names of the other values stand for them. Throws a
 * `UsageError`.
 */
export const filledEnvironment = (
  assignments: readonly string[],
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    assignments.map((assignment) => {
      const [, name, text] = /^([A-Za-z_]\w*)=(.*)$/s.exec(assignment) ?? []
      if (name === undefined || text === undefined)
        throw new UsageError(`--env takes NAME=TEXT like API_BASE={url}, not ${JSON.stringify(assignment)}.`)
      return [name, text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)]
    }),
  )
