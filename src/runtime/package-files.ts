import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { packageRoot, runsBuilt } from './package-root.ts'

/** Reads a file that ships with the package, by its path from the package's root, as UTF-8. */
export const readPackageText = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8')

/**
 * Reads a text that the build made, by its path in `dist` without `.br`. Undefined when there is none, and
 * for code that runs from source, which may be newer than the last build.
 */
export const readBuiltText = (path: string): string | undefined =>
  runsBuilt() ? readPacked(join(packageRoot(), 'dist', path))?.toString('utf8') : undefined

/**
 * Returns the bytes of a file that pages load: the built one, or its source, a path or a file of a package.
 */
export const readAssetFile = (name: string, source: string): Buffer => {
  const built = runsBuilt() ? readPacked(join(packageRoot(), 'dist', 'ui', name)) : undefined
  return built ?? readFileSync(assetSourcePath(source))
}

/** Returns the path of the source of an asset: a path from the root, or a file of a package. */
export const assetSourcePath = (source: string): string =>
  source.startsWith('src/')
    ? join(packageRoot(), source)
    : createRequire(join(packageRoot(), 'package.json')).resolve(source)

/** Lists the files of a folder of the package. */
export const packageFileNames = (folder: string): string[] => readdirSync(join(packageRoot(), folder))

/** Most bytes of a file that the user named: a device or pipe may have no end. */
const MAX_USER_BYTES = 256 * 1024 * 1024

/** Reads a file that the user named. Throws when it cannot be read or is too large. */
export const readUserFile = (path: string): Buffer => {
  const file = openSync(path, 'r')
  try {
    const parts: Buffer[] = []
    for (let size = 0; ; ) {
      const part = Buffer.allocUnsafe(1024 * 1024)
      const read = readSync(file, part)
      if (read === 0) return Buffer.concat(parts)
      parts.push(part.subarray(0, read))
      size += read
      if (size > MAX_USER_BYTES) throw new Error('it has more than 256 MiB.')
    }
  } finally {
    closeSync(file)
  }
}

/** Reads a text that the user named, like `readUserFile`. */
export const readUserText = (path: string): string => readUserFile(path).toString('utf8')

/** Returns how messages name a path: from the package's root for files inside it. */
export const shownPath = (path: string): string => {
  const root = join(packageRoot(), '/')
  return path.startsWith(root) ? path.slice(root.length) : path
}

const readPacked = (path: string): Buffer | undefined => {
  if (existsSync(path)) return readFileSync(path)
  return existsSync(`${path}.br`) ? brotliDecompressSync(readFileSync(`${path}.br`)) : undefined
}
