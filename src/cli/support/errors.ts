import { errorMessage } from '../../lib/unknown-values.ts'
/**
 * A command line that cannot be understood: its sentence is printed with a line that leads to help, exit code
 * 2.
 */
export class UsageError extends Error {
  /** Words of the command whose help is named, e.g. `clock run`; undefined: that of the first word. */
  readonly command: string | undefined

  constructor(message: string, command?: string) {
    super(message)
    this.name = 'UsageError'
    this.command = command
  }
}

/** A command that was understood and could not be carried out: its sentence is printed, exit code 1. */
export class Failure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Failure'
  }
}

/** No server answers; it may do so later. */
export class Unreachable extends Failure {}

/** Returns the first line of an error's message; of the system's errors a sentence without their code. */
export const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file.'
  if (code === 'EISDIR') return 'it is a folder.'
  if (code === 'EACCES') return 'this user may not.'
  const [first = ''] = errorMessage(error).split('\n')
  // A parser of YAML shows the line below.
  return first.replace(/:$/, '')
}
