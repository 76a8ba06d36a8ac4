import { nextTurn } from '../runtime/next-turn.ts'
import { packageVersion } from '../runtime/package-version.ts'
import type { AppOptions } from '../server/app.ts'

/** Loads the tools of coding agents of a server, with the first request for them. */
export const agentEndpoint: NonNullable<AppOptions['agentTools']> = async (sandbox) => {
  // It takes as long to evaluate as the tools do.
  await import('@modelcontextprotocol/server')
  await nextTurn()
  const { mcpEndpoint } = await import('../mcp/http-endpoint.ts')
  return mcpEndpoint(sandbox, packageVersion())
}
