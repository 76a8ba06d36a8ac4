import * as z from 'zod'
import { DAY_MS, SECOND_MS } from '../calendar/date-time.ts'
import { durationMs } from '../calendar/iso-duration.ts'
import { MAX_DELAY_MS } from './fault-delay.ts'

/** How a rule is written: the body of `POST .../faults`. */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const MAX_TIMES = 1_000_000
const MAX_TTL_MS = 366 * DAY_MS

const count = (most: number) => z.int().min(1, 'Expected at least 1.').max(most, `Expected at most ${most}.`)
const waitMs = z
  .number('Expected milliseconds, as a number.')
  .min(0, 'Expected at least 0.')
  .max(MAX_DELAY_MS, `Expected at most ${MAX_DELAY_MS} ms: nothing is delayed longer.`)

const Match = z.strictObject({
  operation: z
    .string()
    .min(1)
    .optional()
    .describe('Id of an operation, or a pattern of ids with `*`, e.g. `publications.*`'),
  method: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(METHODS, `Expected one of ${METHODS.join(', ')}.`))
    .optional(),
  path: z
    .string()
    .regex(/^\/v3[^?#]*$/, 'Expected a path from /v3 on, without world and query.')
    .optional()
    .describe('Path from `/v3` on, a pattern of it with `*` for any characters, or the template of an operation'),
  agency: z.string().min(1).optional().describe('Admin mail of the agency that the path names'),
  nth: count(MAX_TIMES).optional().describe('Only the nth matching exchange, counted from 1 when the rule is made'),
  probability: z
    .number()
    .gt(0, 'Expected more than 0.')
    .max(1, 'Expected at most 1.')
    .optional()
    .describe("Chance of each matching exchange, drawn from the world's seed: the same script meets the same faults"),
})

const Delay = z.union(
  [
    waitMs,
    z.strictObject({ ms: waitMs }),
    z.strictObject({
      uniform: z
        .strictObject({ min: waitMs, max: waitMs })
        .refine(({ min, max }) => min <= max, { error: 'Expected at least min.', path: ['max'] }),
    }),
    z.strictObject({
      lognormal: z.strictObject({
        median: waitMs.gt(0, 'Expected more than 0.'),
        sigma: z.number().min(0, 'Expected at least 0.').max(5, 'Expected at most 5.'),
      }),
    }),
  ],
  `Expected milliseconds from 0 to ${MAX_DELAY_MS}, {ms}, {uniform: {min, max}} or {lognormal: {median, sigma}}.`,
)

const Act = z.strictObject({
  delay: Delay.optional().describe(
    `Waits before anything else, on the wall clock, at most ${MAX_DELAY_MS} ms in all`,
  ),
  status: z
    .int()
    .min(400, 'Expected 400 to 599: what is not refused needs no fault.')
    .max(599, 'Expected 400 to 599.')
    .optional()
    .describe(
      "Answers so with the API's own problem, without asking the service: a status of the operation, or any 5xx",
    ),
  retryAfter: z
    .int()
    .min(0)
    .max(DAY_MS / SECOND_MS)
    .optional()
    .describe('Seconds in `Retry-After`; without `status` it means 429. A 429 without it says 1'),
  reset: z.boolean().optional().describe('Resets the connection without asking the service'),
  truncate: z.boolean().optional().describe('The answer breaks off halfway through its body'),
  slow: count(1_000_000_000).optional().describe('Bytes a second at which the body drips'),
  loseAnswer: z.boolean().optional().describe('The service does what was asked; then the connection is reset'),
  staleTag: z
    .boolean()
    .optional()
    .describe(
      'Another writer changes the publication: right before a write is judged, so that `If-Match` fails (PUB-34); right after a read was answered',
    ),
})

export const FaultRuleInput = z.strictObject({
  match: Match.optional().describe('All that is said must be true; without any every exchange matches'),
  act: Act.optional(),
  times: count(MAX_TIMES).optional().describe('How often it acts; 1 when neither `times` nor `ttl` is given'),
  ttl: z
    .union(
      [
        z.number().gt(0),
        z.string().refine((text) => (durationMs(text) ?? 0) > 0, 'Expected an ISO 8601 duration like PT10M.'),
      ],
      'Expected seconds above 0, or an ISO 8601 duration like PT10M.',
    )
    .refine((ttl) => ttlMs(ttl) <= MAX_TTL_MS, 'Expected at most 366 days.')
    .optional()
    .describe("How long it lasts on the world's clock: an ISO 8601 duration, or seconds"),
  note: z.string().max(1_000).optional().describe('Whatever you want to remember'),
  ...Match.shape,
  ...Act.shape,
})
export type FaultRuleInput = z.infer<typeof FaultRuleInput>
export type MatchInput = z.infer<typeof Match>
export type ActInput = z.infer<typeof Act>

export const ttlMs = (ttl: number | string): number =>
  typeof ttl === 'number' ? Math.round(ttl * SECOND_MS) : (durationMs(ttl) ?? 0)

/** How a rule is told. */
export const FaultView = z.object({
  id: z.string().describe('`f1`, `f2`, ...'),
  match: Match.extend({ method: z.string().optional() }),
  act: Act,
  times: z.int().nullable().describe('null: as often as it matches, until its time ends'),
  left: z.int().nullable().describe('How often it still acts; null: without end'),
  until: z.string().nullable().describe("When it ends on the world's clock"),
  armed: z.boolean().describe('False: it has ended, and acts no more'),
  seen: z.int().describe('Exchanges that matched'),
  acted: z.int().describe('Exchanges that it disturbed'),
  note: z.string().nullable(),
})

export const MATCH_MEMBERS = Match.keyof().options
export const ACT_MEMBERS = Act.keyof().options
