import { redactRequest } from '../../api/wire/delivery-headers.ts'
import { secretRemover } from '../../lib/redaction/known-secrets.ts'
import { redactBody } from '../../lib/redaction/redact-body.ts'
import { redactHeaderValue } from '../../lib/redaction/redact-headers.ts'
import { redactUrls, secretsOfUrl } from '../../lib/redaction/redact-urls.ts'
import { isSecretName } from '../../lib/redaction/secret-names.ts'
import { isUrl } from '../../lib/text/url.ts'
import {
  type AttemptRequest,
  type AttemptResponse,
  type Delivery,
  type DeliveryAttempt,
  deliveryByNumber,
} from '../../model/world/delivery.ts'
import { type Mail, type Outbox, withMail } from '../../model/world/outbox.ts'
import { simulatedReceiverAt } from '../../model/world/story.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import {
  attemptVerdict,
  cancelDelivery,
  RESPONSE_TIMEOUT_MS,
  recordAttempt,
} from '../notifications/delivery-outcome.ts'
import { type OutgoingMessage, renderDelivery } from '../notifications/render.ts'
import { guardedRequest, OutgoingFailed, OutgoingRefused } from '../outbound/guarded-request.ts'
import type { GuardedResponse } from '../outbound/http-exchange.ts'
import type { DeliveryPorts } from './delivery-ports.ts'
import { entityRepresentations } from './delivery-representations.ts'
import type { WorldHandle } from './world-registry.ts'

/** Maximum bytes stored of a receiver's response. */
const MAX_RESPONSE_BYTES = 16 * 1024

/**
 * Attempts a delivery and records the attempt in the world, which may have changed during the attempt;
 * returns the outcome in a few words.
 * `isTwice`: an injected fault sends it again once it is accepted.
 */
export const attemptDelivery = async (
  ports: DeliveryPorts,
  worldHandle: WorldHandle,
  { number, isTwice = false }: { readonly number: number; readonly isTwice?: boolean },
): Promise<string> => {
  const { epoch } = worldHandle
  const delivery = deliveryByNumber(worldHandle.world.deliveries, number)
  if (!delivery) return 'dropped'
  const atMs = worldTimeMs(worldHandle.world.clock, ports.wallMs())
  const message = renderDelivery(worldHandle.world, delivery, atMs, entityRepresentations)
  if (message.kind === 'void') {
    worldHandle.world = cancelDelivery(worldHandle.world, number, message.why)
    return `cancelled: ${message.why}`
  }
  const attempt =
    message.kind === 'mail'
      ? await attemptMail(ports, worldHandle, { ...message, delivery, atMs })
      : (attemptSimulated(worldHandle, message, atMs) ?? (await attemptRequest(ports, message, atMs)))
  // The world may have been reset, restored or deleted during the attempt.
  if (worldHandle.epoch !== epoch) return 'discarded: the world was reset or restored'
  const doneMs = worldTimeMs(worldHandle.world.clock, ports.wallMs())
  worldHandle.world = recordAttempt(worldHandle.world, number, attempt, doneMs)
  if (!isTwice || !attempt.delivered || message.kind === 'mail') return attempt.verdict
  const second = await attemptRequest(ports, message, doneMs)
  if (worldHandle.epoch === epoch)
    worldHandle.world = recordAttempt(worldHandle.world, number, second, doneMs)
  return attempt.verdict
}

type HttpMessage = Extract<OutgoingMessage, { kind: 'http' }>

/** Responds for a receiver that the story simulates: nothing leaves the sandbox, and no time passes. */
const attemptSimulated = (
  { world }: WorldHandle,
  { method, url, headers, body }: HttpMessage,
  atMs: number,
): DeliveryAttempt | undefined => {
  const receiver = simulatedReceiverAt(world.story, url)
  if (!receiver) return undefined
  const { status } = receiver
  const response = { status, headers: {}, body: 'Response of a receiver that the scenario simulates.' }
  return {
    atMs,
    request: redactRequest({ method, url, headers, body }),
    response,
    tookMs: 0,
    ...attemptVerdict(status),
  }
}

/** Sends the request to its receiver through the guard of outgoing requests. */
const attemptRequest = async (
  ports: DeliveryPorts,
  { method, url, headers, body }: HttpMessage,
  atMs: number,
): Promise<DeliveryAttempt> => {
  const startedMs = performance.now()
  const request: AttemptRequest = redactRequest({ method, url, headers, body })
  const tookMs = () => performance.now() - startedMs
  try {
    const response = await (ports.sendRequest ?? guardedRequest)({
      url,
      method,
      headers: Object.fromEntries(headers),
      body,
      timeoutMs: RESPONSE_TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      allowPrivate: ports.allowPrivate,
    })
    const recorded = recordedResponse(response, { url, headers })
    return { atMs, request, response: recorded, tookMs: tookMs(), ...attemptVerdict(response.status) }
  } catch (error) {
    if (!(error instanceof OutgoingRefused || error instanceof OutgoingFailed)) throw error
    return {
      atMs,
      request,
      response: null,
      tookMs: tookMs(),
      delivered: false,
      verdict: redactUrls(error.message),
    }
  }
}

/** Records a response without secrets: the receiver's own, and those of the request that it may repeat. */
const recordedResponse = (
  { status, headers, body }: Pick<GuardedResponse, 'status' | 'headers' | 'body'>,
  sent: Pick<HttpMessage, 'url' | 'headers'>,
): AttemptResponse => {
  const withoutSent = secretRemover(sentSecrets(sent))
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, withoutSent(redactHeaderValue(name, value))]),
    ),
    body: withoutSent(redactBody(Buffer.from(body).toString('utf8'))),
  }
}

const sentSecrets = ({ url, headers }: Pick<HttpMessage, 'url' | 'headers'>): string[] => [
  ...headers.flatMap(([name, value]) =>
    isSecretName(name) && name !== 'Notification-Signature' ? [value, ...value.split(' ')] : [],
  ),
  ...(isUrl(url) ? secretsOfUrl(new URL(url)) : []),
]

interface MailMessage {
  readonly mail: Omit<Mail, 'number'>
  readonly delivery: Delivery
  readonly atMs: number
}

/** Adds the mail to the outbox on its first attempt, then sends it if an SMTP server is configured. */
const attemptMail = async (
  ports: DeliveryPorts,
  worldHandle: WorldHandle,
  { mail, delivery, atMs }: MailMessage,
): Promise<DeliveryAttempt> => {
  const startedMs = performance.now()
  const { outbox } = worldHandle.world
  // A retry sends the same mail; a redelivery after success is a new mail.
  const known =
    delivery.attempts.at(-1)?.delivered === false ? mailOfDelivery(outbox, delivery.number) : undefined
  if (!known) worldHandle.world = { ...worldHandle.world, outbox: withMail(outbox, mail) }
  const failure = await ports.sendMail?.(known ?? { ...mail, number: outbox.next })
  const verdict = failure ?? (ports.sendMail ? 'delivered' : 'delivered to the outbox')
  const tookMs = performance.now() - startedMs
  return { atMs, request: null, response: null, tookMs, delivered: failure === undefined, verdict }
}

const mailOfDelivery = ({ mails }: Outbox, number: number): Mail | undefined =>
  [...mails].findLast((mail) => mail.delivery === number)
