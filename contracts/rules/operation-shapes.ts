import * as z from 'zod'
import { CHANNEL_NAMES, type ChannelMember, channelMembers } from '../../src/api/wire/channels.ts'
import { DateTime, nullable, PageHead } from '../../src/api/wire/shared-schemas.ts'
import {
  AgencyRefShape,
  AgencyShape,
  BrandShape,
  CustomHeaderShape,
  collectionShape,
  EntryPointShape,
  InquiryShape,
  LinksShape,
  ModelShape,
  OperatorShape,
  PackageShape,
  PublicationRefShape,
  PublicationShape,
  RefShape,
  VersionRefShape,
  VersionShape,
  VersionSummaryShape,
  WebhookShape,
} from '../support/response-shapes.ts'

/** Required shapes of responses, by operation: full form and ref form. */

const text = nullable(z.string())
const headers = {
  HeaderCustom01: CustomHeaderShape,
  HeaderCustom02: CustomHeaderShape,
  HeaderCustom03: CustomHeaderShape,
}
const active = nullable(z.boolean())
const memberShapes = {
  Callback: text,
  Secret: text,
  Activo: active,
  ...headers,
  Email: text,
  EmailsCCO: text,
} satisfies { [M in ChannelMember]: z.ZodType }
const settings = z.object({
  ...Object.fromEntries(
    CHANNEL_NAMES.map((name) => {
      const members = channelMembers(name).map((member) => [member, memberShapes[member]])
      return [name, nullable(z.object(Object.fromEntries(members)))]
    }),
  ),
  _links: LinksShape,
})

const topics = z.object({
  TopicsDisponibles: z.array(z.string()),
  TopicsConfigurados: z.array(z.object({ Topic: z.string(), Config: WebhookShape.omit({ _links: true }) })),
  _links: LinksShape,
})

const pageOf = <S extends z.ZodType>(entry: S) =>
  z.object({ Desde: DateTime, Hasta: DateTime, ...PageHead, _links: LinksShape, _entries: z.array(entry) })

const part = nullable(z.object({})).optional()
const operationInfo = nullable(z.object({ EntregaVehiculo: part, FinanciacionDeseada: part })).optional()

const inquiry = z.object({
  ...InquiryShape.shape,
  Momento: DateTime,
  Interesado: z.object({ Interes: z.string(), InfoOperacion: operationInfo }),
  Auto: z.object({ ...InquiryShape.shape.Auto.shape, VersionYear: nullable(z.int()).optional() }),
})

/** The shapes of one operation's responses, with the statement that has their members. */
export interface OperationShapes {
  readonly statements: readonly string[]
  readonly full: z.ZodType
  readonly ref?: z.ZodType
}

/** A ref is compact: it does not have every member of the full form (COM-06, COM-10). */
const ref = (shape: z.ZodObject, full: z.ZodObject) =>
  z
    .looseObject(shape.shape)
    .refine((one) => !Object.keys(full.shape).every((name) => name in one), 'the ref form, not the full one')

const publication: OperationShapes = {
  statements: ['PUB-02', 'COM-14'],
  // A create may leave out the brand and the model (`publications/required-members`).
  full: PublicationShape.extend({ Marca: text, Modelo: text }),
  ref: ref(PublicationRefShape, PublicationShape),
}

/** Shapes by operation id. */
export const OPERATION_SHAPES: Readonly<Record<string, OperationShapes>> = {
  'entry.read': { statements: ['CAT-01'], full: EntryPointShape },
  'publications.create': publication,
  'publications.read': publication,
  'publications.edit': publication,
  'publications.amend': publication,
  'publications.suspend': publication,
  'publications.archive': publication,
  'inquiries.read': { statements: ['INQ-02'], full: inquiry, ref: ref(RefShape, inquiry) },
  'inquiries.list': {
    statements: ['INQ-04', 'INQ-02'],
    full: pageOf(inquiry),
    ref: pageOf(ref(RefShape, inquiry)),
  },
  'operators.list': {
    statements: ['AGE-01', 'AGE-02', 'COM-05'],
    full: collectionShape(OperatorShape),
    ref: collectionShape(ref(RefShape, OperatorShape)),
  },
  'operators.edit': {
    statements: ['AGE-03', 'AGE-02'],
    full: OperatorShape,
    ref: ref(RefShape, OperatorShape),
  },
  'agencies.edit': {
    statements: ['AGE-05', 'AGE-06'],
    full: AgencyShape,
    ref: ref(AgencyRefShape, AgencyShape),
  },
  'agencies.products': { statements: ['AGE-07'], full: PackageShape },
  'notifications.read': { statements: ['AGE-10'], full: settings },
  'webhooks.list': { statements: ['EVT-01'], full: topics },
  'webhooks.read': { statements: ['EVT-02'], full: WebhookShape },
  'webhooks.edit': { statements: ['EVT-03'], full: WebhookShape },
  'brands.best-match': { statements: ['CAT-08', 'CAT-09'], full: BrandShape, ref: ref(RefShape, BrandShape) },
  'models.best-match': { statements: ['CAT-07', 'CAT-09'], full: ModelShape, ref: ref(RefShape, ModelShape) },
  'versions.read': {
    statements: ['CAT-03', 'CAT-04', 'CAT-05'],
    full: VersionShape,
    ref: ref(VersionRefShape, VersionSummaryShape),
  },
}
