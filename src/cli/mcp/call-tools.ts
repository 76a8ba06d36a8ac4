import { sendCall } from '../../control/client.ts'
import { controlCalls, type NamedControlCall } from '../../control/table.ts'
import type { AgentTool, ToolEffect } from './agent-tool.ts'
import { callInputSchema } from './input-schema.ts'

const EFFECTS: Readonly<Record<NamedControlCall['method'], ToolEffect>> = {
  GET: 'reads',
  POST: 'adds',
  PUT: 'replaces',
  DELETE: 'replaces',
}

/** Tools that make one call of the control API, in the order of its table. */
export const callTools: readonly AgentTool[] = controlCalls.flatMap((call) => toolOf(call))

function toolOf(call: NamedControlCall): AgentTool[] {
  const { task, summary, description = '', status } = call
  if (!task) return []
  const sentences = [`${summary}.`, description, task.advice ?? ''].filter((text) => text !== '')
  // A count changes nothing, although its criteria are sent as a body; a reset drops what was there.
  const effect = call.id === 'journal.count' ? 'reads' : call.id === 'worlds.reset' ? 'replaces' : undefined
  return [
    {
      name: task.name,
      description: sentences.join(' '),
      inputSchema: callInputSchema(call),
      effect: effect ?? EFFECTS[call.method],
      run: async ({ connection }, input) => {
        const response = await sendCall(connection, call, input)
        const data: unknown = status === 204 ? {} : await response.json()
        const count = Array.isArray(data) ? ` ${data.length} listed.` : ''
        return { summary: `${task.name}: done.${count}`, data }
      },
    },
  ]
}
