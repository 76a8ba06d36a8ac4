import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../fixtures/package-root.ts'

/** Reads a generated and committed file; a test compares it with a new one. */
const readGenerated = (name: string): string => readFileSync(join(packageRoot(), 'contracts', name), 'utf8')

/** Returns the generated OpenAPI document as JSON. */
export const openapiJson = (): string => readGenerated('openapi.json')

/** Returns the generated OpenAPI document as YAML. */
export const openapiYaml = (): string => readGenerated('openapi.yaml')
