import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { build, type Plugin } from 'esbuild'

/** One rule of the sources that is changed: a condition negated, a call left out, a text emptied. */
export interface RuleMutant {
  readonly id: string
  /** Path from the root of the project. */
  readonly file: string
  readonly line: number
  readonly kind: string
  readonly original: string
  readonly replacement: string
}

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * Bundles `createSandbox` with every mutant of the files in `folders` inside, each behind a switch, into
 * `outfile`; returns the mutants. `globalThis.__stryker__.activeMutant` selects one before the import.
 */
export const bundleMutated = async (
  folders: readonly string[],
  outfile: string,
): Promise<readonly RuleMutant[]> => {
  const files = folders.flatMap(sourcesIn).map((name) => {
    return { name, content: readFileSync(name, 'utf8'), mutate: true }
  })
  const instrumented = await new Instrumenter(SILENT).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  const contents = new Map(instrumented.files.map(({ name, content }) => [name, content]))
  const originals = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  await build({
    ...BUNDLED,
    entryPoints: [resolve(ROOT, 'src/cli/entries/index.ts')],
    outfile,
    plugins: [replacing(contents)],
  })
  return instrumented.mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => ({
    id,
    file: relative(ROOT, fileName),
    line: start.line + 1,
    kind: mutatorName,
    original: textBetween(originals.get(fileName) ?? [], start, end),
    replacement,
  }))
}

/**
 * Bundles the program of the processes that judge, so that Node loads it without a loader, into `outfile`.
 */
export const bundleWorker = async (outfile: string): Promise<void> => {
  await build({ ...BUNDLED, entryPoints: [resolve(import.meta.dirname, 'worker.ts')], outfile })
}

const BUNDLED = {
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  logLevel: 'error',
} as const

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => join(ROOT, folder, file))

interface Position {
  readonly line: number
  readonly column: number
}

const textBetween = (lines: readonly string[], start: Position, end: Position): string =>
  lines
    .slice(start.line, end.line + 1)
    .map((line, i, { length }) =>
      line.slice(i === 0 ? start.column : 0, i === length - 1 ? end.column : undefined).trim(),
    )
    .join(' ')

const replacing = (contents: ReadonlyMap<string, string>): Plugin => ({
  name: 'mutated',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = contents.get(path)
      return text === undefined ? undefined : { contents: text, loader: 'ts' }
    }),
})

const nothing = (): void => {}
const SILENT = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}
