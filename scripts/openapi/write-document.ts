import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { documentJson, documentYaml } from '../../src/server/openapi/generated-document.ts'
import { openapiDocument } from './document.ts'

/** Writes the two generated files. Run `npm run openapi` after a change of the API. */
const folder = join(packageRoot(), 'contracts')
const document = openapiDocument()
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'openapi.json'), documentJson(document))
writeFileSync(join(folder, 'openapi.yaml'), documentYaml(document))
