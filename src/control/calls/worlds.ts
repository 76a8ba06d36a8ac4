import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import { Instant } from '../../lib/validation/instant-schema.ts'
import { administratorOf, agenciesInOrder } from '../../model/world/agency.ts'
import { recordCounts } from '../../model/world/record-counts.ts'
import { webhookTable } from '../../model/world/webhook.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import type { Scenario } from '../../sandbox/scenarios/schema/scenario-schema.ts'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import { WORLD_NAME, WORLD_NAME_RULE, type WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import type { StoredSummary } from '../../sandbox/stores/world-store.ts'
import { controlCall, RecordCounts } from '../call/call.ts'
import { jsonStream } from '../call/json-stream.ts'

const WorldName = z.string().regex(WORLD_NAME, `Expected ${WORLD_NAME_RULE}.`)

const NewWorld = z.strictObject({
  name: WorldName.optional().describe('Its name; default: w1, w2, ...'),
  scenario: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .optional()
    .describe('Name of a shipped scenario, or a scenario as an object; default: the server’s'),
  seed: z.int().optional().describe('Seed of people and texts; default: the scenario’s'),
  now: Instant.optional().describe('Instant at which the clock is frozen; default: the wall clock, running'),
  profile: z.record(z.string(), z.unknown()).optional().describe('Options by assumption id'),
  file: z
    .base64('Expected a world file in base64.')
    .optional()
    .describe(
      'A world file in base64; only `name` may accompany it. A world file is also accepted as the raw body',
    ),
})

const summaryMembers = {
  name: z.string(),
  base: z.string().describe('URL below which the described API of this world starts with /v3'),
  scenario: z.string(),
  seed: z.int(),
  now: z.string().describe("World's time"),
  running: z.boolean().describe('False: the clock is frozen'),
  counts: RecordCounts,
  lastUse: z.string().describe('Wall time of the last request to it'),
}

/** A world in a list of worlds. */
export const WorldSummaryView = z.object(summaryMembers).meta({ id: 'WorldSummary' })
export type WorldSummaryView = z.infer<typeof WorldSummaryView>

/** One world with its apps and agencies. */
export const WorldView = z
  .object({
    ...summaryMembers,
    apps: z.array(z.object({ name: z.string(), key: z.string(), secret: z.string() })),
    agencies: z
      .array(
        z.object({
          adminMail: z.string(),
          nombreComercial: z.string(),
          administrador: z.string().describe('E-mail of its administrator'),
          operadores: z.array(z.string()).describe('E-mails of its operators'),
        }),
      )
      .describe('In the order of the scenario'),
  })
  .meta({ id: 'World' })
export type WorldView = z.infer<typeof WorldView>

const summaryView = (
  { name, world, lastUseMs }: WorldHandle,
  simulator: Simulator,
  origin: string,
): WorldSummaryView => ({
  name,
  base: `${origin}/w/${name}`,
  scenario: world.setting.scenario,
  seed: world.setting.seed,
  now: scenarioTime(worldTimeMs(world.clock, simulator.wallMs())),
  running: world.clock.running,
  counts: recordCounts(world),
  lastUse: new Date(lastUseMs).toISOString(),
})

/** Summarizes all worlds; those that are only stored stay there. */
const allSummaries = (simulator: Simulator, origin: string): WorldSummaryView[] => {
  const { worlds } = simulator
  if (!worlds.stored) return worlds.all().map((handle) => summaryView(handle, simulator, origin))
  return worlds.stored.list().map((stored) => {
    const handle = worlds.isLoaded(stored.name) ? worlds.get(stored.name) : undefined
    return handle ? summaryView(handle, simulator, origin) : storedView(stored, simulator, origin)
  })
}

const storedView = (
  { name, scenario, seed, head }: StoredSummary,
  simulator: Simulator,
  origin: string,
): WorldSummaryView => ({
  name,
  base: `${origin}/w/${name}`,
  scenario,
  seed,
  now: scenarioTime(worldTimeMs(head.clock, simulator.wallMs())),
  running: head.clock.running,
  counts: head.counts,
  lastUse: new Date(head.lastUseMs).toISOString(),
})

const worldView = (handle: WorldHandle, simulator: Simulator, origin: string): WorldView => ({
  ...summaryView(handle, simulator, origin),
  apps: handle.world.setting.apps.map(({ name, key, secret }) => ({ name, key, secret })),
  agencies: agenciesInOrder(handle.world.agencies).map((agency) => ({
    adminMail: agency.adminMail,
    nombreComercial: agency.NombreComercial,
    administrador: administratorOf(agency).Email,
    operadores: agency.operators.map((operator) => operator.Email),
  })),
})

