import type { Command } from 'commander'
import { openapiJson, openapiYaml } from '../../server/openapi/generated-document.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'

/** `playa openapi`. */
export const openapiCommand = (): Command => {
  const command = createCommand('openapi')
    .description('Print the OpenAPI 3.1 document of the described API.')
    .option('--format <json|yaml>', 'json (default) or yaml')
    .option('--client', 'for generators of clients: one JSON media type for each body and response')
    .option('--openapi <3.1|3.0>', 'version of OpenAPI: 3.1 (default) or 3.0, which has no webhooks')
  withExample(command, 'playa openapi --client > openapi.json')
  return onRun(command, () => printDocument(command.opts<PrintOptions>()))
}

interface PrintOptions {
  readonly format?: string
  readonly client?: boolean
  readonly openapi?: string
}

const printDocument = async ({ format = 'json', client, openapi = '3.1' }: PrintOptions): Promise<number> => {
  if (format !== 'json' && format !== 'yaml')
    throw new UsageError(`--format takes json or yaml, not ${JSON.stringify(format)}.`)
  if (openapi !== '3.1' && openapi !== '3.0')
    throw new UsageError(`--openapi takes 3.1 or 3.0, not ${JSON.stringify(openapi)}.`)
  const variant = { client: client === true, is30: openapi === '3.0' }
  process.stdout.write(format === 'json' ? openapiJson(variant) : await openapiYaml(variant))
  return 0
}
