import { readPackageText } from '../runtime/package-files.ts'

/** Returns the version of the package. */
export const version = (): string => JSON.parse(readPackageText('package.json')).version
