import { learnedAssumptions, profileYaml } from '../kit/learning/learned-profile.ts'
import { InvalidOptionsError } from '../kit/target/invalid-options-error.ts'
import { conclusion } from '../kit/reports/sections.ts'
import { type Command, textOption } from './command.ts'
import { CONTRACT_HELP, CONTRACT_OPTIONS, checkOptions, contractSettings } from './contract-options.ts'
import { contractRun, told } from './contract-run.ts'
import { written } from './output-file.ts'

/** Exit codes of a run that learned whatever could be learned, even from a service that does not conform. */
const LEARNED: readonly number[] = [0, 1, 5]

export const learn: Command = {
  name: 'learn',
  summary: 'Learn from a running service what the description leaves open, as a profile that playa serve takes.',
  usage: 'learn URL --agency ADMINMAIL [-o FILE] [options]',
  example:
    'playa learn https://staging.example --agency ventas@lospinos.example -o staging.yaml && playa serve --profile staging.yaml',
  words: Number.POSITIVE_INFINITY,
  options: { ...CONTRACT_OPTIONS, output: { type: 'string', short: 'o' } },
  help: { ...CONTRACT_HELP, output: 'file to write, also -o (default standard output)' },
  run: told(async (args) => {
    const settings = contractSettings(args)
    const { waivers: _, ...options } = await checkOptions({ ...settings, waivers: undefined, profile: undefined })
    const output = textOption(args, 'output')
    if (output !== undefined) written(output, '', unwritable)
    const report = await contractRun(settings, options)
    if (!LEARNED.includes(report.exitCode)) {
      console.error(conclusion(report))
      return report.exitCode
    }
    const learned = learnedAssumptions(report)
    const yaml = profileYaml(learned, report)
    if (output === undefined) process.stdout.write(yaml)
    else written(output, yaml, unwritable)
    const known = learned.filter(({ option }) => option !== undefined).length
    console.error(
      `Learned ${known} of ${learned.length} answers${output === undefined ? '' : `: playa serve --profile ${output}`}.`,
    )
    if (report.left.length > 0) console.error(`Left behind, to be archived by hand: ${report.left.join(', ')}`)
    return 0
  }),
}

const unwritable = (sentence: string): InvalidOptionsError => new InvalidOptionsError(`-o ${sentence}`)
