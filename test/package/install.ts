import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import type { InstalledPlaya } from './installed.ts'

/**
 * Builds, packs and installs the package once for a run; every Vitest project that names this file is given
 * the same.
 */
export const setup = (project: TestProject): (() => void) | undefined => {
  const known = process.env[INSTALLED_IN]
  const folder = known ?? install()
  process.env[INSTALLED_IN] = folder
  project.provide('installedPlaya', installedIn(folder))
  if (known !== undefined) return undefined
  return () => {
    delete process.env[INSTALLED_IN]
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Vitest loads this file anew for each project; the environment is what they share. */
const INSTALLED_IN = 'PLAYA_INSTALLED_IN'
const ROOT = packageRoot()

const installedIn = (folder: string): InstalledPlaya => {
  const installed = join(folder, 'node_modules', 'playa')
  return {
    folder,
    package: installed,
    command: join(installed, 'dist', 'cli.js'),
    tarball: join(folder, String(readdirSync(folder).find((name) => name.endsWith('.tgz')))),
  }
}

/**
 * Installs the packed package into an empty folder without a network. Of its dependencies only those that it
 * declares are linked, so that an import that is not declared fails as it would for a user.
 */
const install = (): string => {
  if (!isBuilt())
    execFileSync(process.execPath, ['--import', 'tsx', 'build.ts'], { cwd: ROOT, stdio: 'inherit' })
  // The real path, because Node resolves links before it looks for packages beside a file.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'playa-installed-')))
  const { package: installed, tarball } = { ...installedIn(folder), tarball: pack(folder) }
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const { dependencies, optionalDependencies, peerDependencies } = manifest
  const declared = { ...dependencies, ...optionalDependencies, ...peerDependencies }
  // A recipe of the guides runs in this test runner.
  for (const name of [...Object.keys(declared), '@playwright/test']) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link, 'junction')
  }
  return folder
}

const PACK_TIMEOUT_MS = 60_000

const pack = (folder: string): string => {
  const words = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder]
  const run = () => execFileSync('npm', words, { cwd: ROOT, stdio: 'pipe', timeout: PACK_TIMEOUT_MS })
  try {
    run()
  } catch (error) {
    // npm was seen to wait for nothing, once in some hundred times.
    if (!(error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT')) throw error
    run()
  }
  return installedIn(folder).tarball
}

const SOURCES = [
  'src',
  'contracts',
  'fixtures',
  'scenarios',
  'build.ts',
  'tsconfig.types.json',
  'package-lock.json',
]

/** True when `dist` is newer than everything that it is made of. */
const isBuilt = (): boolean => {
  const builtAt = changedAt(join(ROOT, 'dist', 'index.d.ts'))
  return builtAt !== undefined && SOURCES.every((name) => newest(join(ROOT, name)) < builtAt)
}

const newest = (path: string): number => {
  // A test changes nothing of the package.
  if (path.endsWith('.test.ts')) return 0
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  // The folder's own time changes when files are removed.
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const changedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs
