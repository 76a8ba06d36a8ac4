import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../../src/lib/runtime/package-root.ts'
import { installedPlaya } from '../../package/installed.ts'

/** The command as a process: of the installed package, or of the present sources. */

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running process. */
export interface Running {
  /** Resolves with standard output as soon as it matches; rejects when the process ends before. */
  said(what: RegExp): Promise<string>
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void
  /** How it ended. */
  readonly ended: Promise<Ran>
  /** Ends it if it has not. */
  stop(): Promise<Ran>
}

export interface Serving extends Running {
  /** What `--json` printed. */
  readonly ready: Readonly<Record<'url' | 'control' | 'world' | 'agency', string>> & { readonly pid: number }
}

type Environment = Readonly<Record<string, string>>

export interface CommandLine {
  /** The file that Node runs. */
  readonly path: string
  run(words: readonly string[], env?: Environment): Promise<Ran>
  start(words: readonly string[], env?: Environment): Running
  /** `playa serve --port 0 --json` with more arguments; resolves when it is ready. */
  serve(words?: readonly string[], env?: Environment): Promise<Serving>
  /** Removes the bundle. */
  remove(): void
}

/**
 * Returns the command that users run. A test file that calls it belongs to a Vitest project with
 * `globalSetup: 'test/package/install.ts'`.
 */
export const installedCommand = (): CommandLine => commandAt(installedPlaya().command, () => {})

/** Bundles the command from the present sources, which starts ten times as fast as without. */
export const bundledCommand = async (): Promise<CommandLine> => {
  const root = packageRoot()
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const outdir = mkdtempSync(join(cache, 'playa-'))
  await build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // It finds its binary beside itself.
    external: ['lmdb'],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
  return commandAt(join(outdir, 'main.mjs'), () => rmSync(outdir, { recursive: true, force: true }))
}

const commandAt = (path: string, remove: () => void): CommandLine => {
  const start: CommandLine['start'] = (words, env) => running([path, ...words], env)
  return {
    path,
    start,
    run: (words, env) => start(words, env).ended,
    serve: async (words = [], env) => {
      const server = start(['serve', '--port', '0', '--json', ...words], env)
      return { ...server, ready: JSON.parse(await server.said(/^.*\n/)) }
    },
    remove,
  }
}

/** Runs the command from its sources without bundling, as `npm run playa` does. */
export const runFromSource = (words: readonly string[]): Promise<Ran> =>
  running(['--import', 'tsx', join(packageRoot(), 'src/cli/main.ts'), ...words]).ended

const running = (words: readonly string[], env: Environment = {}): Running => {
  const child = spawn(process.execPath, words, {
    cwd: packageRoot(),
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    text.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    text.stderr += chunk
  })
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...text }))
  })
  const said = (what: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => what.test(text.stdout) && resolve(text.stdout)
      look()
      child.stdout.on('data', look)
      void ended.then(
        ({ code, stderr }) => reject(new Error(`ended with ${code} before it said ${what}: ${stderr}`)),
        reject,
      )
    })
  const signal = (name: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => void child.kill(name)
  const stop = () => {
    if (child.exitCode === null) signal('SIGTERM')
    return ended
  }
  return { said, signal, ended, stop }
}

/** The environment without variables that change the command's defaults. */
const plainEnvironment = (): NodeJS.ProcessEnv => {
  const { PORT: _, PLAYA_CONTROL_TOKEN: __, ...rest } = process.env
  return rest
}
