import { isUtf8 } from 'node:buffer'
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

/** Maximum number of bytes of a file that the user named: a device or pipe may have no end. */
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

/** Reads a text that the user named, like `readUserFile`. Throws when it is not UTF-8, and says where. */
export const readUserText = (path: string): string => {
  const bytes = readUserFile(path)
  const problem = encodingProblem(bytes)
  if (problem !== undefined) throw new Error(`${problem}: save it as UTF-8.`)
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** Returns why bytes are not UTF-8 text; undefined when they are. */
const encodingProblem = (bytes: Buffer): string | undefined => {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return 'it is UTF-16, as its first two bytes say'
  const nul = bytes.indexOf(0)
  // ASCII in UTF-16 has one at every other place.
  if (nul >= 0 && nul < 2) return `it has a NUL byte at offset ${nul}, as UTF-16 has`
  if (nul >= 0) return `it has a NUL byte at offset ${nul}, which no text has`
  if (isUtf8(bytes)) return undefined
  const offset = firstForeignByte(bytes)
  const line = bytes.subarray(0, offset).toString('latin1').split('\n').length
  const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  return `it is not UTF-8: byte 0x${byte} at offset ${offset}, in line ${line}, as Latin-1 may have`
}

/** Returns the offset of the first byte that UTF-8 does not allow there. */
const firstForeignByte = (bytes: Buffer): number => {
  let [low, high] = [0, bytes.length]
  // The longest beginning that is UTF-8, or would be with the bytes after it.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isBeginning(bytes.subarray(0, middle))) low = middle
    else high = middle - 1
  }
  // A character that is not completed is wrong from its first byte on.
  while (!isUtf8(bytes.subarray(0, low))) low -= 1
  return low
}

/** True for bytes that are UTF-8 but for a character that is cut at their end. */
const isBeginning = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Returns how messages name a path: from the package's root for files inside it. */
export const shownPath = (path: string): string => {
  const root = join(packageRoot(), '/')
  return path.startsWith(root) ? path.slice(root.length) : path
}

const readPacked = (path: string): Buffer | undefined => {
  if (existsSync(path)) return readFileSync(path)
  return existsSync(`${path}.br`) ? brotliDecompressSync(readFileSync(`${path}.br`)) : undefined
}
