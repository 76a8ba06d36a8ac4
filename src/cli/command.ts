import { type ParseArgsConfig, parseArgs } from 'node:util'
import { closestWords } from '../text/did-you-mean.ts'
import { columns } from './terminal-text.ts'

/** One verb of the command line. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** What follows `playa`, e.g. `serve [--port N]`. */
  readonly usage: string
  readonly example: string
  /** Most words that it takes beside its options. Default none. */
  readonly words?: number
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** Help of each option, by name. */
  readonly help: Readonly<Record<string, string>>
  /** What its first word may be, when that says what is done. */
  readonly parts?: Readonly<Record<string, Part>>
  run(args: Arguments): Promise<number> | number
}

/** What one of the first words of a command stands for. */
export interface Part {
  /** The words that follow it; those in brackets may be left out. */
  readonly takes: string
  readonly summary: string
  readonly example: string
  /** Names of its own options. */
  readonly options: readonly string[]
}

export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

/** What the command line cannot make sense of: printed with the usage, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** What was understood and could not be done: its sentence is printed, exit code 1. */
export class Failure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Failure'
  }
}

/** Reads the words after the verb; a `UsageError` names an unknown option and the nearest known one. */
export const readArguments = (command: Command, words: readonly string[]): Arguments => {
  const { values, positionals } = parsed(command, words)
  const extra = positionals[command.words ?? 0]
  if (extra !== undefined && !values['help'])
    throw new UsageError(`${command.name} does not take ${JSON.stringify(extra)}.`)
  return { values, positionals }
}

const parsed = (command: Command, words: readonly string[]): Arguments => {
  try {
    return parseArgs({
      args: [...words],
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw new UsageError(readable(error, command))
  }
}

const readable = (error: unknown, command: Command): string => {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /Unknown option '(-{1,2}[^']+)'/.exec(message)?.[1]
  if (!unknown) return message.split(/\.\s/)[0]?.replace(/\.?$/, '.') ?? message
  const options = [...Object.keys(command.options), 'help'].map((name) => `--${name}`)
  return `Unknown option ${unknown}.${didYouMean(unknown.replace(/^-*/, '--'), options)}`
}

/** ` Did you mean world?`, or nothing: for the end of a sentence about a word that is none of the known ones. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const begun = word.replace(/^-+/, '').length >= 2 ? known.filter((name) => name.startsWith(word)) : []
  const [near] = [...closestWords(word, known, 1), ...(begun.length === 1 ? begun : [])]
  return near === undefined ? '' : ` Did you mean ${near}?`
}

/** How to use a command; or only the part of it that a first word stands for. */
export const usageOf = (command: Command, word?: string): string => {
  const part = word === undefined ? undefined : command.parts?.[word]
  const { usage, summary, example, options } = part ? usageOfPart(command, `${word}`, part) : wholeUsage(command)
  const parts = Object.entries(part ? {} : (command.parts ?? {}))
  const sections = [
    `playa ${usage}`,
    summary,
    columns(
      parts.map(([name, { takes, summary: text }]) => [`${name} ${takes}`.trimEnd(), text]),
      '  ',
    ),
    columns(
      options.map((name) => [optionForm(command, name), command.help[name] ?? '']),
      '  ',
    ),
    parts.length > 0 ? `playa help ${command.name} ${parts[0]?.[0]} tells more of one of these, with an example.` : '',
    `Example: ${example}`,
  ]
  return sections.filter((text) => text !== '').join('\n\n')
}

const wholeUsage = (command: Command) => ({ ...command, options: Object.keys(command.help) })

const usageOfPart = (command: Command, word: string, { takes, summary, example, options }: Part) => ({
  usage: [command.name, word, takes, '[options]'].filter((text) => text !== '').join(' '),
  summary,
  example,
  // Beside its own, those that belong to every part.
  options: Object.keys(command.help).filter(
    (name) =>
      options.includes(name) || !Object.values(command.parts ?? {}).some((other) => other.options.includes(name)),
  ),
})

const optionForm = ({ options }: Command, name: string): string => {
  const option = options[name]
  return `${option?.short === undefined ? '' : `-${option.short}, `}--${name}${option?.type === 'string' ? ' VALUE' : ''}`
}

export const textOption = (args: Arguments, name: string): string | undefined => {
  const value = args.values[name]
  return typeof value === 'string' ? value : undefined
}

/** Every value of an option that may be repeated. */
export const textOptions = (args: Arguments, name: string): readonly string[] => {
  const values = args.values[name]
  return Array.isArray(values) ? values.map(String) : []
}

/** A whole number within bounds; a `UsageError` tells what was expected and what came. */
export const numberOption = (args: Arguments, name: string, min: number, max: number): number | undefined =>
  boundedOption(args, name, { min, max, form: /^[+-]?\d+$/, kind: 'a whole number' })

/** The same with decimals. */
export const decimalOption = (args: Arguments, name: string, min: number, max: number): number | undefined =>
  boundedOption(args, name, { min, max, form: /^[+-]?(\d+(\.\d*)?|\.\d+)$/, kind: 'a number' })

interface Bounds {
  readonly min: number
  readonly max: number
  readonly form: RegExp
  readonly kind: string
}

const boundedOption = (args: Arguments, name: string, { min, max, form, kind }: Bounds): number | undefined => {
  const text = textOption(args, name)
  if (text === undefined) return undefined
  const value = form.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`--${name} takes ${kind} from ${min} to ${max}, not ${JSON.stringify(text)}.`)
}
