import * as z from 'zod'
import { limits } from '../../../api/wire/limits.ts'
import { Activo, AgencyInput, Callback, customHeaderInput, Secret } from './agency-schema.ts'
import { nullableText } from './listing-schema.ts'
import { Records } from './records-schema.ts'
import { Events, ReceiverInput } from './story-schema.ts'
import { WEEKDAYS } from './weekdays.ts'

const StartMoment = z.strictObject({
  weekday: z.enum(WEEKDAYS),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected hours and minutes, such as 08:00')
    .describe('Local time of that day'),
})

/** Name, key or secret of an app, as long as the secret of a webhook at most. */
const AppWord = z.string().min(1).max(limits.secret.max)

/** Schema of a scenario file. Unknown members are errors. */
export const ScenarioFile = z
  .strictObject({
    $schema: z.string().optional(),
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'expected lower-case letters, digits, `.`, `_` and `-`')
      .optional()
      .describe('Absent: the name of the file'),
    title: z.string().min(1),
    story: z.string().min(1).describe('What it is for, in a sentence or two'),
    seed: z.int().describe('Seed of all generated values'),
    profile: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .default({})
      .describe('Options by id of the assumption, as `playa assumptions` lists them'),
    apps: z
      .array(z.strictObject({ name: AppWord, key: AppWord, secret: AppWord }))
      .min(1)
      .describe('Client apps; with an open scheme every caller is the first one'),
    agencies: z.array(AgencyInput).min(1),
    webhooks: z
      .array(
        z.strictObject({
          app: z.string(),
          topic: z.string().min(1),
          Callback,
          Secret,
          Description: nullableText.default(null),
          Activo,
          HeaderCustom01: customHeaderInput,
          HeaderCustom02: customHeaderInput,
          HeaderCustom03: customHeaderInput,
        }),
      )
      .default([]),
    receivers: z
      .array(ReceiverInput)
      .optional()
      .describe('Callbacks that the sandbox answers itself, so that a story needs no network'),
    events: Events.optional().describe('Scheduled events on the world’s clock'),
    start: StartMoment.optional().describe(
      'Worlds without a given time begin at the last such moment, and their clock runs from there',
    ),
    records: Records.optional(),
  })
  .describe('A scenario of Playa')
export type ScenarioFile = z.infer<typeof ScenarioFile>

/** A scenario with its name. */
export type Scenario = ScenarioFile & { readonly name: string }

/** JSON Schema of a scenario file, for editors. */
export const scenarioJsonSchema = (): unknown => z.toJSONSchema(ScenarioFile, { io: 'input' })
