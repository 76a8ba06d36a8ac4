import { openapiJson, openapiYaml } from '../openapi/generated-document.ts'
import { type Command, textOption, UsageError } from './command.ts'

export const openapi: Command = {
  name: 'openapi',
  summary: 'Print the OpenAPI 3.1 document of the described API.',
  usage: 'openapi [--format json|yaml]',
  example: 'playa openapi --format yaml > openapi.yaml',
  options: { format: { type: 'string' } },
  help: { format: 'json (default) or yaml' },
  run: (args) => {
    const format = textOption(args, 'format') ?? 'json'
    if (format !== 'json' && format !== 'yaml')
      throw new UsageError(`--format takes json or yaml, not ${JSON.stringify(format)}.`)
    process.stdout.write(format === 'json' ? openapiJson() : openapiYaml())
    return 0
  },
}
