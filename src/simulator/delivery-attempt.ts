import { type Attempt, type AttemptRequest, type Delivery, deliveryOf } from '../world/delivery.ts'
import { type Mail, type Outbox, withMail } from '../world/mail.ts'
import { receiverAt } from '../world/story.ts'
import { timeOf } from '../world/world.ts'
import { guardedRequest, OutgoingFailed, OutgoingRefused } from '../outbound/guarded-request.ts'
import { shownRequest } from '../notifications/delivery-headers.ts'
import { type Rendered, rendered } from '../notifications/render.ts'
import { ANSWER_WITHIN_MS, cancelled, settled, verdictOf } from '../notifications/delivery-outcome.ts'
import type { CourierRim } from './delivery-queue.ts'
import { looks } from './delivery-representations.ts'
import type { Held } from './world-registry.ts'

/** What is kept of a receiver's answer, in bytes. */
const ANSWER_BYTES = 16 * 1024

/** Attempts the delivery of that number and settles it into the world of the later moment; answers in a few words what became of it. */
export const attempted = async (rim: CourierRim, held: Held, number: number): Promise<string> => {
  const { epoch } = held
  const delivery = deliveryOf(held.world.deliveries, number)
  if (!delivery) return 'forgotten'
  const atMs = timeOf(held.world.clock, rim.wallMs())
  const sent = rendered(held.world, delivery, atMs, looks)
  if (sent.kind === 'void') {
    held.world = cancelled(held.world, number, sent.why)
    return `cancelled: ${sent.why}`
  }
  const attempt =
    sent.kind === 'mail'
      ? await posted(rim, held, { ...sent, delivery, atMs })
      : (answeredHere(held, sent, atMs) ?? (await requested(rim, sent, atMs)))
  // The world that it belonged to may have been put back or deleted meanwhile.
  if (held.epoch !== epoch) return 'overtaken: the world was put back'
  held.world = settled(held.world, number, attempt, timeOf(held.world.clock, rim.wallMs()))
  return attempt.verdict
}

type Hook = Extract<Rendered, { kind: 'http' }>

/** A story's own receiver answers without anything leaving the sandbox, and takes no time. */
const answeredHere = ({ world }: Held, { method, url, headers, body }: Hook, atMs: number): Attempt | undefined => {
  const receiver = receiverAt(world.story, url)
  if (!receiver) return undefined
  const { status } = receiver
  const response = { status, headers: {}, body: 'Answered by a receiver of the scenario, inside the sandbox.' }
  return { atMs, request: shownRequest({ method, url, headers, body }), response, tookMs: 0, ...verdictOf(status) }
}

const requested = async (rim: CourierRim, { method, url, headers, body }: Hook, atMs: number): Promise<Attempt> => {
  const startedMs = performance.now()
  const request: AttemptRequest = shownRequest({ method, url, headers, body })
  const tookMs = () => performance.now() - startedMs
  try {
    const response = await guardedRequest({
      url,
      method,
      headers: Object.fromEntries(headers),
      body,
      timeoutMs: ANSWER_WITHIN_MS,
      maxResponseBytes: ANSWER_BYTES,
      allowPrivate: rim.allowPrivate,
    })
    const answered = {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(response.body).toString('utf8'),
    }
    return { atMs, request, response: answered, tookMs: tookMs(), ...verdictOf(response.status) }
  } catch (error) {
    if (!(error instanceof OutgoingRefused || error instanceof OutgoingFailed)) throw error
    return { atMs, request, response: null, tookMs: tookMs(), delivered: false, verdict: error.message }
  }
}

interface Post {
  readonly mail: Omit<Mail, 'number'>
  readonly delivery: Delivery
  readonly atMs: number
}

/** A mail is in the outbox from its first attempt on, whether or not a server takes it afterwards. */
const posted = async (rim: CourierRim, held: Held, { mail: drawn, delivery, atMs }: Post): Promise<Attempt> => {
  const startedMs = performance.now()
  const { outbox } = held.world
  // What a server refused is the same mail when it is sent again; what went out once is another one.
  const known = delivery.attempts.at(-1)?.delivered === false ? mailFor(outbox, delivery.number) : undefined
  if (!known) held.world = { ...held.world, outbox: withMail(outbox, drawn) }
  const failure = await rim.sendMail?.(known ?? { ...drawn, number: outbox.next })
  const verdict = failure ?? (rim.sendMail ? 'delivered' : 'delivered to the outbox')
  const tookMs = performance.now() - startedMs
  return { atMs, request: null, response: null, tookMs, delivered: failure === undefined, verdict }
}

const mailFor = ({ mails }: Outbox, number: number): Mail | undefined =>
  [...mails].findLast((mail) => mail.delivery === number)
