import type { Command } from 'commander'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import { listScenarios } from '../../sandbox/scenarios/listed-scenarios.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import type { JsonOption } from '../support/option-values.ts'
import { countsText } from '../support/terminal-text.ts'

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
