import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import { type ChunkingContext, rolldown } from 'rolldown'
import { minify } from 'rolldown/utils'
import { packJson } from './src/fixtures/packed-json.ts'
import { assetSourcePath } from './src/runtime/package-files.ts'
import { compileScenario } from './src/scenarios/build-scenario.ts'
import { shippedKinds } from './src/scenarios/compiled-scenario.ts'
import { scenarioNames } from './src/scenarios/scenario-file.ts'
import { assetNames, assetSource } from './src/web-ui/assets.ts'

/**
 * Makes `dist`: the package's own code as ES modules with source maps, its declarations, compiled scenarios,
 * and the files that pages load. Dependencies stay imports. Own code is not minified.
 */
const ENTRIES = {
  cli: './src/cli/main.ts',
  index: './src/index.ts',
  kit: './src/kit-entry.ts',
  vitest: './src/vitest-entry.ts',
  'photo-worker': './src/photos/photo-worker.ts',
}

/** From the chunks to the sources of the project. */
const SOURCE_ROOT = '../../'

/** What the command `serve` imports before its first answer, and what `createSandbox` does. */
const SERVE = ['src/cli/command-line.ts', 'src/cli/commands/serve.ts'].map((path) => resolve(path))
const SANDBOX = [resolve('src/index.ts')]

/** Commands that share most of their modules, and are not worth a file for each of those. */
const KIT = [resolve('src/kit-entry.ts')]
const CONTRACT_COMMANDS = ['check', 'learn', 'sweep', 'explore', 'explain', 'import', 'drift'].map((name) =>
  resolve(`src/cli/commands/${name}.ts`),
)
const REMOTE_COMMANDS = readdirSync('src/cli/remote').map((name) => resolve(`src/cli/remote/${name}`))
const LISTS = ['assumptions', 'operations', 'scenarios', 'statements', 'openapi', 'completion'].map((name) =>
  resolve(`src/cli/commands/${name}.ts`),
)

