import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The project's own files as text, for tests that hold its shape. */

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Source {
  /** From the root on, with `/`. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

/** Paths of all files in a folder of the root, at any depth. */
export const pathsUnder = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(root.length))
    .sort()

export const sourceAt = (path: string): Source => {
  const text = readFileSync(root + path, 'utf8')
  return { path, text, lines: text.split('\n') }
}

/** TypeScript in the folders. */
export const sourcesUnder = (...folders: readonly string[]): Source[] =>
  folders
    .flatMap(pathsUnder)
    .filter((path) => path.endsWith('.ts'))
    .map(sourceAt)

export const isTest = ({ path }: Pick<Source, 'path'>): boolean => path.endsWith('.test.ts')

/** What the program consists of: no tests. */
export const program = (): Source[] => sourcesUnder('src').filter((source) => !isTest(source))
