import * as z from 'zod'
import { Activo, AgencySaid, Callback, header, Secret } from './agency-schema.ts'
import { text } from './listing-schema.ts'
import { Records } from './records-schema.ts'
import { Events, ReceiverSaid } from './story-schema.ts'

/** What a world starts as: the whole of a scenario file. Members that are not listed are errors. */
export const ScenarioFile = z
  .strictObject({
    $schema: z.string().optional(),
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'expected lower-case letters, digits, `.`, `_` and `-`')
      .optional()
      .describe('Absent: the name of the file'),
    title: z.string().min(1),
    story: z.string().min(1).describe('What it is good for, in a sentence or two'),
    seed: z.int().describe('From which everything is drawn that is not said'),
    profile: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .default({})
      .describe('Options by id of the assumption, as `playa assumptions` lists them'),
    apps: z
      .array(z.strictObject({ name: z.string().min(1), key: z.string().min(1), secret: z.string().min(1) }))
      .min(1)
      .describe('Client apps; with an open scheme every caller is the first'),
    agencies: z.array(AgencySaid).min(1),
    webhooks: z
      .array(
        z.strictObject({
          app: z.string(),
          topic: z.string().min(1),
          Callback,
          Secret,
          Description: text.default(null),
          Activo,
          HeaderCustom01: header,
          HeaderCustom02: header,
          HeaderCustom03: header,
        }),
      )
      .default([]),
    receivers: z
      .array(ReceiverSaid)
      .optional()
      .describe('Callbacks that the sandbox itself answers, so that a story needs no network'),
    events: Events.optional().describe('What happens by itself as the world’s clock goes on'),
    records: Records.optional(),
  })
  .describe('A scenario of Playa')
export type ScenarioFile = z.infer<typeof ScenarioFile>

/** A scenario with the name that worlds know it by. */
export type Scenario = ScenarioFile & { readonly name: string }

/** The JSON Schema of a scenario file, for editors. */
export const scenarioJsonSchema = (): unknown => z.toJSONSchema(ScenarioFile, { io: 'input' })
