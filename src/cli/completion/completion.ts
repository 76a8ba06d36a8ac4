import { Argument, type Command } from 'commander'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import { bashCompletion } from './bash.ts'
import { type CompletionNode, completionTree } from './completion-tree.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const SHELLS: Readonly<Record<string, (program: CompletionNode) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}
const NAMES = Object.keys(SHELLS).join(', ')

/** A command of the overview; see `command-table.ts`, which imports this file. */
interface LoadableCommand {
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** `playa completion`: prints what completes these commands. */
export const completionCommand = (entries: readonly LoadableCommand[]): Command => {
  const command = createCommand('completion')
    .description('Print the completion script for a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)).argParser((text) => text))
    .addHelpText(
      'after',
      `
For each new shell, add to its start file:
  ~/.bashrc                    source <(playa completion bash)
  ~/.zshrc, after compinit     source <(playa completion zsh)
  ~/.config/fish/config.fish   playa completion fish | source`,
    )
  withExample(command, 'playa completion bash > ~/.local/share/bash-completion/completions/playa')
  return onRun(command, async () => {
    const [shell = ''] = command.args
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
    if (!script) throw new UsageError(`completion takes one of ${NAMES}, not ${JSON.stringify(shell)}.`)
    process.stdout.write(script(await completionOfProgram(entries)))
    return 0
  })
}

const completionOfProgram = async (entries: readonly LoadableCommand[]): Promise<CompletionNode> => {
  const program = createCommand('playa')
    .option('-v, --version', 'print the version')
    .enablePositionalOptions()
  for (const entry of entries) program.addCommand((await entry.load()).summary(entry.summary))
  const names = entries.map(({ name }) => name)
  const help = createCommand('help')
    .summary('Show the options of a command')
    .addArgument(new Argument('[command]').choices(names))
  return completionTree(program.addCommand(help))
}
