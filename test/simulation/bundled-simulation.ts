import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../src/runtime/package-root.ts'

/**
 * Bundles the simulation with the app. A loader of modules that asks another process or thread would take
 * real time, which the simulated clock does not know, so equal seeds would not give equal bytes.
 */
export const bundleSimulation = async (): Promise<{ readonly path: string; remove(): void }> => {
  const root = packageRoot()
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const outdir = mkdtempSync(join(cache, 'simulation-'))
  const path = join(outdir, 'main.mjs')
  await build({
    entryPoints: [join(root, 'test/simulation/main.ts')],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    target: 'node20.19',
    logLevel: 'warning',
    sourcemap: 'inline',
  })
  return { path, remove: () => rmSync(outdir, { recursive: true, force: true }) }
}
