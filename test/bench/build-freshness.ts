import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf, ROOT } from './child-processes.ts'
import { CLI } from './server.ts'

/** Sources of `dist`. */
const SOURCES = ['src', 'fixtures', 'scenarios', 'build.ts', 'package.json']

/** Builds the package if `dist` is missing or older than its sources. */
export const ensureBuilt = async (): Promise<void> => {
  const state = !existsSync(CLI)
    ? 'missing'
    : newestMs() > statSync(CLI).mtimeMs
      ? 'older than its sources'
      : undefined
  if (state === undefined) return
  console.log(`dist is ${state}: building the package first.`)
  await outputOf(process.execPath, ['--import', 'tsx', 'build.ts'])
}

const newestMs = (): number => Math.max(...SOURCES.map((name) => changedMs(join(ROOT, name))))

const changedMs = (path: string): number => {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => changedMs(join(path, name))))
}
