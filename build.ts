import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type ChunkingContext, type InputOptions, type OutputOptions, type Plugin, rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { assetSourcePath } from './src/lib/runtime/package-files.ts'
import { assetNames, assetSource } from './src/pages/ui/assets.ts'
import { packJson } from './src/sandbox/fixtures/packed-json.ts'
import { compileScenario } from './src/sandbox/scenarios/build-scenario.ts'
import { shippedCompilations } from './src/sandbox/scenarios/compiled-scenario.ts'
import { scenarioNames } from './src/sandbox/scenarios/reading/scenario-file.ts'

/**
 * Makes `dist`: the package's own code as ES modules with source maps, its declarations, compiled scenarios,
 * and the files that pages load. Dependencies stay imports. Own code is not minified.
 */
const ENTRIES = {
  cli: './src/cli/main.ts',
  index: './src/cli/entries/index.ts',
  kit: './src/cli/entries/kit-entry.ts',
  vitest: './src/cli/entries/vitest-entry.ts',
  'photo-worker': './src/sandbox/photos/photo-worker.ts',
  worker: './src/cli/entries/worker-entry.ts',
}

/** Labels that OpenAPI Explorer lacks. */
const REFERENCE_SPANISH = 'src/pages/ui/spanish/api-reference.js'

/** One file that imports nothing, so that a receiver in any runtime can have it. */
const WEBHOOKS = { webhooks: './src/cli/entries/webhooks-entry.ts' }

/**
 * What differs between runtimes, as modules of their own. The rest imports each by the name that
 * `package.json` gives it, with a file for each runtime.
 */
const ADAPTERS = {
  runtime: [
    'heap-use',
    'next-turn',
    'package-files',
    'photo-thread',
    'process-metrics',
    'reason-phrases',
    'sockets',
  ].map((name) => resolve(`src/lib/runtime/${name}.ts`)),
  outbound: [resolve('src/sandbox/outbound/guarded-request.ts')],
}
/** Modules that take the place of others in workerd. */
const STAND_INS = resolve('src/server/worker/runtime')
/** Data of the package as a module. */
const EMBEDDED = 'playa:embedded-files'

/** What the command `serve` imports before its first response, and what `createSandbox` and each world do. */
const SERVE = ['src/cli/command-line.ts', 'src/cli/commands/serve.ts'].map((path) => resolve(path))
const SANDBOX = [resolve('src/cli/entries/index.ts')]
/** Not in a chunk: its function `listen` leads to the commands. */
const APART = new Set(SANDBOX)
/** They check and explore as the commands do. */
const AGENT_TOOLS = join(resolve('src/cli/mcp'), sep)

/** What checks a service; the contract commands do more. */
const KIT = [resolve('src/cli/entries/kit-entry.ts')]

/** Where the compiler leaves declarations between builds, so that it makes only those anew that changed. */
const EMITTED_TYPES = 'node_modules/.cache/playa/types'
/** The entries that are imported in TypeScript. */
const TYPED_ENTRIES = ['index', 'kit', 'vitest', 'webhooks', 'worker'] as const

rmSync('dist', { recursive: true, force: true })
writeScenarios()
packFixtures()
await packAssets()
writeDocument()
await bundleEntries()
await bundle({ input: WEBHOOKS }, { dir: 'dist' })
await bundleAdapters('dist/node', [])
await bundleAdapters('dist/workerd', [standIns()])
await writeDeclarations()

async function bundleEntries(): Promise<void> {
  const names = Object.entries(ADAPTERS).flatMap(([name, modules]) =>
    modules.map((module) => [module, `#${name}`] as const),
  )
  const input = { input: ENTRIES, plugins: [replacing(new Map(names))] }
  // One file for what every start needs, since each further one costs about a millisecond; the rest as its
  // imports split it.
  const groups = [
    chunkOf('sandbox', (info) => {
      const ofServe = both(usedByWorlds(info), importedBy(SERVE, info))
      return new Set([...importedBy(SANDBOX, info), ...ofServe])
    }),
    // Apart from the rest, since evaluating both at once would hold a server for longer.
    chunkOf('scenarios', (info) =>
      importedBy([resolve('src/sandbox/scenarios/reading/scenario-file.ts')], info),
    ),
    // What checks need too stays out: tools for agents would lead a Worker to the commands.
    chunkOf('serve', (info) => {
      const ofKit = importedBy(KIT, info)
      return new Set([...importedBy(SERVE, info)].filter((id) => !ofKit.has(id)))
    }),
    chunkOf('shared', (info) => both(usedByWorlds(info), importedBy(KIT, info))),
  ].map((chunk, i, { length }) => ({ ...chunk, priority: length - i }))
  await bundle(input, { dir: 'dist', codeSplitting: { groups } })
}

