import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../fixtures/package-root.ts'

/** The OpenAPI document as it was generated and committed; a test holds it fresh. */
const readGenerated = (name: string): string => readFileSync(join(packageRoot(), 'contracts', name), 'utf8')

export const openapiJson = (): string => readGenerated('openapi.json')
export const openapiYaml = (): string => readGenerated('openapi.yaml')
