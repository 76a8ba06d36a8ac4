import { type CallToolResult, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { ControlError } from '../../api/problems/control-error.ts'
import { furtherSentences, PlayaError } from '../../control/client-error.ts'
import { errorMessage } from '../../lib/unknown-values.ts'
import { agentResources } from './agent-resources.ts'
import type { AgentTool, ToolHost } from './agent-tool.ts'
import { agentTools, INSTRUCTIONS } from './agent-tools.ts'
import { CallTurns } from './call-turns.ts'
import { isObject } from './input-schema.ts'
import { untrustedData } from './untrusted-data.ts'
import { secretsFor } from './world-secrets.ts'

/**
 * Creates a server of the Model Context Protocol with all tools and resources. It keeps nothing between
 * calls.
 */
export const createMcpServer = (host: ToolHost, turns = new CallTurns()): McpServer => {
  const server = new McpServer({ name: 'playa', version: host.version }, { instructions: INSTRUCTIONS })
  for (const tool of agentTools)
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: describedSchema(tool),
        annotations: {
          readOnlyHint: tool.effect === 'reads',
          destructiveHint: tool.effect === 'replaces',
          openWorldHint: false,
        },
      },
      (input) => turns.run(() => callTool(host, tool, isObject(input) ? input : {})),
    )
  for (const { name, uri, description, mimeType, read } of agentResources)
    server.registerResource(name, uri, { description, mimeType }, () =>
      turns.run(async () => ({ contents: [{ uri, mimeType, text: await read(host) }] })),
    )
  return server
}

/**
 * Shows a tool's JSON Schema and lets every input pass: the tool itself refuses, in sentences, all at once.
 */
const describedSchema = ({ inputSchema }: AgentTool): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'playa',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ ...inputSchema }), output: () => ({ ...inputSchema }) },
  },
})

const callTool = async (
  host: ToolHost,
  tool: AgentTool,
  input: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> => {
  try {
    const { summary, data } = await tool.run(host, input)
    const secrets = await secretsFor(host, input['world'])
    return { content: [{ type: 'text', text: `${summary}\n\n${untrustedData(data, secrets)}` }] }
  } catch (error) {
    return { content: [{ type: 'text', text: refusalText(error) }], isError: true }
  }
}

/** Maximum number of characters of a refusal, which may repeat what was sent. */
const MAX_REFUSAL_CHARACTERS = 4_000

const refusalText = (error: unknown): string => {
  if (error instanceof PlayaError)
    return sentences(error.refusal.detail ?? error.message, furtherSentences(error.refusal))
  if (error instanceof ControlError) {
    const { message: detail, errors = {}, status } = error
    return sentences(detail, furtherSentences({ status, detail, errors }))
  }
  return sentences(errorMessage(error), [])
}

const sentences = (detail: string, further: readonly string[]): string =>
  [detail, ...further].join('\n').slice(0, MAX_REFUSAL_CHARACTERS)
