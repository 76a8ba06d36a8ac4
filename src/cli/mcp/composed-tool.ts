import type * as z from 'zod'
import type { AgentTool, AgentToolResult, ToolEffect, ToolHost } from './agent-tool.ts'
import { readToolInput, toolSchemaOf } from './input-schema.ts'

/** A tool of several calls, with the schema that its input is read by. */
interface ComposedTool<Input extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly input: Input
  readonly effect: ToolEffect
  run(host: ToolHost, input: z.output<Input>): Promise<AgentToolResult>
}

/** Declares a tool of several calls; `run` gets what the schema reads. */
export const composedTool = <Input extends z.ZodType>(tool: ComposedTool<Input>): AgentTool => ({
  name: tool.name,
  description: tool.description,
  inputSchema: toolSchemaOf(tool.input),
  effect: tool.effect,
  run: (host, input) => tool.run(host, readToolInput<z.output<Input>>(tool.input, input)),
})

/** Returns the world that an input names, or the one that the tools were started for. */
export const worldOf = ({ connection }: ToolHost, world: string | undefined): string =>
  world ?? connection.world ?? 'default'
