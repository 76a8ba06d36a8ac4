import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command to its end with additional environment variables; its input and output are this process's,
 * and so are the signals that it gets. Returns its exit code, 128 and the signal's number, or 127 when there
 * is none.
 */
export const runCommand = async (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> => {
  const [file = '', ...rest] = words
  const child = spawn(file, rest, { stdio: 'inherit', env: { ...process.env, ...environment } })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, pass)
  const exitCode = await new Promise<number>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'command not found.' : error.message
      console.error(`${file} cannot be run: ${why}`)
      resolve(error.code === 'ENOENT' ? 127 : 126)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
  for (const signal of SIGNALS) process.off(signal, pass)
  return exitCode
}
