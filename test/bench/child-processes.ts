import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../src/fixtures/package-root.ts'

/** Every process and file that the bench makes. None of them outlives it, whatever ends it. */

export const ROOT = packageRoot()
/** Git-ignored, and inside the package so that bundles made there find its fixtures. */
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

/** The server's core and the client's: they must not take time from each other. */
export const CORE = { server: '0', client: '1' } as const

export const isPinning: boolean = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0

export interface ChildOptions {
  readonly core?: keyof typeof CORE
  readonly stdio?: SpawnOptions['stdio']
}

/** Starts a process that ends with the bench at the latest. */
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

export const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

/** Standard output of a process that must succeed. */
export const outputOf = async (
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<string> => {
  const child = startChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let complaint = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (complaint += chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new Error(`${command} ${args.slice(0, 3).join(' ')} ended with ${code}:\n${complaint || output}`)
  return output
}

/** The path of a temporary file with that text. */
export const temporaryFile = (name: string, text: string): string => {
  const path = join(TEMPORARY, name)
  writeFileSync(path, text)
  return path
}
