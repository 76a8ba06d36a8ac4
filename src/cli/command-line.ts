import { type Command, didYouMean, Failure, readArguments, UsageError, usageOf } from './command.ts'
import { serve } from './serve.ts'
import { columns } from './terminal-text.ts'

/** Loaded when asked for: a server that starts needs only its own verb. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => serve,
  world: async () => (await import('./world.ts')).world,
  clock: async () => (await import('./clock.ts')).clock,
  fault: async () => (await import('./fault.ts')).fault,
  lead: async () => (await import('./lead.ts')).lead,
  journal: async () => (await import('./journal.ts')).journal,
  deliveries: async () => (await import('./deliveries.ts')).deliveries,
  outbox: async () => (await import('./outbox.ts')).outbox,
  check: async () => (await import('./check.ts')).check,
  receive: async () => (await import('./receive.ts')).receive,
  'probe-receiver': async () => (await import('./probe-receiver.ts')).probeReceiver,
  learn: async () => (await import('./learn.ts')).learn,
  clauses: async () => (await import('./clauses.ts')).clausesCommand,
  statements: async () => (await import('./statements.ts')).statementsCommand,
  openapi: async () => (await import('./openapi.ts')).openapi,
  operations: async () => (await import('./operations.ts')).operationsCommand,
  assumptions: async () => (await import('./assumptions.ts')).assumptionsCommand,
  scenarios: async () => (await import('./scenarios.ts')).scenarios,
}

/** Does what the words after `playa` say, and gives the exit code: 0 done, 1 it could not, 2 misuse. */
export const commandLine = async (words: readonly string[]): Promise<number> => {
  const [first] = words
  if (first === '--version' || first === '-v') return print((await import('./version.ts')).version())
  if (first === '--help' || first === '-h') return print(await overview())
  if (first === 'help') return help(words.slice(1))
  const named = first !== undefined && !first.startsWith('-')
  const load = loaderOf(named ? first : 'serve')
  if (!load) return unknown(first ?? '')
  const command = await load()
  let part: string | undefined
  try {
    const args = readArguments(command, named ? words.slice(1) : words)
    part = args.positionals[0]
    return args.values['help'] ? print(usageOf(command, part)) : await command.run(args)
  } catch (error) {
    if (error instanceof UsageError) return misused(error.message, usageOf(command, part))
    if (!(error instanceof Failure)) throw error
    console.error(error.message)
    return 1
  }
}

/** `help world new`: the same as `world new --help`. */
const help = async ([name, part]: readonly string[]): Promise<number> => {
  if (name === undefined || name === 'help' || name.startsWith('-')) return print(await overview())
  const load = loaderOf(name)
  return load ? print(usageOf(await load(), part)) : unknown(name)
}

const loaderOf = (name: string) => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined)

const unknown = async (name: string): Promise<number> =>
  misused(`Unknown command ${name}.${didYouMean(name, [...Object.keys(COMMANDS), 'help'])}`, await overview())

const overview = async (): Promise<string> => {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()))
  const rows = commands.map(({ name, summary }) => [name, summary.split('\n')[0] ?? ''])
  return [
    'playa: a sandbox for the Vehicle Listing Agency API v3',
    columns(rows, '  '),
    'playa help COMMAND tells more. Without a command it serves.',
    'Exit codes: 0 done; 1 it could not, and the sentence says why; 2 misuse. Those of check are told in its help.',
  ].join('\n\n')
}

const print = (text: string): number => {
  console.log(text)
  return 0
}

const misused = (message: string, usage: string): number => {
  console.error(`${message}\n\n${usage}`)
  return 2
}
