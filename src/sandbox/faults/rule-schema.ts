import * as z from 'zod'
import { HTTP_METHODS } from '../../api/wire/http-methods.ts'
import { DAY_MS, SECOND_MS } from '../../lib/calendar/date-time.ts'
import { durationMs } from '../../lib/calendar/iso-duration.ts'
import { DELIVERY_FAULTS, REWRITE_NAMES, RIVAL_MEMBERS } from '../../model/world/fault-rule.ts'
import { MAX_DELAY_MS } from './fault-delay.ts'

const MAX_TIMES = 1_000_000
const MAX_TTL_MS = 366 * DAY_MS

const count = (most: number) => z.int().min(1, 'Expected at least 1.').max(most, `Expected at most ${most}.`)
const waitMs = z
  .number('Expected milliseconds, as a number.')
  .min(0, 'Expected at least 0.')
  .max(MAX_DELAY_MS, `Expected at most ${MAX_DELAY_MS} ms: the longest delay.`)

const Match = z.strictObject({
  operation: z
    .string()
    .min(1)
    .optional()
    .describe('Id of an operation, or a pattern of ids with `*`, e.g. `publications.*`'),
  method: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(HTTP_METHODS, `Expected one of ${HTTP_METHODS.join(', ')}.`))
    .optional(),
  path: z
    .string()
    .regex(/^\/v3[^?#]*$/, 'Expected a path from /v3 on, without world and query.')
    .optional()
    .describe(
      'Path from `/v3` on, a pattern of it with `*` for any characters, or the template of an operation',
    ),
  agency: z.string().min(1).optional().describe('`adminMail` of the agency that the path names'),
  nth: count(MAX_TIMES)
    .optional()
    .describe('Only the nth matching exchange, counted from 1 since the rule was created'),
  probability: z
    .number()
    .gt(0, 'Expected more than 0.')
    .max(1, 'Expected at most 1.')
    .optional()
    .describe(
      "Probability for each matching exchange, drawn from the world's seed: the same script meets the same faults",
    ),
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

/** Headers that say how a message is framed, which the server does itself. */
const FRAMING = /^(?:connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i
/** Characters of a body as JSON. */
const MAX_BODY_LENGTH = 65_536

const Respond = z
  .strictObject({
    status: z
      .int()
      .min(200, 'Expected 200 to 599.')
      .max(599, 'Expected 200 to 599.')
      .describe('Any final status'),
    body: z
      .unknown()
      .refine((body) => (JSON.stringify(body)?.length ?? 0) <= MAX_BODY_LENGTH, 'Expected at most 64 KiB.')
      .optional()
      .describe('JSON; a text is sent as it is. Absent: no body'),
    headers: z
      .record(
        z
          .string()
          .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'Expected the name of a header.')
          .refine(
            (name) => !FRAMING.test(name),
            'Expected no header of the connection: the server sets them.',
          ),
        z.string().regex(/^[\t\x20-\x7e]*$/, 'Expected printable ASCII characters.'),
      )
      .optional()
      .describe('By name; `Content-Type` is JSON, or plain text for a text, unless given'),
  })
  .refine(({ status, body }) => body === undefined || ![204, 205, 304].includes(status), {
    error: 'Expected no body with 204, 205 or 304.',
    path: ['body'],
  })

const Act = z.strictObject({
  delay: Delay.optional().describe(
    `Waits before anything else, on the wall clock, at most ${MAX_DELAY_MS} ms in all`,
  ),
  status: z
    .int()
    .min(400, 'Expected 400 to 599: a success is not a fault.')
    .max(599, 'Expected 400 to 599.')
    .optional()
    .describe(
      "Responds with the API's own problem instead of the service's response: a status of the operation, or any 5xx",
    ),
  retryAfter: z
    .int()
    .min(0)
    .max(DAY_MS / SECOND_MS)
    .optional()
    .describe('Seconds in `Retry-After`; without `status` it means 429. A 429 without it says 1'),
  reset: z.boolean().optional().describe('Resets the connection before the service handles the request'),
  truncate: z.boolean().optional().describe('Truncates the response halfway through its body'),
  slow: count(1_000_000_000).optional().describe('Bytes per second at which the response body is sent'),
  loseAnswer: z
    .boolean()
    .optional()
    .describe('The service handles the request; then the connection is reset'),
  staleTag: z
    .boolean()
    .optional()
    .describe(
      'Another writer changes the publication: right before a write is decided, so that `If-Match` fails (PUB-34), or right after the response to a read',
    ),
  rivalMember: z
    .enum(RIVAL_MEMBERS, `Expected one of ${RIVAL_MEMBERS.join(', ')}.`)
    .optional()
    .describe('Member that this writer gives another text; without it only the entity tag changes'),
  respond: Respond.optional().describe(
    'Responds with this instead of the service, whatever the description says. The journal marks it',
  ),
  rewrite: z
    .enum(REWRITE_NAMES, `Expected one of ${REWRITE_NAMES.join(', ')}.`)
    .optional()
    .describe(
      'Rewrites the response in an allowed way, for example `members-reordered` or `chunked`. Values that requests of this world sent stay as they are',
    ),
  delivery: z
    .enum(DELIVERY_FAULTS, `Expected one of ${DELIVERY_FAULTS.join(', ')}.`)
    .optional()
    .describe(
      'Acts on attempts to send a webhook, not on exchanges: sends it `twice`, `late` or `out-of-order`',
    ),
})

/** Body of `POST .../faults`. */
export const FaultRuleInput = z.strictObject({
  match: Match.optional().describe('Conditions that must all hold; without any, every exchange matches'),
  act: Act.optional(),
  times: count(MAX_TIMES)
    .optional()
    .describe('How often the rule acts; 1 when neither `times` nor `ttl` is given'),
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
    .describe("How long the rule lasts on the world's clock: an ISO 8601 duration, or seconds"),
  note: z.string().max(1_000).optional().describe('Free text'),
  ...Match.shape,
  ...Act.shape,
})
/** A parsed `POST .../faults` body. */
export type FaultRuleInput = z.infer<typeof FaultRuleInput>
/** Conditions of a rule, as given. */
export type MatchInput = z.infer<typeof Match>
/** Effect of a rule, as given. */
export type ActInput = z.infer<typeof Act>

/** Converts seconds or an ISO 8601 duration to milliseconds. */
export const ttlMs = (ttl: number | string): number =>
  typeof ttl === 'number' ? Math.round(ttl * SECOND_MS) : (durationMs(ttl) ?? 0)

/** A rule as the control API shows it. */
export const FaultView = z.object({
  id: z.string().describe('`f1`, `f2`, ...'),
  match: Match.extend({ method: z.string().optional() }),
  act: Act,
  times: z.int().nullable().describe('null: every match, until the rule expires'),
  left: z.int().nullable().describe('Remaining times; null: no limit'),
  until: z.string().nullable().describe("When the rule expires on the world's clock"),
  armed: z.boolean().describe('False: the rule has ended'),
  seen: z.int().describe('Exchanges that matched'),
  acted: z.int().describe('Exchanges that the rule acted on'),
  note: z.string().nullable(),
})

/** Names of the conditions. */
export const MATCH_MEMBERS = Match.keyof().options
/** Names of the effects. */
export const ACT_MEMBERS = Act.keyof().options
