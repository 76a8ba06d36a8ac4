import { redactRequest } from '../notifications/delivery-headers.ts'
import {
  attemptVerdict,
  cancelDelivery,
  RESPONSE_TIMEOUT_MS,
  recordAttempt,
} from '../notifications/delivery-outcome.ts'
import { type OutgoingMessage, renderDelivery } from '../notifications/render.ts'
import { guardedRequest, OutgoingFailed, OutgoingRefused } from '../outbound/guarded-request.ts'
import { type AttemptRequest, type Delivery, type DeliveryAttempt, deliveryByNumber } from '../world/delivery.ts'
import { type Mail, type Outbox, withMail } from '../world/outbox.ts'
import { simulatedReceiverAt } from '../world/story.ts'
import { worldTimeMs } from '../world/world.ts'
import type { DeliveryPorts } from './delivery-queue.ts'
import { entityRepresentations } from './delivery-representations.ts'
import type { WorldHandle } from './world-registry.ts'

/** What is kept of a receiver's answer, in bytes. */
const MAX_RESPONSE_BYTES = 16 * 1024

/** Attempts the delivery of that number and settles it into the world of the later moment; answers in a few words what became of it. */
export const attemptDelivery = async (ports: DeliveryPorts, worldHandle: WorldHandle, number: number): Promise<string> => {
  const { epoch } = worldHandle
  const delivery = deliveryByNumber(worldHandle.world.deliveries, number)
  if (!delivery) return 'forgotten'
  const atMs = worldTimeMs(worldHandle.world.clock, ports.wallMs())
  const sent = renderDelivery(worldHandle.world, delivery, atMs, entityRepresentations)
  if (sent.kind === 'void') {
    worldHandle.world = cancelDelivery(worldHandle.world, number, sent.why)
    return `cancelled: ${sent.why}`
  }
  const attempt =
    sent.kind === 'mail'
      ? await attemptMail(ports, worldHandle, { ...sent, delivery, atMs })
      : (attemptSimulated(worldHandle, sent, atMs) ?? (await attemptRequest(ports, sent, atMs)))
  // The world that it belonged to may have been put back or deleted meanwhile.
  if (worldHandle.epoch !== epoch) return 'overtaken: the world was put back'
  worldHandle.world = recordAttempt(worldHandle.world, number, attempt, worldTimeMs(worldHandle.world.clock, ports.wallMs()))
  return attempt.verdict
}

type HttpMessage = Extract<OutgoingMessage, { kind: 'http' }>

/** A story's own receiver answers without anything leaving the sandbox, and takes no time. */
const attemptSimulated = (
  { world }: WorldHandle,
  { method, url, headers, body }: HttpMessage,
  atMs: number,
): DeliveryAttempt | undefined => {
  const receiver = simulatedReceiverAt(world.story, url)
  if (!receiver) return undefined
  const { status } = receiver
  const response = { status, headers: {}, body: 'Answered by a receiver of the scenario, inside the sandbox.' }
  return {
    atMs,
    request: redactRequest({ method, url, headers, body }),
    response,
    tookMs: 0,
    ...attemptVerdict(status),
  }
}

const attemptRequest = async (
  ports: DeliveryPorts,
  { method, url, headers, body }: HttpMessage,
  atMs: number,
): Promise<DeliveryAttempt> => {
  const startedMs = performance.now()
  const request: AttemptRequest = redactRequest({ method, url, headers, body })
  const tookMs = () => performance.now() - startedMs
  try {
    const response = await guardedRequest({
      url,
      method,
      headers: Object.fromEntries(headers),
      body,
      timeoutMs: RESPONSE_TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      allowPrivate: ports.allowPrivate,
    })
    const answered = {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(response.body).toString('utf8'),
    }
    return { atMs, request, response: answered, tookMs: tookMs(), ...attemptVerdict(response.status) }
  } catch (error) {
    if (!(error instanceof OutgoingRefused || error instanceof OutgoingFailed)) throw error
    return { atMs, request, response: null, tookMs: tookMs(), delivered: false, verdict: error.message }
  }
}

interface MailMessage {
  readonly mail: Omit<Mail, 'number'>
  readonly delivery: Delivery
  readonly atMs: number
}

/** A mail is in the outbox from its first attempt on, whether or not a server takes it afterwards. */
const attemptMail = async (
  ports: DeliveryPorts,
  worldHandle: WorldHandle,
  { mail: drawn, delivery, atMs }: MailMessage,
): Promise<DeliveryAttempt> => {
  const startedMs = performance.now()
  const { outbox } = worldHandle.world
  // What a server refused is the same mail when it is sent again; what went out once is another one.
  const known = delivery.attempts.at(-1)?.delivered === false ? mailOfDelivery(outbox, delivery.number) : undefined
  if (!known) worldHandle.world = { ...worldHandle.world, outbox: withMail(outbox, drawn) }
  const failure = await ports.sendMail?.(known ?? { ...drawn, number: outbox.next })
  const verdict = failure ?? (ports.sendMail ? 'delivered' : 'delivered to the outbox')
  const tookMs = performance.now() - startedMs
  return { atMs, request: null, response: null, tookMs, delivered: failure === undefined, verdict }
}

const mailOfDelivery = ({ mails }: Outbox, number: number): Mail | undefined =>
  [...mails].findLast((mail) => mail.delivery === number)
