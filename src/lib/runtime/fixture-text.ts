import { readBuiltText, readPackageText } from './package-files.ts'

/** Reads a file of `fixtures`, which the built package holds packed. */
export const readFixture = (path: string): string =>
  readBuiltText(`fixtures/${path}`) ?? readPackageText(`fixtures/${path}`)
