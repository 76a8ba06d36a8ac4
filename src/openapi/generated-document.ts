import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot, runsBuilt } from '../fixtures/package-root.ts'
import { documentJson, documentYaml } from './document-text.ts'

// The package holds the document once, without white space.
const FILE = join(packageRoot(), runsBuilt() ? 'dist' : 'contracts', 'openapi.json')

/** Reads the generated and committed document; a test compares it with a new one. */
const readDocument = (): unknown => JSON.parse(readFileSync(FILE, 'utf8'))

/** Returns the generated OpenAPI document as JSON. */
export const openapiJson = (): string => documentJson(readDocument())

/** Returns the generated OpenAPI document as YAML. */
export const openapiYaml = (): string => documentYaml(readDocument())
