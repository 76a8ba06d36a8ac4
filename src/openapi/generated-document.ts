import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot, runsBuilt } from '../fixtures/package-root.ts'
import { readPackedJson } from '../fixtures/packed-json.ts'
import { documentJson, documentYaml } from './document-text.ts'

/** Reads the generated and committed document; a test compares it with a new one. The package holds it packed. */
const readDocument = (): unknown =>
  runsBuilt()
    ? readPackedJson(join(packageRoot(), 'dist', 'openapi.json.br'))
    : JSON.parse(readFileSync(join(packageRoot(), 'contracts', 'openapi.json'), 'utf8'))

/** Returns the generated OpenAPI document as JSON. */
export const openapiJson = (): string => documentJson(readDocument())

/** Returns the generated OpenAPI document as YAML. */
export const openapiYaml = (): string => documentYaml(readDocument())