/**
 * Refuses names that no shipped scenario has; paths are for the command line, whose user may read those files
 * anyway.
 */
const requireShipped = async (name: string): Promise<void> => {
  const names = (await import('../../sandbox/scenarios/reading/scenario-file.ts')).scenarioNames()
  if (names.includes(name)) return
  const hint = suggestionSentence(closestWords(name, names, 1))
  const expected = `Expected one of ${names.join(', ')}, or a scenario as an object.${hint}`
  throw new ControlError(400, `There is no scenario ${name}. ${expected}`, { scenario: [expected] })
}

const TAKEN = 'A world of that name exists already.'
const LIMIT = 'The limit on worlds is reached.'

const list = controlCall({
  method: 'GET',
  path: '/worlds',
  summary: 'List all worlds',
  status: 200,
  answer: z.array(WorldSummaryView),
  cli: [{ verb: 'world list', example: 'playa world list --json' }],
  task: { name: 'list_worlds' },
  handle: ({ simulator, origin }) => ({
    json: allSummaries(simulator, origin),
  }),
})

const create = controlCall({
  method: 'POST',
  path: '/worlds',
  summary: 'Create a world from a scenario',
  body: NewWorld,
  status: 201,
  answer: WorldView,
  errors: { 409: TAKEN, 503: LIMIT },
  cli: [
    {
      verb: 'world new',
      example: 'playa world new shop-1 --scenario empty --now 2026-03-01T12:00:00-03:00',
      words: { name: '[name]' },
      omit: ['file'],
      flags: { scenario: 'scenario <name|file>', now: 'now <instant>', profile: 'profile <file>' },
    },
  ],
  task: {
    name: 'make_world',
    advice: 'Give each task or test its own world, and `now` to freeze its clock. Clients call it at `base`.',
  },
  handle: async ({ simulator, origin, body }) => {
    if (typeof body.scenario === 'string') await requireShipped(body.scenario)
    const handle =
      body.file !== undefined
        ? await openSaved(simulator, body)
        : await simulator.makeWorld({
            ...(body.name !== undefined && { name: body.name }),
            ...(body.scenario !== undefined && { scenario: body.scenario }),
            ...(body.seed !== undefined && { seed: body.seed }),
            ...(body.now !== undefined && { nowMs: Date.parse(body.now) }),
            ...(body.profile !== undefined && { profile: body.profile }),
          })
    await simulator.worlds.stored?.committed(handle)
    return {
      json: worldView(handle, simulator, origin),
      headers: { Location: `/_playa/worlds/${handle.name}` },
    }
  },
})

/** Opens the world of a file, which says everything but its name. */
const openSaved = async (
  simulator: Simulator,
  { file = '', name, ...others }: z.output<typeof NewWorld>,
): Promise<WorldHandle> => {
  const [also] = Object.keys(others)
  if (also !== undefined)
    throw new ControlError(400, `Not valid: ${also}.`, {
      [also]: ['Expected no member except name with a file.'],
    })
  return simulator.addSavedWorld(await simulator.readSavedWorld(Buffer.from(file, 'base64')), name)
}

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}',
  summary: 'Show one world: its URL, its agencies and the keys of its apps',
  status: 200,
  answer: WorldView,
  cli: [{ verb: 'world show', example: 'playa world show default', words: { world: '<name>' } }],
  handle: ({ simulator, origin, world }) => ({ json: worldView(world, simulator, origin) }),
})

const remove = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}',
  summary: 'Delete a world; default cannot be deleted',
  description: 'Works for a stored world that is damaged, too.',
  status: 204,
  takesDamagedWorld: true,
  errors: { 409: 'The world `default` cannot be deleted.' },
  cli: [{ verb: 'world delete', example: 'playa world delete shop-1', words: { world: '<name>' } }],
  handle: ({ simulator, param }) => {
    simulator.delete(param('world'))
    return {}
  },
})

const reset = controlCall({
  method: 'POST',
  path: '/worlds/{world}/reset',
  summary: 'Reset a world to its exact initial state',
  description: 'Records, clock, seed, ids, journal, faults and deliveries; snapshots stay.',
  status: 200,
  answer: WorldView,
  cli: [{ verb: 'world reset', example: 'playa world reset shop-1', words: { world: '[name]' } }],
  task: { name: 'reset_world' },
  handle: async ({ simulator, world, origin, param }) => {
    await simulator.worlds.prepare(world, world.start)
    return { json: worldView(simulator.reset(param('world')), simulator, origin) }
  },
})

