import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

/**
 * Bundles a script, and the sources that it imports, into one file that Node runs. A loader of modules asks
 * another process or thread, and what shares its process has a heap that others fill: neither disturbs this.
 */
export const bundledScript = async (script: string): Promise<{ readonly path: string; remove(): void }> => {
  const root = packageRoot()
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const outdir = mkdtempSync(join(cache, 'script-'))
  const path = join(outdir, 'main.mjs')
  await build({
    entryPoints: [join(root, script)],
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
