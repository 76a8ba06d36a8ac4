import { brotliDecompressSync } from 'node:zlib'
import { embeddedFiles } from 'playa:embedded-files'

const unpacked = (path: string): Buffer | undefined => {
  const packed = embeddedFiles[path]
  return packed && brotliDecompressSync(new Uint8Array(packed))
}

const required = (path: string): Buffer => {
  const bytes = unpacked(path)
  if (!bytes) throw new Error(`The bundle holds no file ${path}.`)
  return bytes
}

/** Reads a file that is embedded in the bundle, by its path from the package's root. */
export const readPackageText = (path: string): string => required(path).toString('utf8')

/** Reads a text that the build made, by its path in `dist`; undefined when there is none. */
export const readBuiltText = (path: string): string | undefined => unpacked(`dist/${path}`)?.toString('utf8')

/** Returns the bytes of a file that pages load. */
export const readAssetFile = (name: string): Buffer => required(`dist/ui/${name}`)

/** Lists the embedded files of a folder of the package. */
export const packageFileNames = (folder: string): string[] =>
  Object.keys(embeddedFiles)
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))

/** There are no files of the user here. */
export const readUserText = (path: string): string => {
  throw new Error(`The file ${path} cannot be read: this runtime has no files.`)
}

/** Returns how messages name a path. */
export const shownPath = (path: string): string => path
