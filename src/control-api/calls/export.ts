import * as z from 'zod'
import { type ControlCall, controlCall } from '../routes.ts'

const Format = z.enum(['json', 'yaml'], 'Expected json or yaml.')

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/export',
  summary: 'The world as a scenario file that makes it again; secrets of apps and webhooks are in it',
  query: z.strictObject({ format: Format.optional() }),
  status: 200,
  answer: z.record(z.string(), z.unknown()),
  handle: async ({ sandbox, param, query: { format = 'json' } }) => {
    const { exportWorld } = await import('../../scenarios/export-world.ts')
    const held = sandbox.worlds.require(param('world'))
    const scenario = exportWorld(held.world, sandbox.nowOf(held))
    const headers = { 'Content-Disposition': `attachment; filename="${held.name}.${format}"` }
    if (format === 'json') return { json: scenario, headers }
    const { yamlOf } = await import('../../scenarios/yaml-writer.ts')
    return { raw: yamlOf(scenario), headers: { ...headers, 'Content-Type': 'application/yaml' } }
  },
})

export const exportCalls: readonly ControlCall[] = [read]
