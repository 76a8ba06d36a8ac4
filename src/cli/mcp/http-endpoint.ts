import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMcpServer } from './mcp-server.ts'

type Handler = (request: Request) => Response | Promise<Response>

/**
 * Serves the tools over streamable HTTP. Calls go through `sandbox` with the token of the request that made
 * them. So the tools can do exactly what its sender can do with the control API.
 */
export const mcpEndpoint = (sandbox: Handler, version: string): Handler => {
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const token = /^Bearer\s+(\S+)$/i.exec(requestInfo?.headers.get('authorization') ?? '')?.[1]
      return createMcpServer({
        connection: { url: new URL(requestInfo?.url ?? '').origin, token, fetch: sandbox },
        version,
        checksOthers: false,
      })
    },
    // The tools never change, so no client waits for that.
    { maxSubscriptions: 0 },
  )
  return (request) => handler.fetch(acceptingBoth(request))
}

// Names both forms of a response for a client that takes any type, which the library of the protocol refuses.
const acceptingBoth = (request: Request): Request => {
  const accept = request.headers.get('accept')
  if (accept !== null && !/(?:^|,)\s*(?:\*|application)\/\*/.test(accept)) return request
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  const { url, method, body, signal } = request
  // The adapter's request is none of the runtime's own, whose constructor would refuse it.
  return new Request(url, { method, headers, signal, ...(body && { body, duplex: 'half' }) })
}
