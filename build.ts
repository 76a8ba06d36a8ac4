import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { assetNames, assetPath } from './src/console/assets.ts'
import { compileScenario } from './src/sandbox/scenario/build.ts'
import { scenarioNames } from './src/sandbox/scenario/file.ts'

/**
 * Makes `dist`: the command and the libraries as bundles, which start in a fraction of the time that many small modules take, a snapshot
 * of every scenario at its own seed, and the files that pages load. Everything is bundled; only the types of bodies refer to zod. `--types` adds
 * declarations, which only a package needs.
 */
const types = process.argv.includes('--types')
// Packing builds once more after the declarations were made.
for (const old of [
  'cli.js',
  'index.js',
  'kit.js',
  'vitest.js',
  'chunks',
  'scenarios',
  'ui',
  ...(types ? ['types'] : []),
]) {
  rmSync(join('dist', old), { recursive: true, force: true })
}
/** The adapter asks of each message whether it came over HTTP/2, which nothing here serves; loading that part of Node would slow every start. */
const withoutHttp2: Plugin = {
  name: 'without-http2',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http2$/ }, () => ({ path: 'http2', namespace: 'without-http2' }))
    onLoad({ filter: /.*/, namespace: 'without-http2' }, () => ({
      contents:
        'export class Http2ServerRequest {}; export const constants = { NGHTTP2_NO_ERROR: 0, NGHTTP2_CANCEL: 8 }',
    }))
  },
}

await build({
  entryPoints: {
    cli: 'src/cli/main.ts',
    index: 'src/index.ts',
    kit: 'src/kit-entry.ts',
    vitest: 'src/vitest-entry.ts',
  },
  // The tests that `playa/vitest` registers belong to the Vitest that runs them.
  external: ['vitest'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  minify: true,
  // Packages written for CommonJS ask for `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
  plugins: [withoutHttp2],
})
mkdirSync('dist/scenarios', { recursive: true })
for (const name of scenarioNames()) {
  for (const kind of ['drawn', 'read'] as const)
    writeFileSync(`dist/scenarios/${name}.${kind}.json`, JSON.stringify(compileScenario(name, kind)))
}

// What pages load is read from its own place while they run from source, and from here afterwards; licences go with what they are for.
mkdirSync('dist/ui', { recursive: true })
for (const name of assetNames) copyFileSync(assetPath(name), join('dist/ui', name))
for (const notice of ['swagger-ui-dist/LICENSE', 'swagger-ui-dist/NOTICE', 'htmx.org/LICENSE']) {
  copyFileSync(join('node_modules', notice), join('dist/ui', `${notice.replace('/', '.')}.txt`))
}

if (types) {
  execFileSync(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.types.json'], {
    stdio: 'inherit',
  })
  // Declarations keep the endings of the sources, which resolve nowhere once the sources are gone.
  for (const entry of readdirSync('dist/types', { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, '$1$2.js$1'))
  }
}
