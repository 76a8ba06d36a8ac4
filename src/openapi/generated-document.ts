import { readBuiltText, readPackageText } from '../runtime/package-files.ts'
import { inSlices } from '../scenarios/in-slices.ts'
import { documentJson, yamlPieces } from './document-text.ts'

/**
 * Reads the generated and committed document; a test compares it with a new one. The package holds it packed.
 */
const readDocument = (): object =>
  JSON.parse(readBuiltText('openapi.json') ?? readPackageText('contracts/openapi.json'))

/** Returns the generated OpenAPI document as JSON. */
export const openapiJson = (): string => documentJson(readDocument())

/** Returns the generated OpenAPI document as YAML, written in slices. */
export const openapiYaml = (): Promise<string> =>
  inSlices(
    (function* () {
      let yaml = ''
      for (const piece of yamlPieces(readDocument())) {
        yaml += piece
        yield
      }
      return yaml
    })(),
  )
