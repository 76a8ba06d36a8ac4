import * as z from 'zod'
import { timeOf } from '../../world/world.ts'
import { scenarioTime } from '../../scenarios/world-start.ts'
import { type WorldSnapshot, WORLD_NAME, WORLD_NAME_FORM } from '../../simulator/world-registry.ts'
import { type ControlCall, controlCall } from '../routes.ts'

/** Named moments of one world: kept and restored in constant time, since a world is one immutable value. */

export const SnapshotView = z.object({
  name: z.string(),
  keptAt: z.string().describe('Wall time of the keeping'),
  now: z.string().describe("The world's time at that moment"),
  counts: z.object({ publications: z.int(), inquiries: z.int(), visits: z.int() }),
})

const told = ({ name, world, takenMs: keptMs }: WorldSnapshot): z.infer<typeof SnapshotView> => ({
  name,
  keptAt: new Date(keptMs).toISOString(),
  now: scenarioTime(timeOf(world.clock, keptMs)),
  counts: { publications: world.publications.size, inquiries: world.inquiries.size, visits: world.visits.size },
})

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/snapshots',
  summary: 'Named moments of a world',
  status: 200,
  answer: z.array(SnapshotView),
  handle: ({ sandbox, param }) => ({ json: Array.from(sandbox.worlds.require(param('world')).snapshots.values(), told) }),
})

const keep = controlCall({
  method: 'POST',
  path: '/worlds/{world}/snapshots',
  summary: 'Keep the present moment under a name',
  body: z.strictObject({ name: z.string().regex(WORLD_NAME, `Expected ${WORLD_NAME_FORM}.`) }),
  status: 201,
  answer: SnapshotView,
  handle: ({ sandbox, param, body }) => {
    const held = sandbox.worlds.require(param('world'))
    const moment = sandbox.worlds.takeSnapshot(held, body.name, sandbox.wallMs())
    return { json: told(moment), headers: { Location: `/_playa/worlds/${held.name}/snapshots/${moment.name}` } }
  },
})

const restore = controlCall({
  method: 'POST',
  path: '/worlds/{world}/snapshots/{snapshot}/restore',
  summary: 'Put the world back to a kept moment, its clock included; the journal goes on',
  status: 200,
  answer: SnapshotView,
  handle: ({ sandbox, param }) => {
    const held = sandbox.worlds.require(param('world'))
    const moment = sandbox.worlds.needSnapshot(held, param('snapshot'))
    sandbox.restore(held, moment.name)
    return { json: told(moment) }
  },
})

const remove = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}/snapshots/{snapshot}',
  summary: 'Forget a kept moment',
  status: 204,
  handle: ({ sandbox, param }) => {
    const held = sandbox.worlds.require(param('world'))
    held.snapshots.delete(sandbox.worlds.needSnapshot(held, param('snapshot')).name)
    return {}
  },
})

export const snapshotCalls: readonly ControlCall[] = [list, keep, restore, remove]
