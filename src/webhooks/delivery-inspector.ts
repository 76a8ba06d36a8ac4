import { isChosen, type Profile } from '../api/assumptions/profile.ts'
import { secretRemover } from '../lib/redaction/known-secrets.ts'
import { isSecretName, REDACTED } from '../lib/redaction/secret-names.ts'
import { type BodySummary, summarize } from './body-summary.ts'
import {
  type DeliveryToVerify,
  type Verification,
  type VerificationOptions,
  verifyDelivery,
} from './verification.ts'

/** A request as the receiver received it. */
export interface IncomingDelivery {
  readonly method: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The body as received. */
  readonly content: Uint8Array<ArrayBuffer>
  /** Bytes of the body. */
  readonly bytes: number
  /** True when the body is over the limit and was not kept. */
  readonly tooLarge: boolean
}

/** One delivery with its verification and response. No member contains the secret. */
export interface InspectedDelivery {
  /** Order of arrival, from 1. */
  readonly number: number
  /** Time of receipt, in milliseconds since the epoch. */
  readonly atMs: number
  readonly method: string
  readonly path: string
  readonly topic: string | undefined
  readonly hookId: string | undefined
  readonly timestamp: string | undefined
  readonly contentType: string
  /** Custom headers of the configuration (EVT-04); values of secret ones are hidden. */
  readonly customHeaders: Readonly<Record<string, string>>
  readonly bytes: number
  readonly body: string
  readonly summary: BodySummary
  readonly verification: Verification
  /** The first delivery with the same hook id. */
  readonly duplicateOf: PreviousDelivery | undefined
  /** Occurrence of this hook id, from 1. */
  readonly time: number
  readonly notes: readonly string[]
  /** Status of the response. */
  readonly status: number
  /** Reason of a refusal, or the response of the endpoint; sent as the response body. */
  readonly answer: string
}

/** An earlier delivery with the same hook id. */
export interface PreviousDelivery {
  readonly number: number
  readonly status: number
}

/** How the receiver responds. */
export interface ReceiverBehaviour {
  readonly secret: string | undefined
  readonly profile: Profile
  readonly toleranceMs: number
  /** Status of every response, in place of the one that a careful receiver sends. */
  readonly status?: number
  /** Number of first deliveries that get a 500. */
  readonly fail: number
}

/** Number of hook ids that are kept; the oldest are dropped first. */
const MAX_HOOK_IDS = 10_000

interface SeenHookId {
  readonly first: PreviousDelivery
  readonly times: number
}

/** Verifies deliveries in order of arrival and recognizes repeated hook ids. */
export class DeliveryInspector {
  readonly #behaviour: ReceiverBehaviour
  readonly #withoutSecret: (text: string) => string
  readonly #seen = new Map<string, SeenHookId>()
  #count = 0

  constructor(behaviour: ReceiverBehaviour) {
    this.#behaviour = behaviour
    this.#withoutSecret = secretRemover(behaviour.secret === undefined ? [] : [behaviour.secret])
  }

  /** True while the next delivery is one of the first that fail. */
  get isFailing(): boolean {
    return this.#count < this.#behaviour.fail
  }

  /** Verifies one delivery and decides the response: that of the endpoint, if it was forwarded to one. */
  inspect(incoming: IncomingDelivery, nowMs: number, forwarded?: ReceiverResponse): InspectedDelivery {
    const { profile } = this.#behaviour
    const redact = this.#withoutSecret
    const { headers, body } = incoming
    const contentType = headers['content-type'] ?? ''
    const topic = headers['notification-topic']
    const hookId = headers['notification-hook-id']
    const timestamp = headers['notification-timestamp']
    const delivery: DeliveryToVerify = {
      hookId,
      timestamp,
      topic,
      signature: headers['notification-signature'],
      contentType,
      body,
    }
    const options: VerificationOptions = { ...this.#behaviour, nowMs }
    const verification = verifyDelivery(delivery, options)
    this.#count += 1
    const number = this.#count
    const response = forwarded ?? responseTo(incoming, verification, this.#behaviour, number)
    const counts = verification.signature !== 'wrong' && verification.signature !== 'missing'
    const seen =
      counts && hookId !== undefined ? this.#remember(hookId, { number, status: response.status }) : undefined
    const shownBody = redact(body)
    const summary = summarize(contentType, shownBody)
    return {
      number,
      atMs: nowMs,
      method: incoming.method,
      path: redact(incoming.path),
      topic: topic && redact(topic),
      hookId: hookId && redact(hookId),
      timestamp: timestamp && redact(timestamp),
      contentType: redact(contentType),
      customHeaders: customHeaders(headers, redact),
      bytes: incoming.bytes,
      body: shownBody,
      summary,
      verification,
      // One id for a whole configuration does not identify duplicates (`events/hook-id`).
      duplicateOf:
        seen && seen.times > 1 && isChosen(profile, 'events/hook-id', 'per-notification')
          ? seen.first
          : undefined,
      time: seen?.times ?? 1,
      notes: notesOn(topic, summary, hookId),
      status: response.status,
      answer: redact(response.why),
    }
  }

  #remember(hookId: string, now: PreviousDelivery): SeenHookId {
    const before = this.#seen.get(hookId)
    const seen = { first: before?.first ?? now, times: (before?.times ?? 0) + 1 }
    this.#seen.set(hookId, seen)
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > MAX_HOOK_IDS && oldest !== undefined) this.#seen.delete(oldest)
    return seen
  }
}

/** What the receiver answers. */
export interface ReceiverResponse {
  readonly status: number
  /** Body of the response. */
  readonly why: string
}

/** Decides the response of a careful receiver, unless the behaviour sets another. */
const responseTo = (
  incoming: IncomingDelivery,
  verification: Verification,
  behaviour: ReceiverBehaviour,
  number: number,
): ReceiverResponse => {
  if (number <= behaviour.fail) return { status: 500, why: `as configured, the first ${behaviour.fail} fail` }
  if (behaviour.status !== undefined) return { status: behaviour.status, why: 'configured status' }
  if (incoming.method !== 'POST') return { status: 405, why: 'a delivery is a POST (events/method)' }
  if (incoming.tooLarge) return { status: 413, why: 'the body is over the size limit' }
  const { signature, why, stale, staleWhy } = verification
  if (signature === 'wrong' || signature === 'missing') return { status: 401, why }
  if (signature === 'verified' && stale) return { status: 401, why: staleWhy }
  return { status: 204, why: '' }
}

const notesOn = (topic: string | undefined, summary: BodySummary, hookId: string | undefined): string[] => [
  ...(hookId === undefined ? ['there is no Notification-Hook-ID: duplicates cannot be recognized'] : []),
  ...(topic !== undefined && summary.topic !== undefined && summary.topic !== topic
    ? [`the body has the topic ${summary.topic}: trust the header, which is signed`]
    : []),
]

const STANDARD_HEADERS =
  /^(host|connection|content-length|content-type|content-encoding|transfer-encoding|accept|accept-.*|user-agent|date|keep-alive|expect|sec-.*|notification-.*)$/

const customHeaders = (
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !STANDARD_HEADERS.test(name))
      .map(([name, value]) => [redact(name), isSecretName(name) ? REDACTED : redact(value)]),
  )
