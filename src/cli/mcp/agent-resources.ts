import { assumptions } from '../../api/assumptions/profile.ts'
import { statements } from '../../api/statements/statements.ts'
import { openapiJson } from '../../server/openapi/generated-document.ts'
import type { ToolHost } from './agent-tool.ts'
import { clientOf } from './api-request.ts'
import { worldOf } from './composed-tool.ts'
import { untrustedData } from './untrusted-data.ts'
import { secretsFor } from './world-secrets.ts'

/** A document that agents read. */
export interface AgentResource {
  readonly name: string
  readonly uri: string
  readonly description: string
  readonly mimeType: string
  read(host: ToolHost): Promise<string> | string
}

/** The journal shows this many of the newest exchanges. */
const JOURNAL_ROWS = 100

/** Every resource: the first three are this package's own words, the journal holds texts of requests. */
export const agentResources: readonly AgentResource[] = [
  {
    name: 'statements',
    uri: 'playa://statements',
    description: 'What the description of the API requires of a service, numbered',
    mimeType: 'application/json',
    read: () => JSON.stringify(statements, null, 1),
  },
  {
    name: 'assumptions',
    uri: 'playa://assumptions',
    description: 'What the description leaves open: questions, options and the default of the sandbox',
    mimeType: 'application/json',
    read: () => JSON.stringify(assumptions, null, 1),
  },
  {
    name: 'openapi',
    uri: 'playa://openapi',
    description: 'The OpenAPI 3.1 document of the described API',
    mimeType: 'application/json',
    read: () => openapiJson(),
  },
  {
    name: 'journal',
    uri: 'playa://journal',
    description: `The newest ${JOURNAL_ROWS} exchanges of the world that the tools were started for`,
    mimeType: 'text/plain',
    read: async (host) => {
      const world = worldOf(host, undefined)
      const rows = await clientOf(host, world).journal.list({ limit: JOURNAL_ROWS })
      return untrustedData(rows, await secretsFor(host, world))
    },
  },
]
