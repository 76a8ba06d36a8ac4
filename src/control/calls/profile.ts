import * as z from 'zod'
import { describeProfile } from '../../api/assumptions/profile.ts'
import { asControlErrors } from '../../api/problems/control-error.ts'
import { withProfile } from '../../sandbox/scenarios/world-start.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import { controlCall } from '../call/call.ts'

/** The assumptions in force in a world. */
export const ProfileView = z
  .object({
    world: z.string(),
    assumptions: z
      .record(
        z.string(),
        z.object({
          option: z.string().describe('The option in force'),
          source: z.enum(['default', 'scenario', 'given', 'learned']).describe('Where it comes from'),
          default: z.string(),
          switchable: z.boolean().describe('False: the sandbox always does the default'),
        }),
      )
      .describe('By assumption id'),
  })
  .meta({ id: 'Profile' })
export type ProfileView = z.infer<typeof ProfileView>

const profileView = ({ name, world }: WorldHandle): ProfileView => ({
  world: name,
  assumptions: Object.fromEntries(
    describeProfile(world.setting.profile).map(({ id, ...rest }) => [id, rest]),
  ),
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/profile',
  summary: 'List the assumptions in force in a world, each with its origin',
  status: 200,
  answer: ProfileView,
  cli: [{ verb: 'profile', example: 'playa profile --world shop-1' }],
  handle: ({ world }) => ({ json: profileView(world) }),
})

const set = controlCall({
  method: 'PUT',
  path: '/worlds/{world}/profile',
  summary: 'Choose options by assumption id; other assumptions are unchanged',
  body: z
    .record(z.string(), z.unknown())
    .describe('Options by assumption id, or a response of GET sent back'),
  status: 200,
  answer: ProfileView,
  cli: [{ verb: 'profile set', example: 'playa profile set publications/write-to-archived=403' }],
  handle: ({ world, body }) => {
    world.world = asControlErrors(() => withProfile(world.world, optionsIn(body), 'given'))
    return { json: profileView(world) }
  },
})

/** Reads a flat map of ids, or a response of `GET` that is sent back. */
const optionsIn = (body: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { assumptions } = body
  if (typeof assumptions !== 'object' || assumptions === null) return { ...body }
  return Object.fromEntries(
    Object.entries(assumptions).map(([id, given]) => [
      id,
      typeof given === 'object' && given !== null && 'option' in given ? given.option : given,
    ]),
  )
}

export const profileCalls = { read, set }
