import * as z from 'zod'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import { durationMs } from '../../lib/calendar/iso-duration.ts'
import { atOnce, mapSteps } from '../../lib/collections/steps.ts'
import { Instant } from '../../lib/validation/instant-schema.ts'
import { inSlices } from '../../sandbox/scenarios/in-slices.ts'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import { controlCall } from '../call/call.ts'
import { jsonStream } from '../call/json-stream.ts'

const clockMembers = {
  world: z.string(),
  now: z.string().describe('ISO 8601, whole seconds'),
  nowMs: z.number().describe('The same instant in milliseconds since 1970'),
  running: z.boolean().describe('False: the clock is frozen'),
  speed: z.number().describe('Seconds of the world in one second of the wall clock, while it runs'),
}

/** How the clock of a world stands. */
export const ClockView = z.object(clockMembers).meta({ id: 'Clock' })
export type ClockView = z.infer<typeof ClockView>

const DueEvent = z.object({
  at: z.string().describe("World's time"),
  kind: z.enum(['delivery', 'fault-ended', 'story']),
  id: z.string(),
  outcome: z.string(),
})

/** The clock after it was advanced, and what became due. */
export const AdvanceView = z
  .object({
    ...clockMembers,
    due: z.array(DueEvent).describe('What fell due, in order'),
    unfinished: z
      .string()
      .optional()
      .describe('Present when receivers took longer than an advance waits: what continues in the background'),
  })
  .meta({ id: 'ClockAdvance' })
export type AdvanceView = z.infer<typeof AdvanceView>

/** Reads the clock of a world. */
export const clockView = (simulator: Simulator, handle: WorldHandle): ClockView => {
  const { running, speed } = handle.world.clock
  const nowMs = simulator.nowOf(handle)
  return { world: handle.name, now: scenarioTime(nowMs), nowMs, running, speed }
}

const FASTEST = 86_400

const ClockChange = z.strictObject({
  now: Instant.optional().describe('Instant to set it to, ISO 8601 with offset'),
  running: z.boolean().optional().describe('False freezes it'),
  speed: z
    .number()
    .gt(0, 'Expected a number above 0.')
    .max(FASTEST, `Expected at most ${FASTEST}: a day in a second.`)
    .optional()
    .describe('Seconds of the world in one second of the wall clock'),
})

const MAX_ADVANCE = 'P366D'

const Advance = z.strictObject({
  by: z
    .string('Expected an ISO 8601 duration, like P1DT2H.')
    .refine(
      (text) => durationMs(text) !== undefined,
      'Expected an ISO 8601 duration of fixed length, like P1DT2H.',
    )
    .refine(
      (text) => (durationMs(text) ?? 0) <= (durationMs(MAX_ADVANCE) ?? 0),
      `Expected at most ${MAX_ADVANCE} at a time.`,
    )
    .describe('ISO 8601 duration, like P1DT2H'),
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/clock',
  summary: 'Show the clock of a world',
  status: 200,
  answer: ClockView,
  cli: [{ verb: 'clock', example: 'playa clock --world shop-1' }],
  handle: ({ simulator, world }) => ({ json: clockView(simulator, world) }),
})

const set = controlCall({
  method: 'PUT',
  path: '/worlds/{world}/clock',
  summary: 'Set, freeze, start or speed up the clock; absent members are unchanged',
  body: ClockChange,
  status: 200,
  answer: ClockView,
  cli: [
    {
      verb: 'clock freeze',
      summary: 'Freeze the clock, at an instant if one is given',
      example: 'playa clock freeze 2026-03-01T12:00:00-03:00',
      words: { now: '[instant]' },
      omit: ['speed'],
      preset: { running: false },
    },
    {
      verb: 'clock run',
      summary: 'Let the clock run',
      example: 'playa clock run --speed 3600',
      omit: ['now'],
      preset: { running: true },
    },
    {
      verb: 'clock set',
      summary: 'Set the clock to an instant; a running clock keeps running',
      example: 'playa clock set 2026-03-01T12:00:00-03:00',
      words: { now: '<instant>' },
      omit: ['running', 'speed'],
    },
  ],
  handle: ({ simulator, world, body: { now, running, speed } }) => {
    simulator.scheduler.set(world, {
      ...(now !== undefined && { nowMs: Date.parse(now) }),
      ...(running !== undefined && { running }),
      ...(speed !== undefined && { speed }),
    })
    return { json: clockView(simulator, world) }
  },
})

/** Tasks of a response that is written at once; a longer one is written in parts. */
const MAX_AT_ONCE = 1_000

const advance = controlCall({
  method: 'POST',
  path: '/worlds/{world}/clock/advance',
  summary: 'Advance the clock by a duration, and list what became due',
  body: Advance,
  status: 200,
  answer: AdvanceView,
  cli: [{ verb: 'clock advance', example: 'playa clock advance P1DT2H', words: { by: '<iso-duration>' } }],
  task: {
    name: 'advance_clock',
    advice: 'Retries of deliveries, expiries and story events happen on this clock.',
  },
  handle: async ({ simulator, world, body }) => {
    const { completed, unfinished } = await simulator.scheduler.advance(world, durationMs(body.by) ?? 0)
    const view = clockView(simulator, world)
    const steps = mapSteps(completed, ({ atMs, ...rest }) => ({ at: scenarioTime(atMs), ...rest }))
    const isLong = completed.length > MAX_AT_ONCE
    const due = isLong ? await inSlices(steps) : atOnce(steps)
    const json = { ...view, due, ...(unfinished && { unfinished }) }
    return isLong ? { raw: jsonStream(json), headers: { 'Content-Type': 'application/json' } } : { json }
  },
})

export const clockCalls = { read, set, advance }
