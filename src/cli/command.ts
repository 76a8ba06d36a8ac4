import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from '../assumptions/nearest.ts'

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
  run(args: Arguments): Promise<number> | number
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

/** Reads the words after the verb; a `UsageError` names an unknown option and the nearest known one. */
export const readArguments = (command: Command, words: readonly string[]): Arguments => {
  const { values, positionals } = parsed(command, words)
  const extra = positionals[command.words ?? 0]
  if (extra !== undefined) throw new UsageError(`${command.name} does not take ${JSON.stringify(extra)}.`)
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
  if (!unknown) return message.split('. ')[0] ?? message
  const [near] = nearest(unknown.replace(/^-+/, ''), Object.keys(command.options), 1)
  return `Unknown option ${unknown}.${near ? ` Did you mean --${near}?` : ''}`
}

export const usageOf = (command: Command): string => {
  const rows = Object.entries(command.help).map(([name, text]) => {
    const takes = command.options[name]?.type === 'string' ? ' VALUE' : ''
    return `  ${`--${name}${takes}`.padEnd(28)} ${text}`
  })
  return [
    `playa ${command.usage}`,
    '',
    command.summary,
    ...(rows.length > 0 ? ['', ...rows] : []),
    '',
    `Example: ${command.example}`,
  ].join('\n')
}

export const textOption = (args: Arguments, name: string): string | undefined => {
  const value = args.values[name]
  return typeof value === 'string' ? value : undefined
}

/** A whole number within bounds; a `UsageError` tells what was expected and what came. */
export const numberOption = (args: Arguments, name: string, min: number, max: number): number | undefined => {
  const text = textOption(args, name)
  if (text === undefined) return undefined
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`--${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`)
}
