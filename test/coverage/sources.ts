import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The project's files as text, for tests of its structure. */

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A source file. */
export interface Source {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

/** Returns the paths of all files in a folder of the root, at any depth. */
export const pathsUnder = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(root.length))
    .sort()

/** Reads one file. */
export const sourceAt = (path: string): Source => {
  const text = readFileSync(root + path, 'utf8')
  return { path, text, lines: text.split('\n') }
}

/** Reads the TypeScript files of the folders. */
export const sourcesUnder = (...folders: readonly string[]): Source[] =>
  folders
    .flatMap(pathsUnder)
    .filter((path) => path.endsWith('.ts'))
    .map(sourceAt)

/** True for a test file. */
export const isTest = ({ path }: Pick<Source, 'path'>): boolean => path.endsWith('.test.ts')

/** Reads the TypeScript files of `src` and `scripts` without tests. */
export const program = (): Source[] => sourcesUnder('src', 'scripts').filter((source) => !isTest(source))
