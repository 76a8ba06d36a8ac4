import { nearest } from '../assumptions/nearest.ts'
import { type Command, readArguments, UsageError, usageOf } from './command.ts'
import { serve } from './serve.ts'

/** Loaded when asked for: a server that starts needs only its own verb. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => serve,
  check: async () => (await import('./check.ts')).check,
  learn: async () => (await import('./learn.ts')).learn,
  clauses: async () => (await import('./clauses.ts')).clausesCommand,
  statements: async () => (await import('./statements.ts')).statementsCommand,
  openapi: async () => (await import('./openapi.ts')).openapi,
  operations: async () => (await import('./operations.ts')).operationsCommand,
  assumptions: async () => (await import('./assumptions.ts')).assumptionsCommand,
  scenarios: async () => (await import('./scenarios.ts')).scenarios,
  world: async () => (await import('./world.ts')).world,
}

/** Does what the words after `playa` say, and gives the exit code: 0 done, 1 it could not, 2 misuse. */
export const commandLine = async (words: readonly string[]): Promise<number> => {
  const [first] = words
  if (first === '--version' || first === '-v') return print((await import('./version.ts')).version())
  if (first === '--help' || first === '-h' || first === 'help') return print(await help())
  const named = first !== undefined && !first.startsWith('-')
  const load = COMMANDS[named ? first : 'serve']
  if (!load) {
    const [near] = nearest(first ?? '', Object.keys(COMMANDS), 1)
    return misused(`Unknown command ${first}.${near ? ` Did you mean ${near}?` : ''}`, await help())
  }
  const command = await load()
  try {
    const args = readArguments(command, named ? words.slice(1) : words)
    return args.values['help'] ? print(usageOf(command)) : await command.run(args)
  } catch (error) {
    if (error instanceof UsageError) return misused(error.message, usageOf(command))
    throw error
  }
}

const help = async (): Promise<string> => {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()))
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary.split('\n')[0]}`)
  return [
    'playa: a sandbox for the Vehicle Listing Agency API v3',
    '',
    ...rows,
    '',
    'playa COMMAND --help tells more. Without a command it serves.',
  ].join('\n')
}

const print = (text: string): number => {
  console.log(text)
  return 0
}

const misused = (message: string, usage: string): number => {
  console.error(`${message}\n\n${usage}`)
  return 2
}
