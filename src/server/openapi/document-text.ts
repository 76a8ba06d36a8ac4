import { stringify } from 'yaml'
import { isPlainObject } from '../../lib/text/known-options.ts'

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
