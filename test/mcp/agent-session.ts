import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'

/** What a tool answered an agent. */
export interface ToolResult {
  readonly isError: boolean
  /** Everything that the agent reads. */
  readonly text: string
  /** What stands before the data. */
  readonly summary: string
  /** The JSON inside the untrusted block; undefined without one. */
  readonly data: unknown
}

/** A scripted agent. */
export interface AgentSession {
  readonly client: Client
  use(tool: string, input?: Record<string, unknown>): Promise<ToolResult>
  close(): Promise<void>
}

/** Connects an agent over any transport. */
export const agentSession = async (transport: Transport): Promise<AgentSession> => {
  const client = new Client({ name: 'scripted agent', version: '1.0.0' })
  await client.connect(transport)
  return {
    client,
    use: async (name, input = {}) => {
      const result = await client.callTool({ name, arguments: input })
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      const data = /<untrusted-data>\n([\s\S]*)\n<\/untrusted-data>$/.exec(text)?.[1]
      return {
        isError: result.isError === true,
        text,
        summary: text.split('\n\n')[0] ?? '',
        data: data === undefined ? undefined : JSON.parse(data),
      }
    },
    close: () => client.close(),
  }
}

/** Connects an agent to the tools of a server. */
export const httpSession = (url: string, headers: Record<string, string> = {}): Promise<AgentSession> =>
  agentSession(new StreamableHTTPClientTransport(new URL(`${url}/_playa/mcp`), { requestInit: { headers } }))
