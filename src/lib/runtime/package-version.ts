import { readPackageText } from './package-files.ts'

/** Returns the version of the package, e.g. `0.1.0`. */
export const packageVersion = (): string => JSON.parse(readPackageText('package.json')).version
