import * as z from 'zod'

/**
 * Exchanges as the control API shows them. The modules that create these import only the types, so that a
 * sandbox inside a process lists its journal without schemas.
 */

/** A body as the control API shows it. */
export const BodyView = z.object({
  type: z.string().nullable().describe('Media type as sent'),
  size: z.int().describe('Bytes of the whole body; it may be shown only in part'),
  truncated: z.boolean(),
  text: z.string().optional().describe('The body as sent, if it is UTF-8'),
  json: z.unknown().optional().describe('The parsed body, if it is complete and JSON'),
  base64: z.string().optional().describe('The body, if it is not UTF-8'),
})
/** A body as the control API shows it. */
export type BodyView = z.infer<typeof BodyView>

/** A statement or assumption on which a step is based. */
export const DecisionGround = z.object({
  id: z.string(),
  kind: z.enum(['statement', 'assumption']),
  question: z.string().optional().describe('What the description leaves open'),
  option: z.string().optional().describe('The option in force at that moment'),
  means: z.string().optional().describe('What the service does under it'),
  source: z.string().optional().describe('Who chose it'),
})
/** A statement or assumption on which a step is based. */
export type DecisionGround = z.infer<typeof DecisionGround>

/** One step of a decision trace, as the control API shows it. */
export const TraceStep = z.object({
  question: z.string(),
  asks: z.string(),
  outcome: z.enum(['passed', 'decided', 'not reached']),
  because: z.array(DecisionGround).optional().describe('What the decision is based on'),
})
/** A step of the decision. */
export type TraceStep = z.infer<typeof TraceStep>

/** A change of the world, as the control API shows it. */
export const WorldChange = z.object({
  kind: z.enum([
    'publication',
    'inquiry',
    'invitation',
    'agency',
    'webhook',
    'visits',
    'delivery',
    'mail',
    'faults',
    'usage',
  ]),
  id: z.string().nullable().describe('`ExternalId`, `sid`, `adminMail`, topic, or number of the delivery'),
  agency: z.string().optional().describe('`adminMail` of the agency that the record belongs to'),
  before: z.string().nullable().optional().describe('`EstadoActual` before; null: the record did not exist'),
  after: z.string().optional().describe('`EstadoActual` after'),
  members: z.array(z.string()).optional().describe('Names of the changed members'),
})
/** A change of one record. */
export type WorldChange = z.infer<typeof WorldChange>

/** An exchange in one line, as the control API lists it. */
export const ExchangeRow = z.object({
  n: z.int(),
  at: z.string().describe('Wall time'),
  now: z.string().describe("World's time"),
  method: z.string(),
  path: z.string().describe('Path from /v3 on with the query, as sent'),
  operation: z.string().nullable(),
  status: z.int().describe('0 when there was no response'),
  tookMs: z.number(),
  app: z.string().nullable().describe('The calling app'),
  decided: z
    .object({ question: z.string(), because: z.array(z.string()) })
    .describe('The deciding step, and the statements and assumptions behind the response'),
  detail: z.string().nullable().describe('Detail of a problem'),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  facts: z.array(z.string()).describe('Domain events in short sentences'),
  fault: z
    .object({ rules: z.array(z.string()), how: z.array(z.string()), answered: z.boolean() })
    .optional()
    .describe('The injected fault; answered is false when no response was sent'),
})
/** An exchange in one line. */
export type ExchangeRow = z.infer<typeof ExchangeRow>

/** A world at one moment. */
export const WorldMoment = z.object({
  now: z.string(),
  counts: z.object({ agencies: z.int(), publications: z.int(), inquiries: z.int(), visits: z.int() }),
})
/** A world at one moment. */
export type WorldMoment = z.infer<typeof WorldMoment>

/** A header as sent. */
export const HeaderView = z.object({ name: z.string(), value: z.string() })
/** A header as sent. */
export type HeaderView = z.infer<typeof HeaderView>

/** An exchange in full, as the control API shows it. */
export const ExchangeView = ExchangeRow.extend({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(HeaderView),
    body: BodyView.nullable(),
  }),
  answer: z.object({ status: z.int(), headers: z.array(HeaderView), body: BodyView.nullable() }),
  way: z.array(TraceStep).describe('The steps of the decision in the order in force'),
  world: z.object({ before: WorldMoment, after: WorldMoment, changes: z.array(WorldChange) }),
})
/** An exchange in full. */
export type ExchangeView = z.infer<typeof ExchangeView>
