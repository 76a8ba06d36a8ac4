import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { compileScenario } from './src/sandbox/scenario-build.ts'
import { listScenarios } from './src/sandbox/scenario-file.ts'

/**
 * Makes `dist`: the command and the library as bundles, which start in a fraction of the time that many small modules take,
 * and a snapshot of every scenario at its own seed.
 */
rmSync('dist', { recursive: true, force: true })
await build({
  entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  minify: true,
  // Packages written for CommonJS ask for `require`.
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  logLevel: 'warning',
})
mkdirSync('dist/scenarios', { recursive: true })
for (const { name } of listScenarios()) writeFileSync(`dist/scenarios/${name}.json`, JSON.stringify(compileScenario(name)))