/** Writes the adapters of one runtime. */
async function bundleAdapters(dir: string, plugins: readonly Plugin[]): Promise<void> {
  const input = Object.fromEntries(Object.keys(ADAPTERS).map((name) => [name, `playa:${name}`]))
  const passingOn: Plugin = {
    name: 'adapters',
    resolveId: (id) => (Object.values(input).includes(id) ? `\0${id}` : null),
    load: (id) =>
      Object.entries(ADAPTERS)
        .filter(([name]) => id === `\0playa:${name}`)
        .flatMap(([, modules]) => modules.map((module) => `export * from ${JSON.stringify(module)}`))
        .join('\n') || null,
  }
  await bundle({ input, plugins: [passingOn, ...plugins] }, { dir })
}

/** Replaces Node's modules by those of workerd, and embeds the data of the package. */
function standIns(): Plugin {
  const modules = readdirSync(STAND_INS)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      ['lib/runtime', 'sandbox/outbound'].map(
        (folder) => [resolve('src', folder, file), join(STAND_INS, file)] as const,
      ),
    )
  const { resolveId } = replacing(new Map(modules))
  return {
    name: 'stand-ins',
    resolveId,
    load: (id) => (id === `\0${EMBEDDED}` ? embeddedFiles() : null),
  }
}

/** Imports other modules in the place of some. */
function replacing(others: ReadonlyMap<string, string>) {
  return {
    name: 'replacing',
    resolveId(id: string, importer?: string) {
      if (id === EMBEDDED) return `\0${EMBEDDED}`
      // The rest names modules of adapters from the package's root.
      const path = importer === undefined || isAbsolute(id) ? id : resolve(importer, '..', id)
      return others.get(path) ?? null
    },
  }
}

/**
 * Returns a module that imports the files which the service reads, and names each by its path in the package.
 */
function embeddedFiles(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const built = readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.br'))
    .map((file) => `dist/${file}`)
  const files = [...built, ...scenarioNames().map((name) => `scenarios/${name}.yaml`)].sort()
  return [
    ...files.map((file, i) => `import f${i} from ${JSON.stringify(`../../${file}`)}`),
    `export const packageVersion = ${JSON.stringify(version)}`,
    `export const embeddedFiles = {${files.map((file, i) => `${JSON.stringify(file)}: f${i}`).join(', ')}}`,
  ].join('\n')
}

async function bundle(options: InputOptions, output: OutputOptions): Promise<void> {
  const bundled = await rolldown({
    ...options,
    platform: 'node',
    transform: { target: 'node20.19' },
    external: isPackage,
    preserveEntrySignatures: 'allow-extension',
    // From the sources a module may be loaded late that the package has in a file with others.
    checks: { ineffectiveDynamicImport: false },
    // The maps name the modules.
    experimental: { attachDebugInfo: 'none' },
  })
  await bundled.write({
    ...output,
    format: 'esm',
    minifyInternalExports: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
    // With the sources' text and comments the package would weigh 3 MB, and start more slowly.
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: true, jsdoc: false },
  })
  await bundled.close()
}

/** True for packages, which are installed beside this one; helpers of the compiler itself are bundled. */
function isPackage(id: string): boolean {
  return (
    id.endsWith('.br') ||
    id.endsWith('.yaml') ||
    !(
      /^[.\0]/.test(id) ||
      isAbsolute(id) ||
      id.startsWith('@oxc-project/runtime/') ||
      id.startsWith('playa:')
    )
  )
}

