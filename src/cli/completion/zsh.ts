import { shellQuoted } from '../../lib/text/shell-quote.ts'
import { type CompletionNode, withDescendants } from './completion-tree.ts'

/** Writes the completion for zsh, which shows a sentence next to each word. */
export const zshCompletion = (program: CompletionNode): string => {
  const nodes = withDescendants(program)
  return `#compdef playa
# Completes playa in zsh. Load it with: source <(playa completion zsh)
_playa() {
  local verb='' previous=$words[CURRENT-1] i
  local -a candidates
  for ((i = 2; i < CURRENT; i++)); do
    case "$verb $words[i]" in
      (${nodes
        .filter(({ path }) => path !== '')
        .map(({ path }) => shellQuoted(path.includes(' ') ? path : ` ${path}`))
        .join('|')}) verb="\${verb:+$verb }$words[i]" ;;
    esac
  done
  case "$verb $previous" in
${nodes.flatMap(valueCases).join('\n')}
  esac
  case "$verb" in
${nodes.map(wordCase).join('\n')}
  esac
  _describe playa candidates
}
compdef _playa playa
`
}

const valueCases = ({ path, options }: CompletionNode): string[] =>
  options.flatMap(({ long, short, value }) => {
    if (value === 'none') return []
    const names = [long, ...(short === undefined ? [] : [short])].map((name) =>
      shellQuoted(`${path} ${name}`),
    )
    const reply =
      value === 'file'
        ? '_files; '
        : value === 'text'
          ? ''
          : `compadd -- ${value.map(shellQuoted).join(' ')}; `
    return [`    (${names.join('|')}) ${reply}return ;;`]
  })

const wordCase = ({ path, verbs, options, words }: CompletionNode): string => {
  const all = [
    ...verbs.map(({ name, summary }) => `${name}:${summary}`),
    ...words,
    ...options.map(({ long, description }) => `${long}:${description}`),
  ]
  return `    (${shellQuoted(path)}) candidates=(${all.map(shellQuoted).join(' ')}) ;;`
}
