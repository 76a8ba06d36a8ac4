import { HarError, type HarRecording, readHar } from '../../checks/explore/history/har.ts'
import { OutOfMemoryError } from '../../kit/target/exchange.ts'
import { readUserText } from '../../lib/runtime/package-files.ts'
import { reasonOf, UsageError } from '../support/errors.ts'

/** Reads a recording. Throws a `UsageError`. */
export const recordingIn = (file: string): HarRecording => {
  let text: string
  try {
    text = readUserText(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`)
  }
  try {
    return readHar(text)
  } catch (error) {
    throw error instanceof HarError || error instanceof OutOfMemoryError
      ? new UsageError(`${file}: ${error.message}.`)
      : error
  }
}
