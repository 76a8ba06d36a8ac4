import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the package, found by walking up to the `package.json` named `playa`: this code runs both from `src/`
 * and bundled in `dist/`, so a fixed number of `..` would be wrong for one of them. Throws when there is none.
 */
export const packageRoot = (from: string = dirname(fileURLToPath(import.meta.url))): string => {
  for (let folder = from; ; folder = dirname(folder)) {
    if (packageName(folder) === 'playa') return folder
    if (folder === dirname(folder)) throw new Error(`package root: expected a package.json named playa above ${from}`)
  }
}

const packageName = (folder: string): unknown => {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return typeof manifest === 'object' && manifest !== null && 'name' in manifest ? manifest.name : undefined
  } catch {
    return undefined
  }
}
