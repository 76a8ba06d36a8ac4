import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf } from './errors.ts'

/**
 * Writes a file, making its folders. Throws what `refuse` makes of the sentence that says why it could not.
 */
export const writeOutput = (file: string, text: string, refuse: (sentence: string) => Error): void => {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } catch (error) {
    throw refuse(`${file} cannot be written: ${reasonOf(error)}`)
  }
}
