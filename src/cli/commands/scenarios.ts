import type { Command } from 'commander'
import { listScenarios } from '../../scenarios/listed-scenarios.ts'
import { closestWords, suggestionSentence } from '../../text/did-you-mean.ts'
import { createCommand, onRun, withExample } from '../create-command.ts'
import { UsageError } from '../errors.ts'
import type { JsonOption } from '../option-values.ts'
import { countsText } from '../terminal-text.ts'

/** `playa scenarios`. */
export const scenariosCommand = (): Command => {
  const command = createCommand('scenarios')
    .description('List the scenarios that a world can start from, or show one.')
    .argument('[name]', 'name of a scenario')
    .option('--json', 'print JSON')
  withExample(command, 'playa scenarios demo')
  return onRun(command, () => printScenarios(command.args[0], command.opts<JsonOption>()))
}

const printScenarios = (name: string | undefined, { json }: JsonOption): number => {
  const wanted = listScenarios().filter((scenario) => name === undefined || scenario.name === name)
  if (wanted.length === 0) {
    const names = listScenarios().map((one) => one.name)
    const hint = suggestionSentence(closestWords(name ?? '', names, 1))
    throw new UsageError(`There is no scenario ${name}. There are ${names.join(', ')}.${hint}`)
  }
  if (json) console.log(JSON.stringify(wanted, null, 2))
  else
    for (const one of wanted)
      console.log(
        `${one.name.padEnd(20)} ${one.title}${name === undefined ? '' : `\n\n${one.story}\n\n${countsText(one.counts)}`}`,
      )
  return 0
}
