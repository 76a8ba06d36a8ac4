import { chosen, type Profile } from '../assumptions/profile.ts'
import { type BodySummary, summarize } from './body-summary.ts'
import { type Arrived, type Judging, type Verification, verify } from './verification.ts'

/** A request as the receiver read it. */
export interface Incoming {
  readonly method: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Bytes that came. */
  readonly bytes: number
  /** More came than is read. */
  readonly tooLarge: boolean
}

/** One delivery, judged and answered. No member holds the secret. */
export interface Reception {
  /** Order of arrival, from 1. */
  readonly number: number
  /** When it had arrived, in milliseconds since the epoch. */
  readonly atMs: number
  readonly method: string
  readonly path: string
  readonly topic: string | undefined
  readonly hookId: string | undefined
  readonly timestamp: string | undefined
  readonly contentType: string
  /** Those that neither HTTP nor the service needs: the custom headers of the configuration (EVT-04), values of secrets hidden. */
  readonly customHeaders: Readonly<Record<string, string>>
  readonly bytes: number
  readonly body: string
  readonly summary: BodySummary
  readonly verification: Verification
  /** The first delivery with the same hook id. */
  readonly duplicateOf: Earlier | undefined
  /** Of how many with this hook id it is, from 1. */
  readonly time: number
  readonly notes: readonly string[]
  /** What was answered. */
  readonly status: number
  /** The reason of a refusal, which is its body. */
  readonly answer: string
}

export interface Earlier {
  readonly number: number
  readonly status: number
}

/** How a receiver answers. */
export interface Manner {
  readonly secret: string | undefined
  readonly profile: Profile
  readonly toleranceMs: number
  /** Answered to everything in place of what a careful receiver would say. */
  readonly status?: number
  /** How many deliveries, from the first on, are answered 500. */
  readonly fail: number
}

/** Hook ids that are remembered; the oldest are forgotten first. */
const REMEMBERED = 10_000

interface Seen {
  readonly first: Earlier
  readonly times: number
}

/** Judges deliveries one after the other, and remembers their hook ids. */
export class Reader {
  readonly #manner: Manner
  readonly #seen = new Map<string, Seen>()
  #count = 0

  constructor(manner: Manner) {
    this.#manner = manner
  }

  read(incoming: Incoming, nowMs: number): Reception {
    const { profile } = this.#manner
    const hide = discretion(this.#manner.secret)
    const { headers, body } = incoming
    const contentType = headers['content-type'] ?? ''
    const topic = headers['notification-topic']
    const hookId = headers['notification-hook-id']
    const timestamp = headers['notification-timestamp']
    const arrived: Arrived = {
      hookId,
      timestamp,
      topic,
      signature: headers['notification-signature'],
      contentType,
      body,
    }
    const judging: Judging = { ...this.#manner, nowMs }
    const verification = verify(arrived, judging)
    this.#count += 1
    const number = this.#count
    const answer = answerTo(incoming, verification, this.#manner, number)
    const counts = verification.signature !== 'wrong' && verification.signature !== 'missing'
    const seen = counts && hookId !== undefined ? this.#remember(hookId, { number, status: answer.status }) : undefined
    const shownBody = hide(body)
    const summary = summarize(contentType, shownBody)
    return {
      number,
      atMs: nowMs,
      method: incoming.method,
      path: hide(incoming.path),
      topic: topic && hide(topic),
      hookId: hookId && hide(hookId),
      timestamp: timestamp && hide(timestamp),
      contentType: hide(contentType),
      customHeaders: customHeaders(headers, hide),
      bytes: incoming.bytes,
      body: shownBody,
      summary,
      verification,
      // One id for a whole configuration tells nothing of repeats (`events/hook-id`).
      duplicateOf:
        seen && seen.times > 1 && chosen(profile, 'events/hook-id') === 'per-notification' ? seen.first : undefined,
      time: seen?.times ?? 1,
      notes: notesOn(topic, summary, hookId),
      status: answer.status,
      answer: answer.why,
    }
  }

  #remember(hookId: string, now: Earlier): Seen {
    const before = this.#seen.get(hookId)
    const seen = { first: before?.first ?? now, times: (before?.times ?? 0) + 1 }
    this.#seen.set(hookId, seen)
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > REMEMBERED && oldest !== undefined) this.#seen.delete(oldest)
    return seen
  }
}

interface Answer {
  readonly status: number
  readonly why: string
}

/** What a careful receiver says, unless it was told to say something else. */
const answerTo = (incoming: Incoming, verification: Verification, manner: Manner, number: number): Answer => {
  if (number <= manner.fail) return { status: 500, why: `as told, the first ${manner.fail} fail` }
  if (manner.status !== undefined) return { status: manner.status, why: 'told to answer this' }
  if (incoming.method !== 'POST') return { status: 405, why: 'a delivery is a POST (events/method)' }
  if (incoming.tooLarge) return { status: 413, why: 'the body is larger than is read here' }
  const { signature, why, stale, staleWhy } = verification
  if (signature === 'wrong' || signature === 'missing') return { status: 401, why }
  if (signature === 'verified' && stale) return { status: 401, why: staleWhy }
  return { status: 204, why: '' }
}

const notesOn = (topic: string | undefined, summary: BodySummary, hookId: string | undefined): string[] => [
  ...(hookId === undefined ? ['there is no Notification-Hook-ID: repeats cannot be recognized'] : []),
  ...(topic !== undefined && summary.topic !== undefined && summary.topic !== topic
    ? [`the body names the topic ${summary.topic}: believe the header, which is signed`]
    : []),
]

const FRAMING =
  /^(host|connection|content-length|content-type|content-encoding|transfer-encoding|accept|accept-.*|user-agent|date|keep-alive|expect|sec-.*|notification-.*)$/

const SECRET = /auth|cookie|secret|token|key|password|signature/

const customHeaders = (
  headers: Readonly<Record<string, string>>,
  hide: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !FRAMING.test(name))
      .map(([name, value]) => [hide(name), SECRET.test(name) ? HIDDEN : hide(value)]),
  )

/** Shorter texts turn up by chance. The service takes no secret of less than 16 (EVT-03). */
const SHORTEST_SECRET = 8

/** Takes the secret out of whatever a sender wrote, as it is and as it stands in JSON. */
export const discretion = (secret: string | undefined): ((text: string) => string) => {
  if (secret === undefined || secret.length < SHORTEST_SECRET) return (text) => text
  const inJson = JSON.stringify(secret).slice(1, -1)
  return (text) => text.replaceAll(secret, HIDDEN).replaceAll(inJson, HIDDEN)
}

const HIDDEN = '[hidden]'
