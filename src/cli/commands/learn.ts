import type { Command } from 'commander'
import { learnedAssumptions, profileYaml } from '../../kit/learning/learned-profile.ts'
import { conclusion } from '../../kit/reports/sections.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
import { createCommand, onRun, withExample } from '../create-command.ts'
import { writeOutput } from '../output-file.ts'
import {
  type ContractOptions,
  checkOptions,
  contractSettings,
  withContractOptions,
} from './contract-options.ts'
import { contractRun, withUsageErrors } from './contract-run.ts'

/** Exit codes of a run that learned, even from a service that does not conform. */
const LEARNED: readonly number[] = [0, 1, 5]

interface LearnOptions extends ContractOptions {
  readonly output?: string
}

/** `playa learn`: writes the profile of a service. */
export const learnCommand = (): Command => {
  const command = createCommand('learn')
    .description('Learn a profile from a running service: its answers to what the description leaves open.')
    .usage('<url> --agency <email> [-o <file>] [options]')
    .argument('[words...]', 'URL of the service')
  withContractOptions(command).option('-o, --output <file>', 'file to write (default standard output)')
  withExample(
    command,
    'playa learn https://staging.example --agency ventas@lospinos.example -o staging.yaml' +
      ' && playa serve --profile staging.yaml',
  )
  return onRun(
    command,
    withUsageErrors(() => learn(command.args, command.opts<LearnOptions>())),
  )
}

const learn = async (
  words: readonly string[],
  { output, ...commandOptions }: LearnOptions,
): Promise<number> => {
  const settings = contractSettings(words, commandOptions)
  const { waivers: _, ...options } = await checkOptions({
    ...settings,
    waivers: undefined,
    profile: undefined,
  })
  if (output !== undefined) writeOutput(output, '', unwritable)
  const report = await contractRun(settings, options)
  if (!LEARNED.includes(report.exitCode)) {
    console.error(conclusion(report))
    return report.exitCode
  }
  const learned = learnedAssumptions(report)
  const yaml = profileYaml(learned, report)
  if (output === undefined) process.stdout.write(yaml)
  else writeOutput(output, yaml, unwritable)
  const known = learned.filter(({ option }) => option !== undefined).length
  console.error(
    `Learned ${known} of ${learned.length} answers${output === undefined ? '' : `: playa serve --profile ${output}`}.`,
  )
  if (report.left.length > 0)
    console.error(`Left behind, to be archived or put back by hand: ${report.left.join(', ')}`)
  return 0
}

const unwritable = (sentence: string): InvalidOptionsError => new InvalidOptionsError(`-o ${sentence}`)
