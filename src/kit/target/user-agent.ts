import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../runtime/package-root.ts'

/** Returns the `User-Agent` of the kit: `playa/` and the version of the package. */
export const kitUserAgent = (): string => {
  const manifest: { version?: unknown } = JSON.parse(
    readFileSync(join(packageRoot(), 'package.json'), 'utf8'),
  )
  return `playa/${String(manifest.version ?? 0)}`
}
