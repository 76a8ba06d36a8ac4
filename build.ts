import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import type { Parts } from './src/bundle.ts'
import { assetNames, assetPath } from './src/web-ui/assets.ts'
import { compileScenario } from './src/scenarios/build-scenario.ts'
import { scenarioNames } from './src/scenarios/scenario-file.ts'

/**
 * Makes `dist`: everything in one bundle, with the code that V8 makes of it, so that a start compiles next to nothing; for each entry of the
 * package a file that hands out its part; a snapshot of every scenario at its own seed; and the files that pages load. Only the types
 * of bodies refer to a package, zod. `--types` adds declarations, which only a package needs.
 */
const types = process.argv.includes('--types')
mkdirSync('dist', { recursive: true })
// Packing builds once more after the declarations were made.
for (const old of readdirSync('dist')) if (types || old !== 'types') rmSync(join('dist', old), { recursive: true })

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

const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minify: true,
  charset: 'ascii',
  logLevel: 'warning',
}

/** The package's parts, each run when it is first asked for. */
const PARTS = { cli: 'src/cli/main.ts', index: 'src/index.ts', kit: 'src/kit-entry.ts', vitest: 'src/vitest-entry.ts' }

await build({
  ...common,
  stdin: {
    contents: Object.entries(PARTS)
      .map(([part, path]) => `exports.${part} = () => require('./${path}')`)
      .join('\n'),
    resolveDir: '.',
  },
  outfile: 'dist/bundle/playa.cjs',
  format: 'cjs',
  // The tests that `playa/vitest` registers belong to the Vitest that runs them.
  external: ['vitest'],
  define: { 'import.meta.url': '__url' },
  banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
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

await build({ ...common, entryPoints: ['src/bundle.ts'], outdir: 'dist', format: 'esm' })
const { codeSoFar, lend, parts }: typeof import('./src/bundle.ts') = await import(pathToFileURL('dist/bundle.js').href)
await warmUp(parts())
writeFileSync('dist/bundle/playa.cjs.code', codeSoFar())
const taken = execFileSync(process.execPath, [
  '-p',
  "import('./dist/bundle.js').then(({ codeTaken }) => console.log(codeTaken())), ''",
])
if (!taken.includes('true')) console.warn('V8 refuses the code that it made of the bundle: starts will be slow.')
lend('vitest', {})
writeFileSync('dist/cli.js', "#!/usr/bin/env node\nimport { parts } from './bundle.js'\n\nparts().cli()\n")
for (const part of ['index', 'kit', 'vitest'] as const) {
  const names = Object.keys(parts()[part]()).join(', ')
  const lines =
    part === 'vitest'
      ? ["import * as vitest from 'vitest'", "import { lend, parts } from './bundle.js'", '', "lend('vitest', vitest)"]
      : ["import { parts } from './bundle.js'", '']
  writeFileSync(`dist/${part}.js`, [...lines, `export const { ${names} } = parts().${part}()`, ''].join('\n'))
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

/** Does what most do first, so that the code for it is made. */
async function warmUp({ index }: Parts): Promise<void> {
  // The bundle's part is that module.
  const { createSandbox } = index() as unknown as typeof import('./src/index.ts')
  const sandbox = await createSandbox()
  const { url, close } = await sandbox.listen()
  const listings = `/v3/publicaciones/${encodeURIComponent('ventas@lospinos.example')}`
  for (const path of ['/v3', listings, '/v3/marcas', '/_playa']) {
    const answer = await fetch(url + path)
    if (!answer.ok) throw new Error(`GET ${path}: expected 200, got ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    await (await sandbox.fetch(path)).arrayBuffer()
  }
  await close()
}