const fork = controlCall({
  method: 'POST',
  path: '/worlds/{world}/fork',
  summary: 'Create an independent copy of a world',
  body: z.strictObject({
    name: WorldName.optional().describe('Name of the copy; default: w1, w2, ...'),
    webhooks: z
      .boolean()
      .optional()
      .describe('False: the copy has no webhooks of apps, so that requests to it send no notifications'),
  }),
  status: 201,
  answer: WorldView,
  errors: { 409: TAKEN, 503: LIMIT },
  cli: [
    {
      verb: 'world fork',
      example: 'playa world fork shop-1 shop-2',
      words: { world: '<name>', name: '[copy]' },
      omit: ['webhooks'],
    },
  ],
  handle: async ({ simulator, origin, param, body }) => {
    const handle = simulator.worlds.fork(param('world'), body.name, simulator.wallMs())
    if (body.webhooks === false) handle.world = { ...handle.world, webhooks: webhookTable() }
    await simulator.worlds.stored?.committed(handle)
    return {
      json: worldView(handle, simulator, origin),
      headers: { Location: `/_playa/worlds/${handle.name}` },
    }
  },
})

const exportScenario = controlCall({
  method: 'GET',
  path: '/worlds/{world}/export',
  summary:
    'Export a world as a scenario file that recreates it; the file contains the secrets of apps and webhooks',
  query: z.strictObject({
    format: z.enum(['json', 'yaml'], 'Expected json or yaml.').optional().describe('json by default'),
  }),
  status: 200,
  answer: z.record(z.string(), z.unknown()).describe('A scenario as `POST /_playa/worlds` takes it'),
  otherTypes: ['application/yaml'],
  cli: [
    {
      verb: 'world export',
      example: 'playa world export shop-1 -o shop-1.yaml && playa world new shop-2 --scenario shop-1.yaml',
      words: { world: '<name>' },
    },
  ],
  errors: { 503: 'Too many exports at a time.' },
  isExport: true,
  handle: async ({ simulator, world, query: { format = 'json' } }) => {
    const { exportWorldInSlices } = await import('../../sandbox/scenarios/export-world.ts')
    const scenario = await exportWorldInSlices(world.world, simulator.nowOf(world))
    const headers = { 'Content-Disposition': `attachment; filename="${world.name}.${format}"` }
    if (format === 'json')
      return { raw: jsonStream(scenario), headers: { ...headers, 'Content-Type': 'application/json' } }
    const yamlHeaders = { ...headers, 'Content-Type': 'application/yaml' }
    // JSON is YAML in flow style; reading this many rows laid out as blocks would take seconds.
    if (recordedRows(scenario) > MAX_YAML_ROWS) return { raw: jsonStream(scenario), headers: yamlHeaders }
    const { scenarioYaml } = await import('../../sandbox/scenarios/yaml-writer.ts')
    return { raw: scenarioYaml(scenario), headers: yamlHeaders }
  },
})

const save = controlCall({
  method: 'GET',
  path: '/worlds/{world}/file',
  summary: 'Save a world with its journal as one file, which playa serve FILE opens',
  description:
    'Records, clock, profile, faults, deliveries, snapshots and journal. Configured secrets are redacted.',
  query: z.strictObject({
    secrets: z
      .enum(['redacted', 'included'], 'Expected redacted or included.')
      .optional()
      .describe('redacted by default'),
  }),
  status: 200,
  answer: z.string().describe('JSON compressed with gzip'),
  answerType: 'application/gzip',
  errors: { 409: 'The world was not made from a scenario.', 503: 'Too many exports at a time.' },
  cli: [
    {
      verb: 'world save',
      example: 'playa world save default -o bug.playa && playa serve bug.playa',
      words: { world: '<name>' },
      omit: ['secrets'],
    },
  ],
  isExport: true,
  handle: async ({ simulator, world, query: { secrets } }) => ({
    raw: await simulator.worldFile(world, secrets === 'included'),
    headers: {
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${world.name}.playa"`,
    },
  }),
})

const MAX_YAML_ROWS = 500

const recordedRows = ({ records }: Scenario): number =>
  records ? records.publications.length + records.inquiries.length + records.visits.length : 0

export const worldCalls = { list, create, read, delete: remove, reset, fork, export: exportScenario, save }
