import { type CompletionNode, type CompletionOption, withDescendants } from './completion-tree.ts'

/** Writes the completion for bash: words by the command and verb before them, values by the option. */
export const bashCompletion = (program: CompletionNode): string => {
  const nodes = withDescendants(program)
  return `# Completes playa in bash. Load it with: source <(playa completion bash)
_playa() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} verb='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$verb \${COMP_WORDS[i]}" in
      ${nodes
        .filter(({ path }) => path !== '')
        .map(({ path }) => `'${path.includes(' ') ? path : ` ${path}`}'`)
        .join('|')}) verb="\${verb:+$verb }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$verb $prev" in
${valueCases(nodes).join('\n')}
  esac
  case "$verb" in
${nodes.map(wordCase).join('\n')}
  esac
}
complete -F _playa playa
`
}

const COMPLETE = 'COMPREPLY=($(compgen'

/** Writes one case for each way to complete a value, with all options that take it. */
const valueCases = (nodes: readonly CompletionNode[]): string[] => {
  const byReply = new Map<string, string[]>()
  for (const { path, options } of nodes)
    for (const option of options) {
      const reply = replyFor(option)
      if (reply === undefined) continue
      const names = [option.long, ...(option.short === undefined ? [] : [option.short])]
      const known = byReply.get(reply) ?? []
      byReply.set(reply, [...known, ...names.map((name) => `'${path} ${name}'`)])
    }
  return Array.from(byReply, ([reply, names]) => `    ${names.join('|')}) ${reply}; return ;;`)
}

const replyFor = ({ value }: CompletionOption): string | undefined => {
  if (value === 'none') return undefined
  if (value === 'text') return 'COMPREPLY=()'
  return value === 'file' ? `${COMPLETE} -f -- "$cur"))` : `${COMPLETE} -W '${value.join(' ')}' -- "$cur"))`
}

const wordCase = ({ path, verbs, options, words }: CompletionNode): string => {
  const all = [...verbs.map(({ name }) => name), ...words, ...options.map(({ long }) => long)]
  return `    '${path}') ${COMPLETE} -W '${all.join(' ')}' -- "$cur")) ;;`
}