/** Where the compiler leaves declarations between builds, so that it makes only those anew that changed. */
const EMITTED_TYPES = 'node_modules/.cache/playa/types'
/** Declarations whose comments editors show to users; those of other modules would be a tenth of the package. */
const PUBLIC_TYPES = /^src\/(?:index|kit-entry|vitest-entry|test-helper\/|wire\/|kit\/check)/
const RELATIVE_IMPORT = /(['"])(\.{1,2}\/[^'"]+)\.ts\1/g

rmSync('dist', { recursive: true, force: true })
await bundle()
writeScenarios()
packFixtures()
await packAssets()
writeDocument()
writeDeclarations()

async function bundle(): Promise<void> {
  const bundled = await rolldown({
    input: ENTRIES,
    platform: 'node',
    transform: { target: 'node20.19' },
    external: isPackage,
  })
  await bundled.write({
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    // With the sources' text the package would weigh twice as much.
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: true, jsdoc: false },
    // One file for what every start needs, since each further one costs about a millisecond; and few others, since
    // each weighs some hundred bytes in the package.
    codeSplitting: {
      groups: [
        chunkOf('sandbox', SANDBOX, 5),
        chunkOf('serve', SERVE, 4),
        chunkOf('kit', KIT, 3),
        chunkOf('contract', CONTRACT_COMMANDS, 2),
        chunkOf('remote', REMOTE_COMMANDS, 1),
        chunkOf('lists', LISTS, 0),
      ],
    },
  })
  await bundled.close()
  for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.js.map')) keepLines(join('dist', file))
}

/** True for packages, which are installed beside this one; helpers of the compiler itself are bundled. */
function isPackage(id: string): boolean {
  return !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@oxc-project/runtime/')
}

/**
 * Leaves one mapping for each line, without columns: stack traces show lines, and columns are most of a map.
 */
function keepLines(path: string): void {
  const map: { mappings: string; names: string[]; sources: string[] } = JSON.parse(readFileSync(path, 'utf8'))
  const lines = decode(map.mappings).map((segments): SourceMapSegment[] => {
    const first = segments.find((segment) => segment.length > 1)
    return first === undefined || first.length === 1 ? [] : [[0, first[1], first[2], 0]]
  })
  const sources = map.sources.map((source) => source.replace(SOURCE_ROOT, ''))
  writeFileSync(
    path,
    JSON.stringify({ ...map, sourceRoot: SOURCE_ROOT, sources, mappings: encode(lines), names: [] }),
  )
}

/** Makes one chunk of the modules that `entries` import statically, but for those of a chunk of higher priority. */
function chunkOf(name: string, entries: readonly string[], priority: number) {
  let modules: Set<string> | undefined
  return {
    debugName: name,
    priority,
    includeDependenciesRecursively: false,
    name: (id: string, context: ChunkingContext): string | null =>
      (modules ??= importedBy(entries, context)).has(id) ? name : null,
  }
}

function importedBy(entries: readonly string[], context: ChunkingContext): Set<string> {
  const reached = new Set(entries)
  // A set hands out what is added while it is walked.
  for (const id of reached)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

function writeScenarios(): void {
  mkdirSync('dist/scenarios', { recursive: true })
  for (const name of scenarioNames()) {
    for (const kind of shippedKinds(name))
      writeFileSync(`dist/scenarios/${name}.${kind}.json.br`, packJson(compileScenario(name, kind)))
  }
}

/** Packs the data that the catalogue and people are made of. */
function packFixtures(): void {
  for (const file of readdirSync('fixtures', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue
    const path = join('dist', 'fixtures', `${file}.br`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, packJson(JSON.parse(readFileSync(join('fixtures', file), 'utf8'))))
  }
}

async function packAssets(): Promise<void> {
  mkdirSync('dist/ui', { recursive: true })
  for (const name of assetNames) {
    const bytes = readFileSync(assetSourcePath(assetSource(name)))
    const packed = name === 'swagger-ui.js' ? await minified(bytes.toString('utf8')) : bytes
    // Brotli makes the largest a fifth smaller than the package's gzip.
    writeFileSync(`dist/ui/${name}.br`, brotliCompressSync(packed))
  }
}

/** Shortens names that Swagger UI ships long, 20 kB in the package; names of classes are read by its code. */
async function minified(script: string): Promise<string> {
  const keepNames = { function: false, class: true }
  const { code, errors } = await minify('swagger-ui.js', script, {
    compress: { keepNames },
    mangle: { keepNames },
  })
  if (errors.length > 0) throw new Error(`swagger-ui.js: ${errors.map(({ message }) => message).join('; ')}`)
  return `${/^\/\*![\s\S]*?\*\/\n/.exec(script)?.[0] ?? ''}${code}`
}

function writeDocument(): void {
  const document: unknown = JSON.parse(readFileSync('contracts/openapi.json', 'utf8'))
  writeFileSync('dist/openapi.json.br', packJson(document))
}

/**
 * Writes declarations of the entries and of what they refer to, with the endings that the package's files
 * have.
 */
function writeDeclarations(): void {
  execFileSync(
    process.execPath,
    [join('node_modules', 'typescript-7', 'bin', 'tsc'), '-p', 'tsconfig.types.json'],
    {
      stdio: 'inherit',
    },
  )
  const needed = new Set(['src/index', 'src/kit-entry', 'src/vitest-entry'])
  for (const module of needed) {
    const text = readFileSync(join(EMITTED_TYPES, `${module}.d.ts`), 'utf8')
    for (const [, , imported] of text.matchAll(RELATIVE_IMPORT))
      needed.add(join(dirname(module), String(imported)))
    const path = join('dist', 'types', `${module}.d.ts`)
    mkdirSync(dirname(path), { recursive: true })
    // What an option means is a text for readers of reports, not a type.
    const plain = text.replaceAll(/(?<=readonly means: )"(?:[^"\\]|\\.)*"(?=;)/g, 'string')
    const shown = PUBLIC_TYPES.test(module) ? plain : plain.replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
    writeFileSync(path, shown.replaceAll(RELATIVE_IMPORT, '$1$2.js$1'))
  }
}
