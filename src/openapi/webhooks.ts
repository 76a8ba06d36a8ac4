import type { AssumptionId } from '../assumptions/profile.ts'
import { defaultProfile } from '../assumptions/profile.ts'
import { availableTopics } from '../domain/webhooks/webhook-rules.ts'
import { AgenciaRef, Consulta, PublicacionRef, Ref } from '../wire/response-schemas.ts'
import { assumptionText, statedText } from './descriptions.ts'
import { type Json, schemaRef } from './schemas.ts'

/**
 * Returns the service's outgoing requests: app webhooks and the two hooks of an agency (EVT-04, EVT-05,
 * EVT-06).
 */
export const webhookPathItems = (): Json => ({
  'app-notification': deliveryPathItem({
    operationId: 'deliveries.app',
    summary: "A delivery to the calling app's webhook",
    statements: ['EVT-04', 'EVT-05'],
    assumption: 'events/body',
    headers: [HOOK_ID, TIMESTAMP, TOPIC, SIGNATURE],
    content: { 'application/json': { schema: notification } },
  }),
  'agency-web-hook': deliveryPathItem({
    operationId: 'deliveries.agency-web-hook',
    summary: "An inquiry, delivered to the agency's PublicacionConsultadaWebHook",
    statements: ['EVT-05', 'EVT-06'],
    assumption: 'events/agency-body',
    headers: [HOOK_ID, TIMESTAMP, SIGNATURE],
    content: { 'application/json': { schema: schemaRef(Consulta) } },
  }),
  'agency-adf-hook': deliveryPathItem({
    operationId: 'deliveries.agency-adf-hook',
    summary: "An inquiry, delivered to the agency's PublicacionConsultadaAdfHook",
    statements: ['EVT-06'],
    assumption: 'events/adf',
    headers: [HOOK_ID, TIMESTAMP],
    content: { 'application/xml': { schema: { type: 'string', description: 'ADF 1.0' } } },
  }),
})

interface DeliveryDescription {
  readonly operationId: string
  readonly summary: string
  readonly statements: readonly string[]
  readonly assumption: AssumptionId
  readonly headers: readonly Json[]
  readonly content: Json
}

const deliveryPathItem = ({
  operationId,
  summary,
  statements,
  assumption,
  headers,
  content,
}: DeliveryDescription): Json => ({
  post: {
    operationId,
    summary,
    description: `${statedText(statements)}\n\n${assumptionText(assumption)}`,
    tags: ['deliveries'],
    security: [],
    parameters: headers,
    requestBody: { required: true, content, 'x-playa-assumption': assumption },
    responses: RECEIPTS,
    'x-playa-statements': statements,
    'x-playa-assumption': assumption,
  },
})

/** Tag of the outgoing requests. */
export const DELIVERIES_TAG = { name: 'deliveries', description: 'What the service sends to callbacks' }

/** Responses of a receiver. */
const RECEIPTS = {
  '2XX': { description: 'Delivered', 'x-playa-assumption': 'events/success' },
  410: { description: 'The receiver is gone; deliveries to it end', 'x-playa-assumption': 'events/gone' },
  default: { description: 'Not delivered; it is tried again', 'x-playa-assumption': 'events/retries' },
}

const header = (name: string, required: boolean, schema: Json, assumption: AssumptionId): Json => ({
  name,
  in: 'header',
  required,
  description: assumptionText(assumption),
  schema,
  'x-playa-assumption': assumption,
})

const topics = availableTopics(defaultProfile)
const HOOK_ID = header('Notification-Hook-ID', true, { type: 'string' }, 'events/hook-id')
const TIMESTAMP = header(
  'Notification-Timestamp',
  true,
  { type: 'string', format: 'date-time' },
  'events/timestamp',
)
const TOPIC = header('Notification-Topic', true, { type: 'string', enum: topics }, 'events/topic-header')
/** Absent when the configuration has no `Secret`. */
const SIGNATURE = header('Notification-Signature', false, { type: 'string' }, 'events/signature-encoding')

const notification: Json = {
  type: 'object',
  required: ['Topic', 'Momento', 'Entidad'],
  properties: {
    Topic: { type: 'string', enum: topics, 'x-playa-assumption': 'events/topics' },
    Momento: { type: 'string', format: 'date-time' },
    Entidad: {
      description: 'The ref of the publication, of the inquiry or of the agency, as the topic says',
      anyOf: [schemaRef(PublicacionRef), schemaRef(AgenciaRef), schemaRef(Ref)],
    },
  },
}