/** Makes one chunk of `modules`, but for those of a chunk before it. */
function chunkOf(name: string, modules: (context: ChunkingContext) => ReadonlySet<string>) {
  let known: ReadonlySet<string> | undefined
  return {
    debugName: name,
    includeDependenciesRecursively: false,
    name: (id: string, context: ChunkingContext): string | null =>
      !APART.has(id) && (known ??= modules(context)).has(id) ? name : null,
  }
}

function both(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((id) => others.has(id)))
}

/** Returns modules with all that they import statically. */
function importedBy(entries: readonly string[], context: ChunkingContext): ReadonlySet<string> {
  const reached = new Set(entries)
  // A set hands out what is added while it is walked.
  for (const id of reached)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

/** Returns what worlds use, some of it only when it is asked for, but for what tools of agents do. */
function usedByWorlds(context: ChunkingContext): ReadonlySet<string> {
  const parts = SANDBOX.flatMap((id) => context.getModuleInfo(id)?.importedIds ?? [])
  const reached = new Set([resolve('src/cli/entries/worker-entry.ts'), ...parts])
  for (const id of reached) {
    if (id.startsWith(AGENT_TOOLS)) continue
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) reached.add(imported)
  }
  return reached
}

function writeScenarios(): void {
  mkdirSync('dist/scenarios', { recursive: true })
  const shipped = shippedCompilations(scenarioNames())
  for (const kind of ['drawn', 'read'] as const) {
    const compiled = shipped[kind].map((name) => [name, compileScenario(name, kind)])
    writeFileSync(`dist/scenarios/${kind}.json.br`, packJson(Object.fromEntries(compiled)))
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
    const source = assetSourcePath(assetSource(name))
    const content = name === 'openapi-explorer.js' ? await apiReference() : readFileSync(source)
    // Brotli makes the largest a fifth smaller than the package's gzip.
    writeFileSync(`dist/ui/${name}.br`, brotliCompressSync(content))
  }
}

/**
 * Bundles OpenAPI Explorer from its ES modules. Its own bundle has polyfills for old browsers, a seventh of
 * its size.
 */
async function apiReference(): Promise<string> {
  const bundled = await rolldown({
    input: 'openapi-explorer/dist/es/openapi-explorer.js',
    platform: 'browser',
    transform: { target: 'es2022', inject: { Buffer: ['buffer/', 'Buffer'] } },
    checks: { eval: false },
    plugins: [spanishLabels()],
  })
  const { output } = await bundled.generate({
    format: 'iife',
    name: 'OpenApiExplorer',
    minify: true,
    comments: false,
  })
  await bundled.close()
  return output[0].code
}

/** Replaces the library's French labels of the reference by Spanish ones. */
function spanishLabels(): Plugin {
  return {
    name: 'spanish-labels',
    transform: (code, id) =>
      id.endsWith(join('languages', 'index.js'))
        ? code
            .replace(
              "import fr from './fr.js'",
              `import es from ${JSON.stringify(resolve(REFERENCE_SPANISH))}`,
            )
            .replace('fr\n', 'es\n')
        : null,
  }
}

function writeDocument(): void {
  const document: unknown = JSON.parse(readFileSync('contracts/openapi.json', 'utf8'))
  writeFileSync('dist/openapi.json.br', packJson(document))
}

/** Writes a file of declarations for each entry, and one for what they share. */
async function writeDeclarations(): Promise<void> {
  execFileSync(
    process.execPath,
    [join('node_modules', 'typescript-7', 'bin', 'tsc'), '-p', 'tsconfig.types.json'],
    {
      stdio: 'inherit',
    },
  )
  copyFileSync('contracts/openapi.d.ts', 'dist/openapi.d.ts')
  const input = Object.fromEntries(
    TYPED_ENTRIES.map((name) => [
      name,
      resolve(EMITTED_TYPES, { ...ENTRIES, ...WEBHOOKS }[name].replace('.ts', '.d.ts')),
    ]),
  )
  const bundled = await rolldown({
    input,
    external: isPackage,
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false })],
    experimental: { attachDebugInfo: 'none' },
  })
  await bundled.write({ dir: 'dist', format: 'esm', chunkFileNames: 'types/[name].ts' })
  await bundled.close()
}
