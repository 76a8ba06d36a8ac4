import { type Command, CommanderError } from 'commander'
import { type CommandEntry, commandEntries } from './command-table.ts'
import { createCommand, didYouMean, exitCodeOf, subcommandOf } from './support/create-command.ts'
import { Failure, UsageError } from './support/errors.ts'
import { boundedLines } from './support/terminal-text.ts'

/**
 * Executes the words after `playa` and returns the exit code: 0 done, 1 failed, 2 misuse, others as help
 * says.
 */
export const commandLine = async (words: readonly string[]): Promise<number> => {
  const [first, ...rest] = words
  try {
    return first === 'help' ? await showHelp(rest) : await run(words)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    if (error instanceof UsageError) return misused(error, first)
    if (!(error instanceof Failure)) throw error
    console.error(boundedLines(error.message).join('\n'))
    return 1
  }
}

/** Prints the help of the command and verbs that the words name; without words, the overview. */
const showHelp = async (words: readonly string[]): Promise<number> => {
  const path = words.filter((word) => !word.startsWith('-') && word !== 'help')
  const program = await createProgram(path[0] === undefined ? undefined : selectedEntry(path[0]))
  path.reduce(subcommandOf, program).outputHelp()
  return 0
}

const run = async (words: readonly string[]): Promise<number> => {
  const [first = ''] = words
  if (isAnyOf(first, '--version', '-v', '-V')) {
    console.log((await import('../lib/runtime/package-version.ts')).packageVersion())
    return 0
  }
  const isProgramHelp = isAnyOf(first, '--help', '-h')
  const selected = isProgramHelp ? undefined : selectedEntry(first)
  const program = await createProgram(selected)
  const isDefault = selected !== undefined && selected.name !== first
  const all = [...(isDefault ? [selected.name] : []), ...words]
  try {
    await program.parseAsync(all, { from: 'user' })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const meant = isDefault ? words.find(isCommand) : undefined
    if (meant !== undefined)
      throw new UsageError(`The command comes before its options: playa ${meant} ${first} ...`, meant)
    if (error.command !== undefined) throw error
    throw new UsageError(error.message, verbPath(program, all))
  }
  return exitCodeOf(program)
}

/** The words of the command and verb that were chosen. */
const verbPath = (program: Command, words: readonly string[]): string => {
  const path: string[] = []
  let command: Command | undefined = program
  for (const word of words) {
    command = command.commands.find((verb) => verb.name() === word)
    if (!command) break
    path.push(word)
  }
  return path.join(' ')
}

const isAnyOf = (word: string, ...words: readonly string[]): boolean => words.includes(word)

const isCommand = (word: string): boolean => commandEntries.some(({ name }) => name === word)

/** Without a command the program serves. */
const selectedEntry = (word: string): CommandEntry => {
  const name = word === '' || word.startsWith('-') ? 'serve' : word
  const entry = commandEntries.find((candidate) => candidate.name === name)
  if (entry) return entry
  const known = [...commandEntries.map((candidate) => candidate.name), 'help']
  throw new UsageError(`Unknown command ${name}.${didYouMean(name, known)}`, '')
}

/** Loads the selected command alone; of the others only name and summary are needed, for the overview. */
const createProgram = async (selected: CommandEntry | undefined) => {
  const program = createCommand('playa')
    .description('A sandbox for the Vehicle Listing Agency API v3. Without a command it serves.')
    .option('-v, --version', 'print the version')
    .enablePositionalOptions()
    .addHelpText('after', AFTER_OVERVIEW)
  for (const entry of commandEntries) {
    const command = entry === selected ? await entry.load() : createCommand(entry.name)
    program.addCommand(command.summary(entry.summary).helpGroup(entry.group))
  }
  return program
}

const AFTER_OVERVIEW = `
playa help <command> shows the options of a command.
Exit codes: 0 done; 1 failed, with a message; 2 misuse. playa help check lists others.`

const misused = ({ message, command }: UsageError, first: string | undefined): number => {
  const entry = commandEntries.find(({ name }) => name === first)
  const path = command ?? entry?.name ?? 'serve'
  console.error(`${boundedLines(message).join('\n')}\nHelp: playa help${path === '' ? '' : ` ${path}`}`)
  return 2
}
