import * as z from 'zod'
import type { Simulator } from '../../simulator/simulator.ts'
import { durationMs } from '../../calendar/iso-duration.ts'
import { scenarioTime, Instant } from '../../scenarios/world-start.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type ControlCall, controlCall } from '../routes.ts'

/** The clock of one world: read, set, moved on. */

export const ClockView = z.object({
  world: z.string(),
  now: z.string().describe('ISO 8601, whole seconds'),
  nowMs: z.number().describe('The same instant in milliseconds since 1970'),
  running: z.boolean(),
  speed: z.number().describe('Seconds of the world in a second of the wall clock, while it runs'),
})

const Due = z.object({
  at: z.string(),
  kind: z.enum(['delivery', 'fault-ended', 'story']),
  id: z.string(),
  outcome: z.string(),
})

export type ClockViewType = z.infer<typeof ClockView>
export type Moved = ClockViewType & { readonly due: readonly z.infer<typeof Due>[] }

export const clockView = (sandbox: Simulator, held: WorldHandle): ClockViewType => {
  const { running, speed } = held.world.clock
  const nowMs = sandbox.nowOf(held)
  return { world: held.name, now: scenarioTime(nowMs), nowMs, running, speed }
}

export const AdvanceView = ClockView.extend({ due: z.array(Due) })

const FASTEST = 86_400

const ClockChange = z.strictObject({
  now: Instant.optional(),
  running: z.boolean().optional(),
  speed: z
    .number()
    .gt(0, 'Expected a number above 0.')
    .max(FASTEST, `Expected at most ${FASTEST}: a day in a second.`)
    .optional(),
})

const LONGEST = 'P366D'

const Advance = z.strictObject({
  by: z
    .string('Expected an ISO 8601 duration, like P1DT2H.')
    .refine((text) => durationMs(text) !== undefined, 'Expected an ISO 8601 duration of fixed length, like P1DT2H.')
    .refine((text) => (durationMs(text) ?? 0) <= (durationMs(LONGEST) ?? 0), `Expected at most ${LONGEST} at a time.`),
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/clock',
  summary: 'The clock of a world',
  status: 200,
  answer: ClockView,
  handle: ({ sandbox, param }) => ({ json: clockView(sandbox, sandbox.worlds.require(param('world'))) }),
})

const set = controlCall({
  method: 'PUT',
  path: '/worlds/{world}/clock',
  summary: 'Set, freeze, start or speed up the clock; members that are absent stay',
  body: ClockChange,
  status: 200,
  answer: ClockView,
  handle: ({ sandbox, param, body: { now, running, speed } }) => {
    const held = sandbox.worlds.require(param('world'))
    sandbox.scheduler.set(held, {
      ...(now !== undefined && { nowMs: Date.parse(now) }),
      ...(running !== undefined && { running }),
      ...(speed !== undefined && { speed }),
    })
    return { json: clockView(sandbox, held) }
  },
})

const advance = controlCall({
  method: 'POST',
  path: '/worlds/{world}/clock/advance',
  summary: 'Move the clock on; what falls due on the way happens, in order',
  body: Advance,
  status: 200,
  answer: AdvanceView,
  handle: async ({ sandbox, param, body }) => {
    const held = sandbox.worlds.require(param('world'))
    const fallen = await sandbox.scheduler.advance(held, durationMs(body.by) ?? 0)
    const due = fallen.map(({ atMs, ...rest }) => ({ at: scenarioTime(atMs), ...rest }))
    return { json: { ...clockView(sandbox, held), due } }
  },
})

export const clockCalls: readonly ControlCall[] = [read, set, advance]
