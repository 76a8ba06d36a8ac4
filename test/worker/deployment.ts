import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { Miniflare, type MiniflareOptions } from 'miniflare'
import * as z from 'zod'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

/** The example of `deploy/cloudflare`, bundled and run as its tool does it. */

const EXAMPLE = join(packageRoot(), 'deploy/cloudflare')

const settings = z
  .object({
    main: z.string(),
    compatibility_date: z.string(),
    compatibility_flags: z.array(z.string()),
    rules: z.array(
      z.object({ type: z.literal('Data'), globs: z.array(z.templateLiteral(['**/*', z.string()])) }),
    ),
    durable_objects: z.object({ bindings: z.array(z.object({ name: z.string(), class_name: z.string() })) }),
    migrations: z.array(z.object({ new_sqlite_classes: z.array(z.string()) })),
  })
  .parse(JSON.parse(readFileSync(join(EXAMPLE, 'wrangler.jsonc'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')))

/** Text of the worker of the example. */
export const exampleWorker = (): string => readFileSync(join(EXAMPLE, settings.main), 'utf8')

const dataEndings = settings.rules.flatMap(({ globs }) => globs.map((glob) => glob.slice('**/*'.length)))

/** Modules of Node that the platform lacks; the tool puts empty ones in their place. */
const ABSENT: ReadonlySet<string> = new Set(['child_process', 'fs', 'http', 'https', 'os', 'worker_threads'])

const nodeModules: Plugin = {
  name: 'node-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return undefined
      const name = path.replace(/^node:/, '')
      if (ABSENT.has(name)) return { path: name, namespace: 'absent' }
      return kind === 'require-call'
        ? { path: name, namespace: 'required' }
        : { path: `node:${name}`, external: true }
    })
    onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'module.exports = {}' }))
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }))
  },
}

/**
 * Bundles the text of a worker into `folder`, with the packages that modules of `project` find. Returns the
 * names of packages whose code it contains.
 */
export const bundleWorker = async (
  worker: string,
  project: string,
  folder: string,
): Promise<ReadonlySet<string>> => {
  const { metafile } = await build({
    stdin: { contents: worker, resolveDir: project },
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    loader: Object.fromEntries(dataEndings.map((ending) => [ending, 'copy'])),
    outfile: join(folder, 'worker.js'),
    plugins: [nodeModules],
    logLevel: 'error',
    metafile: true,
  })
  const held = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  const packages = held.flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []) : [],
  )
  return new Set(packages)
}

const BROWSER = join(packageRoot(), 'test/worker/browser')

/** Puts what a page has in the place of Node's modules, and unpacks the data. */
const pageModules: Plugin = {
  name: 'page-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path }) =>
      isBuiltin(path) ? { path: join(BROWSER, 'modules.cjs') } : undefined,
    )
    onLoad({ filter: /\.br$/ }, ({ path }) => ({
      contents: brotliDecompressSync(readFileSync(path)),
      loader: 'binary',
    }))
  },
}

/** Returns a script for a page: `text`, a module that uses the package, with all that it imports. */
export const pageScript = async (text: string, project: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: project },
    bundle: true,
    write: false,
    target: 'es2024',
    conditions: ['workerd', 'browser'],
    loader: { '.yaml': 'binary' },
    inject: [join(BROWSER, 'buffer.js')],
    plugins: [pageModules],
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** Settings of a worker under test. */
export interface WorkerSettings {
  readonly folder: string
  readonly bindings?: Record<string, string>
  /** Folder in which objects are kept. Absent: memory. */
  readonly persistTo?: string
  readonly port?: number
  /** False: the bundle has no Durable Objects. */
  readonly hasObjects?: boolean
}

/** Starts workerd with a bundle of the worker. */
export const startWorker = ({
  folder,
  bindings = {},
  persistTo,
  port,
  hasObjects = true,
}: WorkerSettings): Miniflare => {
  const modules = readdirSync(folder)
    .sort((a, b) => Number(b === 'worker.js') - Number(a === 'worker.js'))
    .map((file) => ({
      type: file.endsWith('.js') ? ('ESModule' as const) : ('Data' as const),
      path: file,
      contents: readFileSync(join(folder, file)),
    }))
  const sqlite = settings.migrations.flatMap(({ new_sqlite_classes }) => new_sqlite_classes)
  const objects = settings.durable_objects.bindings.map(({ name, class_name: className }) => [
    name,
    { className, useSQLite: sqlite.includes(className) },
  ])
  const options: MiniflareOptions = {
    modules,
    compatibilityDate: settings.compatibility_date,
    compatibilityFlags: settings.compatibility_flags,
    ...(hasObjects && { durableObjects: Object.fromEntries(objects) }),
    bindings,
    ...(persistTo !== undefined && { durableObjectsPersist: persistTo }),
    ...(port !== undefined && { port }),
  }
  return new Miniflare(options)
}

/** Returns a module whose function `answers` plays what an expression gives in a sandbox of the package. */
export const sandboxScript = (steps: string): string => `
import { createSandbox } from 'playa'
import { MAKE_WORLD, play, scriptOf, scriptWithoutWebhooks } from ${JSON.stringify(join(packageRoot(), 'test/worker/script.ts'))}
const answers = async () => {
  const sandbox = await createSandbox()
  return play((url, init) => sandbox.fetch(url, init), [MAKE_WORLD, ...${steps}])
}`
