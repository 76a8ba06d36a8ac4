import { packageVersion } from '../../lib/runtime/package-version.ts'
import type { AppOptions } from '../../server/app.ts'

/** Loads the tools of coding agents of a server, with the first request for them. */
export const agentEndpoint: NonNullable<AppOptions['agentTools']> = async (sandbox) =>
  (await import('../mcp/http-endpoint.ts')).mcpEndpoint(sandbox, packageVersion())
