import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../lib/calendar/date-time.ts'
import * as assessments from './probe-assessments.ts'
import type { DeliveryFactory, ProbeCase } from './probe-case.ts'

const HOUR_MS = 3_600_000
const LARGE_CHARACTERS = 1024 * 1024

const ACCEPTED = 'any 2xx'
const REFUSED = '401 or another 4xx, without processing it'

/** The cases of a probe, in order. Every request is genuine unless the case says otherwise. */
export const probeCases = (topics: readonly string[]): readonly ProbeCase[] => [
  {
    id: 'good',
    essential: true,
    sent: 'a delivery as the service makes it',
    careful: ACCEPTED,
    requests: [(build) => build()],
    assess: assessments.assessGenuine,
  },
  ...topics.map(topicCase),
  ...FORGERIES,
  ...TIMES,
  ...REPEATS,
  ...UNUSUAL_INPUT,
  {
    id: 'good-after-all',
    essential: true,
    sent: 'a delivery as the service makes it, after all other cases',
    careful: `${ACCEPTED}: no earlier case stops it`,
    requests: [(build) => build()],
    assess: assessments.assessGenuine,
  },
]

const EVENTS: Readonly<Record<string, string>> = {
  'agencia-invitacion-aceptada': 'an invitation that an agency accepted',
  'publicacion-consultada': 'an inquiry on a publication',
  'publicacion-estado': 'a publication that changed its state',
}

const topicCase = (topic: string): ProbeCase => ({
  id: `topic-${topic}`,
  essential: true,
  sent: `${EVENTS[topic] ?? 'an event'}: topic ${topic}`,
  careful: ACCEPTED,
  requests: [(build) => build({ topic, sample: { suspended: true } })],
  assess: assessments.assessGenuine,
})

/** Replaces a header by another valid value, so that only the signature reveals it. */
const tamperedHeader = (
  name: 'hook-id' | 'timestamp' | 'topic',
  how: string,
  tampered: (build: DeliveryFactory) => Record<string, string>,
): ProbeCase => ({
  id: `tampered-${name}`,
  essential: true,
  sent: `signed, then ${how}`,
  careful: `${REFUSED}: the signature covers the value`,
  requests: [(build) => build({ tampered: tampered(build) })],
  assess: assessments.assessForgery(
    `Compute the signature over the received values, including this header (EVT-05).`,
  ),
})

const FORGERIES: readonly ProbeCase[] = [
  {
    id: 'wrong-secret',
    essential: true,
    sent: 'signed with another secret',
    careful: REFUSED,
    requests: [(build) => build({ forged: true })],
    assess: assessments.assessForgery(
      'Compute the signature and compare it in constant time: anyone can send this request.',
    ),
  },
  {
    id: 'missing-signature',
    essential: true,
    sent: 'without Notification-Signature',
    careful: `${REFUSED}: with a secret configured every delivery is signed`,
    requests: [(build) => build({ tampered: { 'Notification-Signature': null } })],
    assess: assessments.assessForgery(
      'Refuse requests without a signature: leaving it out is the simplest forgery.',
    ),
  },
  {
    id: 'malformed-signature',
    essential: true,
    sent: 'Notification-Signature: x',
    careful: REFUSED,
    requests: [(build) => build({ tampered: { 'Notification-Signature': 'x' } })],
    assess: assessments.assessForgery('Compare the whole signature.'),
  },
  tamperedHeader('hook-id', 'given another Notification-Hook-ID', () => ({
    'Notification-Hook-ID': randomUUID(),
  })),
  tamperedHeader('timestamp', 'given a Notification-Timestamp a few seconds older', (build) => ({
    'Notification-Timestamp': build({ ageMs: 5_000 }).headers['Notification-Timestamp'] ?? '',
  })),
  tamperedHeader('topic', 'given another Notification-Topic', ({ topics }) => ({
    'Notification-Topic': topics[1] ?? `${topics[0] ?? 'topic'}-2`,
  })),
]

const TIMES: readonly ProbeCase[] = [
  {
    id: 'stale-timestamp',
    essential: true,
    sent: 'correctly signed, timestamp of yesterday',
    careful: `${REFUSED}: each attempt has a new timestamp, so an old one is a replay`,
    requests: [(build) => build({ ageMs: DAY_MS })],
    assess: assessments.assessForgery(
      'Refuse timestamps more than a few minutes from your clock, or a recorded delivery can be replayed forever.',
    ),
  },
  {
    id: 'future-timestamp',
    essential: false,
    sent: 'correctly signed, timestamp of tomorrow',
    careful: `${REFUSED}: it would stay fresh for a day`,
    requests: [(build) => build({ ageMs: -DAY_MS })],
    assess: assessments.adviseOnForgery('Check the distance from your clock in both directions.'),
  },
  {
    id: 'unreadable-timestamp',
    essential: false,
    sent: 'correctly signed, timestamp "yesterday"',
    careful: `${REFUSED}: an unreadable timestamp is not fresh`,
    requests: [(build) => build({ timestamp: 'yesterday' })],
    assess: assessments.adviseOnForgery(
      'Refuse a timestamp that cannot be parsed: a comparison with NaN is never true.',
    ),
  },
]

