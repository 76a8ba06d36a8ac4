import * as z from 'zod'
import { serverLimits } from '../../api/wire/limits.ts'
import { controlCall } from '../call/call.ts'

// Object.fromEntries forgets the names, which are those of the table.
const limitMembers = Object.fromEntries(
  Object.entries(serverLimits).map(([name, { means }]) => [name, z.int().describe(means)]),
) as Record<keyof typeof serverLimits, z.ZodInt>

const ServerView = z
  .object({
    name: z.literal('playa'),
    version: z.string(),
    uptimeS: z.int().describe('Seconds since the server started'),
    worlds: z.int().describe('How many there are'),
    scenarios: z.array(z.string()).describe('Names of the shipped scenarios'),
    limits: z.object({
      ...limitMembers,
      worldsIdleS: z.number().describe('Seconds after which an unused world is deleted; `default` stays'),
    }),
  })
  .meta({ id: 'Server' })

const read = controlCall({
  method: 'GET',
  path: '',
  summary: 'Version, uptime, worlds, scenarios and limits of the server',
  status: 200,
  answer: ServerView,
  handle: async ({ simulator }) => {
    const { scenarioNames } = await import('../../sandbox/scenarios/reading/scenario-file.ts')
    return {
      json: {
        name: 'playa',
        version: simulator.version,
        uptimeS: Math.floor((simulator.wallMs() - simulator.startedMs) / 1_000),
        worlds: simulator.worlds.size,
        scenarios: scenarioNames(),
        limits: simulator.limits,
      },
    }
  },
})

const ScenarioSummaryView = z
  .object({
    name: z.string(),
    title: z.string(),
    story: z.string().describe('What its author says of it'),
    counts: z.object({ agencies: z.int(), publications: z.int(), inquiries: z.int() }),
  })
  .meta({ id: 'ScenarioSummary' })

const listScenarios = controlCall({
  method: 'GET',
  path: '/scenarios',
  summary: 'Scenarios that a world can start from',
  status: 200,
  answer: z.array(ScenarioSummaryView),
  handle: async () => ({
    json: (await import('../../sandbox/scenarios/listed-scenarios.ts')).listScenarios(),
  }),
})

export const serverCalls = { read }
export const scenarioCalls = { list: listScenarios }
