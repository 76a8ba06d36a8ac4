import { readBuiltText, readPackageText } from '../runtime/package-files.ts'
import { documentJson, documentYaml } from './document-text.ts'

/** Reads the generated and committed document; a test compares it with a new one. The package holds it packed. */
const readDocument = (): unknown =>
  JSON.parse(readBuiltText('openapi.json') ?? readPackageText('contracts/openapi.json'))

/** Returns the generated OpenAPI document as JSON. */
export const openapiJson = (): string => documentJson(readDocument())

/** Returns the generated OpenAPI document as YAML. */
export const openapiYaml = (): string => documentYaml(readDocument())
