import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'

/** The package as a user has it: built, packed, and installed without this project's sources beside it. */
export interface InstalledPlaya {
  /**
   * A user's project; `node_modules` holds the package, its declared dependencies and Vitest, nothing else.
   */
  readonly folder: string
  /** The installed package. */
  readonly package: string
  /** The file that `playa` runs. */
  readonly command: string
  readonly tarball: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    installedPlaya: InstalledPlaya
  }
}

/**
 * Returns the installed package. A test file that calls it belongs to a Vitest project with
 * `globalSetup: 'test/package/install.ts'`. Spawn `process.execPath` with `[installedPlaya().command,
 * ...words]` to test the command that users run instead of the sources.
 */
export const installedPlaya = (): InstalledPlaya => inject('installedPlaya')

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `playa` with these words in the user's project; resolves when it ends. */
export const playa = (...words: readonly string[]): Promise<Finished> =>
  node(installedPlaya().command, ...words)

/** Runs Node with these words in the user's project; resolves when it ends. */
export const node = (...words: readonly string[]): Promise<Finished> => finished(start(words))

/** Runs an ES module of this text in the user's project, where `import 'playa'` finds the package. */
export const script = (text: string): Promise<Finished> => {
  const path = join(scratch(), 'script.mjs')
  writeFileSync(path, text)
  return node(path)
}

/** Makes an empty folder inside the user's project. */
export const scratch = (): string => mkdtempSync(join(installedPlaya().folder, 'project-'))

export interface Serving {
  readonly url: string
  stop(): Promise<Finished>
}

/** Starts `playa serve --port 0 --json` with further words; resolves when it listens. */
export const serve = async (...words: readonly string[]): Promise<Serving> => {
  const child = start([installedPlaya().command, 'serve', '--port', '0', '--json', ...words])
  const ended = finished(child)
  const ready = await Promise.race([
    new Promise<string>((resolve) => child.stdout?.once('data', (line) => resolve(String(line)))),
    ended.then(({ code, stderr }) => Promise.reject(new Error(`serve ended with ${code}: ${stderr}`))),
  ])
  return {
    url: JSON.parse(ready).url,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const start = (words: readonly string[]): ChildProcess => {
  const { PORT: _, PLAYA_CONTROL_TOKEN: __, NODE_OPTIONS: ___, ...env } = process.env
  return spawn(process.execPath, words, {
    cwd: installedPlaya().folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const finished = (child: ChildProcess): Promise<Finished> => {
  const text = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (chunk) => {
      text[stream] += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...text }))
  })
}

/** Imports the installed package's main entry, so that a test in this process runs what users run. */
export const importInstalled = (): Promise<typeof import('../../src/cli/entries/index.ts')> =>
  import(/* @vite-ignore */ pathToFileURL(join(installedPlaya().package, 'dist', 'index.js')).href)
