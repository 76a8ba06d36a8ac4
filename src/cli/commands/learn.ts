import type { Command } from 'commander'
import { profileYaml } from '../../checks/learning/learned-profile.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { requireWritable, writeOutput } from '../support/output-file.ts'
import {
  agencyOptions,
  type ContractOptions,
  contractSettings,
  withContractOptions,
} from './contract-options.ts'
import { withUsageErrors } from './contract-run.ts'
import { learnedOptions, learningRun, printLeftBehind } from './learning-run.ts'

interface LearnOptions extends ContractOptions {
  readonly output?: string
}

/** `playa learn`: writes the profile of a service. */
export const learnCommand = (): Command => {
  const command = createCommand('learn')
    .description(
      'Learn a profile from a running service: its answers to the open questions of the description.',
    )
    .usage('<url> --agency <email> [-o <file>] [options]')
    .argument('[url...]', 'URL of the service')
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
  const { waivers: _, ...options } = await agencyOptions({
    ...settings,
    waivers: undefined,
    profile: undefined,
  })
  if (output !== undefined) requireWritable(output, unwritable)
  const run = await learningRun(settings, options)
  if (typeof run === 'number') return run
  const { report, learned } = run
  const yaml = profileYaml(learned, report)
  if (output === undefined) process.stdout.write(yaml)
  else writeOutput(output, yaml, unwritable)
  const known = Object.keys(learnedOptions(learned)).length
  console.error(
    `Learned ${known} of ${learned.length} options${output === undefined ? '' : `: playa serve --profile ${output}`}.`,
  )
  printLeftBehind(report)
  return 0
}

const unwritable = (sentence: string): InvalidOptionsError => new InvalidOptionsError(`-o ${sentence}`)
