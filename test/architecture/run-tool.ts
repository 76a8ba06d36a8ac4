import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

const run = promisify(execFile)

/** Runs a tool of `node_modules` with Node at the root of the project; returns its standard output. */
export const outputOfTool = (script: string, ...args: readonly string[]): Promise<string> =>
  outputOfToolIn(packageRoot(), script, ...args)

/** Runs a tool of `node_modules` with Node in a folder; returns its standard output. */
export const outputOfToolIn = async (
  cwd: string,
  script: string,
  ...args: readonly string[]
): Promise<string> => {
  const path = join(packageRoot(), 'node_modules', script)
  const options = { cwd, maxBuffer: 256 * 1024 * 1024 }
  try {
    return (await run(process.execPath, [path, ...args], options)).stdout
  } catch (error) {
    // The exit code counts findings; without any output the tool itself failed.
    if (
      error instanceof Error &&
      'stdout' in error &&
      typeof error.stdout === 'string' &&
      error.stdout !== ''
    )
      return error.stdout
    throw error
  }
}
