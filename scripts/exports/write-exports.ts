import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { exportedDocuments } from './exported-documents.ts'

/** Writes the documents that other tools read. Run `npm run openapi` after a change of the API. */
for (const [path, text] of exportedDocuments()) {
  const file = join(packageRoot(), path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
