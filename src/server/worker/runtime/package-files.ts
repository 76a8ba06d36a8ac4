import { brotliDecompressSync } from 'node:zlib'
import { embeddedFiles, packageVersion } from 'playa:embedded-files'

const packed = (path: string): Buffer | undefined => {
  const bytes = embeddedFiles[`dist/${path}.br`]
  return bytes && brotliDecompressSync(new Uint8Array(bytes))
}

const required = <T>(file: T | undefined, path: string): T => {
  if (file === undefined) throw new Error(`The worker holds no file ${path}.`)
  return file
}

/** Reads a file of the package that is embedded, by its path from the package's root. */
export const readPackageText = (path: string): string =>
  path === 'package.json'
    ? JSON.stringify({ version: packageVersion })
    : Buffer.from(required(embeddedFiles[path], path)).toString('utf8')

/** Reads a text that the build made, by its path in `dist`; undefined when there is none. */
export const readBuiltText = (path: string): string | undefined => packed(path)?.toString('utf8')

/** Returns the bytes of a file that pages load. */
export const readAssetFile = (name: string): Buffer => required(packed(`ui/${name}`), name)

/** Lists the embedded files of a folder of the package. */
export const packageFileNames = (folder: string): string[] =>
  Object.keys(embeddedFiles)
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))

/** There are no files of the user here. */
export const readUserFile = (path: string): Buffer => {
  throw new Error(`The file ${path} cannot be read: this runtime has no files.`)
}

/** There are no files of the user here. */
export const readUserText = (path: string): string => readUserFile(path).toString('utf8')

/** Returns how messages name a path. */
export const shownPath = (path: string): string => path
