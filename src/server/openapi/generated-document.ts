import { stringify } from 'yaml'
import { readBuiltText, readPackageText } from '../../lib/runtime/package-files.ts'
import { isPlainObject } from '../../lib/text/known-options.ts'
import { inSlices } from '../../sandbox/scenarios/in-slices.ts'
import { asOpenapi30, forClients, withServer } from './document-variants.ts'

/** Which document is read; absent members: as it was generated. */
export interface DocumentVariant {
  /** URL of the only server, e.g. `/w/demo`. */
  readonly server?: string
  /** One JSON media type for each body and response. */
  readonly client?: boolean
  /** OpenAPI 3.0.3 in place of 3.1. */
  readonly is30?: boolean
}

/**
 * Reads the generated and committed document; a test compares it with a new one. The package holds it packed.
 */
const readDocument = ({ server, client = false, is30 = false }: DocumentVariant = {}) => {
  const generated = JSON.parse(readBuiltText('openapi.json') ?? readPackageText('contracts/openapi.json'))
  const served = server === undefined ? generated : withServer(generated, server)
  const offered = client ? forClients(served) : served
  return is30 ? asOpenapi30(offered) : offered
}

/** Returns the OpenAPI document as JSON. */
export const openapiJson = (variant?: DocumentVariant): string => documentJson(readDocument(variant))

/** Returns the OpenAPI document as YAML, written in slices. */
export const openapiYaml = (variant?: DocumentVariant): Promise<string> =>
  inSlices(
    (function* () {
      let yaml = ''
      for (const piece of yamlPieces(readDocument(variant))) {
        yaml += piece
        yield
      }
      return yaml
    })(),
  )

/** Formats the document as `contracts/openapi.json`. */
export const documentJson = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** Formats the document as `contracts/openapi.yaml`. */
export const documentYaml = (document: object): string => [...yamlPieces(document)].join('')

/** Formats the document as pieces of YAML, one for each call and schema: all at once takes 100 ms. */
export function* yamlPieces(members: object, depth = 2): Generator<string> {
  for (const [name, member] of Object.entries(members)) {
    if (depth > 0 && isPlainObject(member) && Object.keys(member).length > 0) {
      yield `${yamlOf({ [name]: 0 }).slice(0, -' 0\n'.length)}\n`
      for (const piece of yamlPieces(member, depth - 1)) yield piece.replaceAll(/^(?=.)/gm, '  ')
    } else yield yamlOf({ [name]: member })
  }
}

const yamlOf = (value: object): string => stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 })
