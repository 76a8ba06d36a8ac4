import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_DOCUMENTS, llmsDocument, skillDocument } from '../src/cli/mcp/agent-documents.ts'
import { packageRoot } from '../src/lib/runtime/package-root.ts'

/** Writes the two generated documents for agents. Run `npm run openapi` after a change of the tools. */
const root = packageRoot()
writeFileSync(join(root, AGENT_DOCUMENTS.skill), skillDocument())
writeFileSync(
  join(root, AGENT_DOCUMENTS.llms),
  llmsDocument((path) => existsSync(join(root, path))),
)
