import * as z from 'zod'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import { WORLD_NAME, WORLD_NAME_RULE, type WorldSnapshot } from '../../sandbox/simulator/world-registry.ts'
import { controlCall } from '../call/call.ts'

/** A snapshot of a world; taken and restored in constant time, since a world is one immutable value. */
export const SnapshotView = z
  .object({
    name: z.string(),
    keptAt: z.string().describe('Wall time at which it was taken'),
    now: z.string().describe("The world's time in it"),
    counts: z.object({ publications: z.int(), inquiries: z.int(), visits: z.int() }),
  })
  .meta({ id: 'Snapshot' })
export type SnapshotView = z.infer<typeof SnapshotView>

const snapshotView = ({ name, world, takenMs }: WorldSnapshot): SnapshotView => ({
  name,
  keptAt: new Date(takenMs).toISOString(),
  now: scenarioTime(worldTimeMs(world.clock, takenMs)),
  counts: {
    publications: world.publications.size,
    inquiries: world.inquiries.size,
    visits: world.visits.size,
  },
})

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/snapshots',
  summary: 'List the snapshots of a world',
  status: 200,
  answer: z.array(SnapshotView),
  cli: [{ verb: 'world snapshots', example: 'playa world snapshots shop-1', words: { world: '<name>' } }],
  handle: ({ world }) => ({ json: Array.from(world.snapshots.values(), snapshotView) }),
})

const create = controlCall({
  method: 'POST',
  path: '/worlds/{world}/snapshots',
  summary: 'Take a snapshot of a world',
  body: z.strictObject({
    name: z.string().regex(WORLD_NAME, `Expected ${WORLD_NAME_RULE}.`).describe('Name of the snapshot'),
  }),
  status: 201,
  answer: SnapshotView,
  errors: { 409: 'There is a snapshot of that name already.', 503: 'The limit on snapshots is reached.' },
  cli: [
    {
      verb: 'world snapshot',
      example: 'playa world snapshot shop-1 before-the-fair',
      words: { world: '<name>', name: '<snapshot>' },
    },
  ],
  handle: async ({ simulator, world, body }) => {
    const snapshot = await simulator.worlds.takeSnapshot(world, body.name, simulator.wallMs())
    const headers = { Location: `/_playa/worlds/${world.name}/snapshots/${snapshot.name}` }
    return { json: snapshotView(snapshot), headers }
  },
})

const restore = controlCall({
  method: 'POST',
  path: '/worlds/{world}/snapshots/{snapshot}/restore',
  summary: 'Restore a snapshot of a world, its clock included; the journal continues',
  status: 200,
  answer: SnapshotView,
  cli: [
    {
      verb: 'world restore',
      example: 'playa world restore shop-1 before-the-fair',
      words: { world: '<name>', snapshot: '<snapshot>' },
    },
  ],
  handle: async ({ simulator, world, param }) => {
    const snapshot = simulator.worlds.requireSnapshot(world, param('snapshot'))
    await simulator.worlds.prepare(world, snapshot.world)
    simulator.restore(world, snapshot)
    return { json: snapshotView(snapshot) }
  },
})

const remove = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}/snapshots/{snapshot}',
  summary: 'Delete a snapshot',
  status: 204,
  cli: [
    {
      verb: 'world forget',
      example: 'playa world forget shop-1 before-the-fair',
      words: { world: '<name>', snapshot: '<snapshot>' },
    },
  ],
  handle: ({ simulator, world, param }) => {
    simulator.worlds.deleteSnapshot(world, param('snapshot'))
    return {}
  },
})

export const snapshotCalls = { list, create, restore, delete: remove }
