import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

/** Child processes and temporary files of the benchmark; all are removed when it exits. */

export const ROOT = packageRoot()
/** Git-ignored; inside the package, so that bundles find its fixtures. */
export const BENCH_FOLDER = join(ROOT, '.bench')

mkdirSync(BENCH_FOLDER, { recursive: true })
export const TEMPORARY = mkdtempSync(join(BENCH_FOLDER, 'run-'))

const living = new Set<ChildProcess>()

const cleanUp = (): void => {
  for (const child of living) child.kill('SIGKILL')
  rmSync(TEMPORARY, { recursive: true, force: true })
}
process.on('exit', cleanUp)
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => process.exit(code))
}

/** CPU cores of server and client, so that they do not compete. */
const CORE = { server: '0', client: '1' } as const

export const isPinning: boolean = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0

export interface ChildOptions {
  readonly core?: keyof typeof CORE
  readonly stdio?: SpawnOptions['stdio']
}

/** Starts a child process that is killed when the benchmark exits. */
export const startChild = (
  command: string,
  args: readonly string[],
  { core, stdio = 'pipe' }: ChildOptions = {},
): ChildProcess => {
  const child =
    core && isPinning
      ? spawn('taskset', ['-c', CORE[core], command, ...args], { cwd: ROOT, stdio })
      : spawn(command, [...args], { cwd: ROOT, stdio })
  living.add(child)
  child.once('exit', () => living.delete(child))
  return child
}

/** Resolves with the exit code of a child process. */
export const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

/** Runs a process; returns its standard output, throws on a non-zero exit code. */
export const outputOf = async (
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<string> => {
  const child = startChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errorOutput = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (errorOutput += chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new Error(`${command} ${args.slice(0, 3).join(' ')} ended with ${code}:\n${errorOutput || output}`)
  return output
}

/** Writes a temporary file; returns its path. */
export const temporaryFile = (name: string, text: string): string => {
  const path = join(TEMPORARY, name)
  writeFileSync(path, text)
  return path
}
