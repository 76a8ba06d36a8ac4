import type { ControlConnection } from '../../control/client.ts'

/** The target of an agent's tools, and their rights. */
export interface ToolHost {
  /** The server, and the world of calls that name none. */
  readonly connection: ControlConnection
  /** Version of this package, which the server of the tools announces. */
  readonly version: string
  /** True: `run_check` may also check other services on this machine. */
  readonly checksOthers: boolean
}

/** The result of a tool. */
export interface AgentToolResult {
  /** Our own words: nothing in it was chosen by the author of a request. */
  readonly summary: string
  /** JSON that may hold texts of requests; shown as untrusted, redacted and bounded. */
  readonly data: unknown
}

/** Effect of a tool on worlds: `fork` changes only a copy that is deleted again. */
export type ToolEffect = 'reads' | 'fork' | 'adds' | 'replaces'

/** One tool of coding agents. */
export interface AgentTool {
  /** A verb and a noun, `explain_refusal`. */
  readonly name: string
  readonly description: string
  /** JSON Schema of the input, an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly effect: ToolEffect
  /** Rejects with an error whose message says what was expected, what came and what to do. */
  run(host: ToolHost, input: Readonly<Record<string, unknown>>): Promise<AgentToolResult>
}
