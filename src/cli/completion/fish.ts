import { type CompletionNode, type CompletionOption, withDescendants } from './completion-tree.ts'

/** Writes the completion for fish, which shows a sentence next to each word. */
export const fishCompletion = (program: CompletionNode): string =>
  `# Completes playa in fish. Load it with: playa completion fish | source
complete -c playa -f
${withDescendants(program).flatMap(linesOf).join('\n')}
`

const linesOf = (node: CompletionNode): string[] => {
  const inside = conditionOf(node)
  const verbs = node.verbs.map(({ name }) => name)
  const begin =
    verbs.length === 0 ? inside : [...inside, `not __fish_seen_subcommand_from ${verbs.join(' ')}`]
  const words = [...node.verbs, ...node.words.map((name) => ({ name, summary: '' }))]
  return [
    ...words.map(({ name, summary }) => line(begin, [`-a ${quoted(name)}`, `-d ${quoted(summary)}`])),
    ...node.options.map((option) => line(begin, optionWords(option))),
  ]
}

/** The conditions under which the words so far lead to the node. */
const conditionOf = ({ path }: CompletionNode): string[] =>
  path === '' ? [] : path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)

const line = (conditions: readonly string[], words: readonly string[]): string =>
  [
    'complete -c playa',
    ...(conditions.length > 0 ? [`-n ${quoted(conditions.join('; and '))}`] : []),
    ...words,
  ].join(' ')

const optionWords = ({ long, short, description, value }: CompletionOption): string[] => [
  `-l ${long.slice(2)}`,
  ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
  ...(value === 'none'
    ? []
    : value === 'file'
      ? ['-r -F']
      : value === 'text'
        ? ['-x']
        : [`-x -a ${quoted(value.join(' '))}`]),
  `-d ${quoted(description)}`,
]

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
