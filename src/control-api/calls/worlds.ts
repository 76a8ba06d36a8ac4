import * as z from 'zod'
import { choose, describe } from '../../assumptions/profile.ts'
import { administratorOf, agenciesInOrder } from '../../world/agency.ts'
import { timeOf } from '../../world/world.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { recordCounts, scenarioTime, Instant } from '../../scenarios/world-start.ts'
import { type WorldHandle, WORLD_NAME, WORLD_NAME_FORM } from '../../simulator/world-registry.ts'
import { type ControlCall, controlCall } from '../routes.ts'
import { ControlError, asControlErrors } from '../../problems/control-error.ts'

/** Server, scenarios and worlds. */

const name = z.string().regex(WORLD_NAME, `Expected ${WORLD_NAME_FORM}.`)
const choices = z.record(z.string(), z.unknown())

const NewWorld = z.strictObject({
  name: name.optional(),
  scenario: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  seed: z.int().optional(),
  now: Instant.optional(),
  profile: choices.optional(),
})

const told = (held: WorldHandle, sandbox: Simulator, origin: string) => {
  const { world } = held
  const { setting } = world
  return {
    name: held.name,
    base: `${origin}/w/${held.name}`,
    scenario: setting.scenario,
    seed: setting.seed,
    now: scenarioTime(timeOf(world.clock, sandbox.wallMs())),
    running: world.clock.running,
    apps: setting.apps,
    agencies: agenciesInOrder(world.agencies).map((agency) => ({
      adminMail: agency.adminMail,
      nombreComercial: agency.NombreComercial,
      administrador: administratorOf(agency).Email,
      operadores: agency.operators.map((operator) => operator.Email),
    })),
    counts: recordCounts(world),
    lastUse: new Date(held.lastUseMs).toISOString(),
  }
}

const info = controlCall({
  method: 'GET',
  path: '',
  summary: 'Version, uptime, worlds, scenarios, limits',
  status: 200,
  handle: async ({ sandbox }) => ({
    json: {
      name: 'playa',
      version: sandbox.version,
      uptimeS: Math.floor((sandbox.wallMs() - sandbox.startedMs) / 1_000),
      worlds: sandbox.worlds.size,
      scenarios: await shippedNames(),
      limits: sandbox.limits,
    },
  }),
})

const scenarios = controlCall({
  method: 'GET',
  path: '/scenarios',
  summary: 'Scenarios that a world can start as',
  status: 200,
  handle: async () => ({ json: (await import('../../scenarios/scenario-file.ts')).listScenarios() }),
})

const shippedNames = async (): Promise<readonly string[]> => (await import('../../scenarios/scenario-file.ts')).scenarioNames()

/** A call names a shipped scenario or brings one along; paths are for the command line, whose user may read the files anyway. */
const needShipped = async (asked: string): Promise<void> => {
  const names = await shippedNames()
  if (names.includes(asked)) return
  const expected = `Expected one of ${names.join(', ')}, or a scenario as an object.`
  throw new ControlError(400, `There is no scenario ${asked}. ${expected}`, { scenario: [expected] })
}

const list = controlCall({
  method: 'GET',
  path: '/worlds',
  summary: 'All worlds',
  status: 200,
  handle: ({ sandbox, origin }) => ({
    json: sandbox.worlds.all().map((held) => {
      const { apps: _, agencies: __, ...short } = told(held, sandbox, origin)
      return short
    }),
  }),
})

const create = controlCall({
  method: 'POST',
  path: '/worlds',
  summary: 'Make a world from a scenario',
  body: NewWorld,
  status: 201,
  handle: async ({ sandbox, origin, body }) => {
    if (typeof body.scenario === 'string') await needShipped(body.scenario)
    const held = await sandbox.makeWorld({
      ...(body.name !== undefined && { name: body.name }),
      ...(body.scenario !== undefined && { scenario: body.scenario }),
      ...(body.seed !== undefined && { seed: body.seed }),
      ...(body.now !== undefined && { nowMs: Date.parse(body.now) }),
      ...(body.profile !== undefined && { profile: body.profile }),
    })
    return { json: told(held, sandbox, origin), headers: { Location: `/_playa/worlds/${held.name}` } }
  },
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}',
  summary: 'One world',
  status: 200,
  handle: ({ sandbox, origin, param }) => ({ json: told(sandbox.worlds.require(param('world')), sandbox, origin) }),
})

const remove = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}',
  summary: 'Delete a world',
  status: 204,
  handle: ({ sandbox, param }) => {
    sandbox.delete(param('world'))
    return {}
  },
})

const reset = controlCall({
  method: 'POST',
  path: '/worlds/{world}/reset',
  summary: 'Back to exactly what it started as',
  status: 200,
  handle: ({ sandbox, origin, param }) => ({ json: told(sandbox.reset(param('world')), sandbox, origin) }),
})

const fork = controlCall({
  method: 'POST',
  path: '/worlds/{world}/fork',
  summary: 'An independent copy',
  body: z.strictObject({ name: name.optional() }),
  status: 201,
  handle: ({ sandbox, origin, param, body }) => {
    const held = sandbox.worlds.fork(param('world'), body.name, sandbox.wallMs())
    return { json: told(held, sandbox, origin), headers: { Location: `/_playa/worlds/${held.name}` } }
  },
})

const profileOf = (held: WorldHandle) => ({
  world: held.name,
  assumptions: Object.fromEntries(describe(held.world.setting.profile).map(({ id, ...rest }) => [id, rest])),
})

const readProfile = controlCall({
  method: 'GET',
  path: '/worlds/{world}/profile',
  summary: 'The assumptions in force, each with where it comes from',
  status: 200,
  handle: ({ sandbox, param }) => ({ json: profileOf(sandbox.worlds.require(param('world'))) }),
})

const writeProfile = controlCall({
  method: 'PUT',
  path: '/worlds/{world}/profile',
  summary: 'Choose assumptions by id; those not named stay',
  body: choices,
  status: 200,
  handle: ({ sandbox, param, body }) => {
    const held = sandbox.worlds.require(param('world'))
    const { setting } = held.world
    const profile = asControlErrors(() => choose(setting.profile, choicesIn(body), 'given'))
    held.world = { ...held.world, setting: { ...setting, profile } }
    return { json: profileOf(held) }
  },
})

/** A flat map of ids, or what `GET` answers, sent back. */
const choicesIn = (body: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { assumptions } = body
  if (typeof assumptions !== 'object' || assumptions === null) return { ...body }
  return Object.fromEntries(
    Object.entries(assumptions).map(([id, said]) => [
      id,
      typeof said === 'object' && said !== null && 'option' in said ? said.option : said,
    ]),
  )
}

export const worldCalls: readonly ControlCall[] = [
  info,
  scenarios,
  list,
  create,
  read,
  remove,
  reset,
  fork,
  readProfile,
  writeProfile,
]