const REPEATS: readonly ProbeCase[] = [
  {
    id: 'duplicate',
    essential: true,
    sent: 'the same hook id twice, with a new timestamp and signature, as in a retry',
    careful:
      '2xx both times, processed once (which a probe cannot see): the first response may have been lost',
    requests: withOneHookId((build, hookId) => build({ hookId })),
    assess: assessments.assessRepeat,
  },
  {
    id: 'reordered',
    essential: true,
    sent: 'two events about one entity, the later one first',
    careful: '2xx both times: retries arrive late. Compare Momento or read the entity, do not rely on order',
    requests: [
      (build) => build({ topic: repeatedTopic(build), sample: { suspended: true } }),
      (build) => build({ topic: repeatedTopic(build), happenedAgoMs: HOUR_MS }),
    ],
    assess: assessments.assessGenuine,
  },
]

/** A topic whose entity can change more than once, if there is one. */
function repeatedTopic({ topics }: DeliveryFactory): string {
  return topics.find((topic) => topic === 'publicacion-estado') ?? topics[0] ?? ''
}

/** Two requests that share one hook id. */
function withOneHookId(
  make: (build: DeliveryFactory, hookId: string) => ReturnType<DeliveryFactory>,
): ProbeCase['requests'] {
  const hookIds = new WeakMap<DeliveryFactory, string>()
  const hookIdFor = (build: DeliveryFactory) => {
    const hookId = hookIds.get(build) ?? randomUUID()
    hookIds.set(build, hookId)
    return hookId
  }
  const request = (build: DeliveryFactory) => make(build, hookIdFor(build))
  return [request, request]
}

const UNUSUAL_INPUT: readonly ProbeCase[] = [
  {
    id: 'unknown-topic',
    essential: true,
    sent: 'an undocumented topic, correctly signed',
    careful: '2xx, and ignored: new topics may be added',
    requests: [(build) => build({ topic: 'playa-topic-of-tomorrow' })],
    assess: assessments.assessUnknownTopic,
  },
  {
    id: 'unknown-members',
    essential: true,
    sent: 'undocumented members and headers',
    careful: `${ACCEPTED}: unknown members are ignored, since new ones may be added`,
    requests: [
      (build) =>
        build({
          members: { Novedad: { Nivel: 1, Detalle: [null, true] } },
          tampered: { 'Notification-Novelty': '1' },
        }),
    ],
    assess: assessments.assessGenuine,
  },
  {
    id: 'large-body',
    essential: true,
    sent: 'a body of 1 MiB',
    careful: '2xx, or 413 above your size limit',
    requests: [(build) => build({ sample: { text: 'ñ'.repeat(LARGE_CHARACTERS / 2) } })],
    assess: assessments.assessLargeBody,
  },
  {
    id: 'slow-body',
    essential: true,
    sent: 'a body in chunks, with pauses',
    careful: `${ACCEPTED}, after the end of the body`,
    requests: [(build) => build({ spreadMs: build.slowMs })],
    assess: assessments.assessSlowBody,
  },
  {
    id: 'header-case',
    essential: false,
    sent: 'header names in lower case, as proxies send them',
    careful: `${ACCEPTED}: header names are case-insensitive`,
    requests: [
      (build) => {
        const { headers, ...rest } = build()
        const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
        return { ...rest, headers: Object.fromEntries(lower) }
      },
    ],
    assess: assessments.adviseOnly,
  },
  {
    id: 'agency-web-hook',
    essential: false,
    sent: "an agency's webhook: no Notification-Topic, the signature covers only hook id and timestamp",
    careful: '2xx if the endpoint also serves agencies; otherwise a refusal is fine',
    requests: [(build) => build({ to: 'agency' })],
    assess: (observed, timeoutMs) => {
      const { grade } = assessments.adviseOnly(observed, timeoutMs)
      return grade === 'pass'
        ? { grade, advice: '' }
        : {
            grade,
            advice:
              'Only if this URL also serves an agency’s webhook: include the topic in the signature only when it is present (EVT-05).',
          }
    },
  },
  {
    id: 'prompt',
    essential: false,
    sent: 'a plain delivery, timed',
    careful: '2xx within a fifth of the time limit of the service',
    requests: [(build) => build()],
    assess: assessments.assessPromptness,
  },
]
