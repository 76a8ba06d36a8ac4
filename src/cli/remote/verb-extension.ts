import type { Command } from 'commander'
import type * as z from 'zod'
import type { Remote } from './remote.ts'

type Members = Readonly<Record<string, unknown>>

/** Input of a verb with its own action. */
export interface VerbContext {
  readonly remote: Remote
  readonly input: Members
  readonly options: Members
  readonly words: readonly string[]
}

/** Additions of a command-line verb to the parts derived from its call. */
export interface VerbExtension {
  /** Adds words and options of the verb's own. */
  readonly extend?: (command: Command) => unknown
  /** Completes or judges the input of the call. Throws a `UsageError`. */
  readonly prepare?: (input: Members, options: Members) => Members | Promise<Members>
  /** Formats the response for people. */
  readonly print?: (answer: unknown, input: Members) => string
  /**
   * Replaces sending the call and printing its response; returns the exit code, or undefined to continue as
   * usual.
   */
  readonly run?: (context: VerbContext) => Promise<number | undefined>
}

/** Extensions by verb: `clock advance`. */
export type VerbExtensions = Readonly<Record<string, VerbExtension>>

/** Formats what a schema reads in a response. */
export const printed =
  <Schema extends z.ZodType>(schema: Schema, print: (answer: z.output<Schema>, input: Members) => string) =>
  (answer: unknown, input: Members): string =>
    print(schema.parse(answer), input)
