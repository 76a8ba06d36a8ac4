import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import { defaultProfile } from '../../src/api/assumptions/profile.ts'
import { Consulta } from '../../src/api/wire/response-schemas.ts'
import { availableTopics } from '../../src/model/domain/webhooks/webhook-rules.ts'
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
const SIGNATURE_RULES = [
  'events/signature-algorithm',
  'events/signature-join',
  'events/signature-encoding',
] as const
const HOOK_ID = header('Notification-Hook-ID', true, { type: 'string' }, 'events/hook-id')
const TIMESTAMP = header(
  'Notification-Timestamp',
  true,
  { type: 'string', format: 'date-time' },
  'events/timestamp',
)
/** The names are an assumption, so receivers must take others. */
const TOPIC_NAME = {
  type: 'string',
  description: `Topic: ${topics.join(', ')} in the sandbox; others may come`,
  'x-playa-values': topics,
  'x-playa-assumption': 'events/topics',
}
const TOPIC = header('Notification-Topic', true, TOPIC_NAME, 'events/topic-header')
/** Absent when the configuration has no `Secret`. */
const SIGNATURE: Json = {
  name: 'Notification-Signature',
  in: 'header',
  required: false,
  description: [
    'Present when the configuration has a `Secret`: `base64(HMAC-SHA256(key, text))`. The key is the secret in ' +
      'UTF-8. The text is the values of `Notification-Hook-ID`, `Notification-Timestamp` and, only if it is ' +
      'present, `Notification-Topic`, in this order, as sent, in UTF-8, joined by a line feed. The body is not ' +
      'signed.',
    ...SIGNATURE_RULES.map(assumptionText),
  ].join('\n\n'),
  schema: { type: 'string' },
  'x-playa-assumption': 'events/signature-encoding',
}

const notification: Json = {
  type: 'object',
  required: ['Topic', 'Momento', 'Entidad'],
  properties: {
    Topic: TOPIC_NAME,
    Momento: { type: 'string', format: 'date-time' },
    // Inline and one object: some generators leave out a component that only webhooks use, and take the first
    // of several that fits.
    Entidad: {
      type: 'object',
      description: 'The ref of the publication, of the inquiry or of the agency, as the topic says',
      required: ['href', 'title'],
      properties: {
        href: { type: 'string', description: 'Where to read the entity' },
        title: { type: 'string' },
        etag: { type: 'string', description: 'Entity tag, of a publication' },
        ExternalId: { type: 'string', description: 'Id that the client assigned, of a publication' },
        EstadoActual: { type: 'string', description: 'Current state, of a publication' },
        AdminMail: { type: 'string', description: 'E-mail of the administrator, of an agency' },
      },
    },
  },
}
