import { closestWords } from '../text/did-you-mean.ts'
import { listScenarios } from '../scenarios/scenario-file.ts'
import { type Command, UsageError } from './command.ts'

export const scenarios: Command = {
  name: 'scenarios',
  summary: 'List the scenarios that a world can start as.',
  usage: 'scenarios [NAME] [--json]',
  example: 'playa scenarios demo',
  words: 1,
  options: { json: { type: 'boolean' } },
  help: { json: 'as JSON' },
  run: (args) => {
    const [name] = args.positionals
    const wanted = listScenarios().filter((scenario) => name === undefined || scenario.name === name)
    if (wanted.length === 0) {
      const names = listScenarios().map((one) => one.name)
      const [near] = closestWords(name ?? '', names, 1)
      throw new UsageError(
        `There is no scenario ${name}. There are ${names.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`,
      )
    }
    if (args.values['json']) console.log(JSON.stringify(wanted, null, 2))
    else
      for (const one of wanted)
        console.log(
          `${one.name.padEnd(20)} ${one.title}${name === undefined ? '' : `\n\n${one.story}\n\n${JSON.stringify(one.counts)}`}`,
        )
    return 0
  },
}
