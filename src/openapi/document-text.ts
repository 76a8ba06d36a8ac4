import { stringify } from 'yaml'

/** Formats the document as `contracts/openapi.json`. */
export const documentJson = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** Formats the document as `contracts/openapi.yaml`. */
export const documentYaml = (document: unknown): string =>
  stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
