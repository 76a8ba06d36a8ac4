import type { Command, Option } from 'commander'

/** A command or verb as completion knows it. */
export interface CompletionNode {
  /** Words after `playa`; empty for the program itself. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly verbs: readonly CompletionNode[]
  readonly options: readonly CompletionOption[]
  /** Words that its first argument can be. */
  readonly words: readonly string[]
}

/** An option of a command. */
export interface CompletionOption {
  readonly long: string
  readonly short: string | undefined
  readonly description: string
  /** What follows it: nothing, a file, one of some words, or a text that is not known. */
  readonly value: 'none' | 'file' | 'text' | readonly string[]
}

/** Describes a command, its verbs and its options from what commander holds. */
export const completionTree = (command: Command, path = ''): CompletionNode => ({
  path,
  name: command.name(),
  summary: firstSentence(command.summary() || command.description()),
  verbs: command.commands.map((verb) => completionTree(verb, `${path} ${verb.name()}`.trim())),
  options: command.createHelp().visibleOptions(command).flatMap(optionOf),
  words: [...(command.registeredArguments[0]?.argChoices ?? [])],
})

/** A node and all below it. */
export const withDescendants = (node: CompletionNode): CompletionNode[] => [
  node,
  ...node.verbs.flatMap(withDescendants),
]

const firstSentence = (text: string): string => (text.split(/(?<=\.)\s/)[0] ?? '').replace(/\.$/, '')

const optionOf = ({ long, short, flags, description, argChoices }: Option): CompletionOption[] =>
  long === undefined
    ? []
    : [{ long, short: short ?? undefined, description, value: argChoices ?? valueIn(flags) }]

/** Reads the form of a value: `<file>` and `<name|file>` are files, `<json|yaml>` are words. */
const valueIn = (flags: string): CompletionOption['value'] => {
  const [, form] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? []
  if (form === undefined) return 'none'
  const words = form.split('|')
  if (words.some((word) => word === 'file' || word === 'module')) return 'file'
  return words.length > 1 && !form.includes(' ') ? words : 'text'
}
