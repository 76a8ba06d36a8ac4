import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Programs by the ending of a client's file. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  mjs: [process.execPath],
  py: ['python3'],
  sh: ['sh', 'curl'],
}

const programsOf = (client: string): readonly string[] => PROGRAMS[client.split('.').at(-1) ?? ''] ?? []

/** Returns the command that runs a client of this folder. */
export const clientCommand = (client: string): string[] => [
  programsOf(client)[0] ?? '',
  join(import.meta.dirname, 'clients', client),
]

const isThere = new Map<string, boolean>()

/**
 * Returns whether this machine can run a client, and says what it skips if not. Where
 * `PLAYA_PROGRAMS=required`, as in the pipeline, a missing one is an error.
 */
export const hasPrograms = (client: string): boolean =>
  programsOf(client).every((program) => {
    if (!isThere.has(program)) isThere.set(program, runs(program))
    const found = isThere.get(program) === true
    if (!found && process.env['PLAYA_PROGRAMS'] === 'required') throw new Error(`${client} needs ${program}.`)
    if (!found) console.warn(`Skipped: ${client} needs ${program}.`)
    return found
  })

const runs = (program: string): boolean => {
  try {
    execFileSync(program, [program === 'sh' ? '-c' : '--version', ':'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
