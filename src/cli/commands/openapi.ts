import type { Command } from 'commander'
import { openapiJson, openapiYaml } from '../../openapi/generated-document.ts'
import { createCommand, onRun, withExample } from '../create-command.ts'
import { UsageError } from '../errors.ts'

/** `playa openapi`. */
export const openapiCommand = (): Command => {
  const command = createCommand('openapi')
    .description('Print the OpenAPI 3.1 document of the described API.')
    .option('--format <json|yaml>', 'json (default) or yaml')
  withExample(command, 'playa openapi --format yaml > openapi.yaml')
  return onRun(command, () => printDocument(command.opts<{ format?: string }>().format))
}

const printDocument = async (format = 'json'): Promise<number> => {
  if (format !== 'json' && format !== 'yaml')
    throw new UsageError(`--format takes json or yaml, not ${JSON.stringify(format)}.`)
  process.stdout.write(format === 'json' ? openapiJson() : await openapiYaml())
  return 0
}
