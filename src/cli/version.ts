import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../runtime/package-root.ts'

/** Returns the version of the package. */
export const version = (): string =>
  JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version
