import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../runtime/package-root.ts'
import { AGENT_DOCUMENTS, llmsDocument, skillDocument } from './agent-documents.ts'

/** Writes the two generated documents for agents. Run `npm run openapi` after a change of the tools. */
const root = packageRoot()
writeFileSync(join(root, AGENT_DOCUMENTS.skill), skillDocument())
writeFileSync(
  join(root, AGENT_DOCUMENTS.llms),
  llmsDocument((path) => existsSync(join(root, path))),
)
