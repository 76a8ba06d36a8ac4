import * as z from 'zod'
import { nullable } from '../../../api/wire/shared-schemas.ts'
import { Email } from '../../../lib/validation/email-schema.ts'
import { InteresadoInput, ScenarioOffset } from './inquiry-schema.ts'
import { ConditionInput, ExposicionInput, ExternalIdInput, listingMembers } from './listing-schema.ts'

/**
 * Schema of the records of an exported world, which are complete. Version ids are only valid for the
 * catalogue of the same release.
 */

const agency = Email.describe('adminMail of the agency')
const number = z.int().min(1)

const PublicationRecord = z.strictObject({
  number: number.describe('Order of creation'),
  agency,
  app: z.string(),
  condition: ConditionInput,
  Exposicion: ExposicionInput,
  ExternalId: ExternalIdInput,
  ...z.strictObject(listingMembers).required().shape,
  versionId: nullable(z.int()),
  Fotos: z.array(z.string()),
  revision: number,
})
export type PublicationRecord = z.infer<typeof PublicationRecord>

const InquiryRecord = z.strictObject({
  number: number.describe('Order of reception'),
  agency,
  at: ScenarioOffset,
  car: z
    .union([
      ExternalIdInput,
      z.strictObject({ former: z.int().min(0) }),
      z.strictObject({ versionId: z.int(), Estado: z.enum(['nuevo', 'usado']) }),
    ])
    .describe('The publication as it stands, one of `former` by its place from 0, or a catalogue entry'),
  OperadorResponsable: Email,
  OrigenLead: z.string(),
  lead: z
    .union([InteresadoInput, z.int().min(0)])
    .describe('Who asks and what, or the seed from which it is drawn'),
})
export type InquiryRecord = z.infer<typeof InquiryRecord>

const VisitRecord = z.strictObject({
  agency,
  day: z.int().describe('Days after the first day of the world'),
  ExternalId: ExternalIdInput,
  app: z.string(),
  OperadorResponsable: Email,
  Visitas: z.int().min(0),
})

/** The records of a scenario file. */
export const Records = z
  .strictObject({
    publications: z.array(PublicationRecord).default([]),
    former: z
      .array(PublicationRecord)
      .default([])
      .describe('Publications as they stood when an inquiry came'),
    inquiries: z.array(InquiryRecord).default([]),
    visits: z.array(VisitRecord).default([]),
    next: z
      .strictObject({ publication: number, inquiry: number, branch: number })
      .optional()
      .describe('The next number of each kind; default: one more than the greatest'),
    clock: z
      .strictObject({
        startMs: z.int().describe('Instant at which the world began'),
        atMs: z.number(),
        running: z.boolean(),
        speed: z.number().min(0),
      })
      .optional()
      .describe('The world goes on from here; instants are milliseconds since 1970'),
    usage: z
      .strictObject({
        windows: z
          .record(z.string(), z.strictObject({ startMs: z.number(), count: z.int().min(0) }))
          .describe('Requests of the current minute, by name of the app'),
        signatures: z
          .array(z.strictObject({ signature: z.string(), atMs: z.number() }))
          .describe('Those seen lately'),
      })
      .optional()
      .describe('What callers used up at that moment'),
  })
  .describe('Plain rows, as an exported world writes them')
export type Records = z.infer<typeof Records>
