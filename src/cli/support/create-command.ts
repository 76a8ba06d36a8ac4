import { styleText } from 'node:util'
import { Command, type CommanderError } from 'commander'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import { UsageError } from './errors.ts'
import { isColoured } from './terminal-text.ts'

/**
 * Creates a command whose misuse throws a `UsageError` of one sentence, and whose help goes to standard
 * output.
 */
export const createCommand = (name: string): Command => {
  const command = new Command(name)
  return command
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: (text) => void process.stdout.write(text),
      outputError: () => {},
      getOutHasColors: () => isColoured(process.stdout),
    })
    .configureHelp({
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
      // Lines of the source are longer than those of a terminal; only ends of sentences are kept.
      styleCommandDescription: (text) => text.replace(/(?<![.\n])\n(?!\n)/g, ' '),
      subcommandTerm: (sub) => [sub.name(), ...sub.registeredArguments.map(argumentForm)].join(' '),
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new UsageError(misuseSentence(command, error), pathOf(command))
    })
}

/** Exit codes of actions, by the program that was parsed. */
const exitCodes = new WeakMap<Command, number>()

/** Runs `run` as the command's action; its number is the exit code. */
export const onRun = (command: Command, run: () => Promise<number> | number): Command =>
  command.action(async () => {
    exitCodes.set(programOf(command), await run())
  })

/** Makes a group of verbs refuse to run without a verb. */
export const needsVerb = (group: Command): Command =>
  onRun(group, () => {
    const verbs = group.commands.map((verb) => verb.name()).join(', ')
    throw new UsageError(`${group.name()} needs a verb: ${verbs}.`, pathOf(group))
  })

/** Finds a verb of the command by its name. Throws a `UsageError` that suggests the nearest. */
export const subcommandOf = (command: Command, name: string): Command => {
  const verb = command.commands.find((candidate) => candidate.name() === name)
  if (verb) return verb
  throw new UsageError(unknownVerbSentence(command, name), pathOf(command))
}

/** Returns the exit code of the action that ran. */
export const exitCodeOf = (program: Command): number => exitCodes.get(program) ?? 0

/** Appends an example to the help. */
export const withExample = (command: Command, example: string): Command =>
  command.addHelpText('after', `\nExample:\n  ${example}`)

const programOf = (command: Command): Command => (command.parent ? programOf(command.parent) : command)

/** The words that name a command after `playa`. */
const pathOf = (command: Command): string =>
  command.parent?.parent
    ? `${pathOf(command.parent)} ${command.name()}`
    : command.parent
      ? command.name()
      : ''

const argumentForm = (argument: { name(): string; required: boolean; variadic: boolean }): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

const misuseSentence = (command: Command, { code, message }: CommanderError): string => {
  const path = pathOf(command)
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ''
  switch (code) {
    case 'commander.unknownOption':
      return `Unknown option ${quoted}.${didYouMean(quoted.replace(/^-*/, '--'), longOptions(command))}`
    case 'commander.missingArgument':
      return `${path} takes ${argumentsForm(command)}: <${quoted}> is missing.`
    case 'commander.excessArguments':
      return excessSentence(command, path)
    case 'commander.optionMissingArgument':
      return `${quoted} needs its value.`
    case 'commander.missingMandatoryOptionValue':
      return `${path} needs ${quoted}.`
    case 'commander.invalidArgument': {
      // Of an option with choices.
      const [, option, given, choices] =
        /'(-[^' ]+).*argument '(.*)' is invalid\. .*? are (.*)\.$/.exec(message) ?? []
      return `${option} takes ${choices?.replace(/, (?=[^,]*$)/, ' or ')}, not ${JSON.stringify(given)}.`
    }
    default:
      return `${message.replace(/^error: /, '').replace(/\.?$/, '')}.`
  }
}

const argumentsForm = ({ registeredArguments }: Command): string =>
  registeredArguments.map(argumentForm).join(' ')

const longOptions = (command: Command): string[] => [
  ...command.options.flatMap(({ long }) => (long ? [long] : [])),
  '--help',
]

/** Describes a word that the command does not accept: a mistyped verb, or one word too many. */
const excessSentence = (command: Command, path: string): string => {
  const { args, commands, registeredArguments } = command
  const word = args[registeredArguments.length] ?? ''
  if (commands.length > 0 && registeredArguments.length === 0) return unknownVerbSentence(command, word)
  const quoted = JSON.stringify(word)
  if (registeredArguments.length === 0) return `${path} does not take ${quoted}.`
  return `${path} takes ${argumentsForm(command)}, but not ${quoted}.`
}

const unknownVerbSentence = (command: Command, word: string): string => {
  const verbs = command.commands.map((verb) => verb.name())
  if (verbs.length === 0) return `${pathOf(command)} has no verbs, so not ${word} either.`
  return `${pathOf(command)} has no verb ${word}.${didYouMean(word, verbs) || ` It has ${verbs.join(', ')}.`}`
}

/** ` Did you mean world?`, or nothing: ends a sentence about an unknown word. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const isLong = word.replace(/^-+/, '').length >= 2
  const beginnings = isLong ? known.filter((name) => name.startsWith(word)) : []
  const near = [...closestWords(word, known, 1), ...(beginnings.length === 1 ? beginnings : [])]
  return suggestionSentence(near.slice(0, 1))
}
