import { randomUUID } from 'node:crypto'
import type { Mint, ProbeCase } from './probe-case.ts'
import * as judges from './probe-judges.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const LARGE_CHARACTERS = 1024 * 1024

const TAKEN = '2xx, any of them'
const REFUSED = '401, or another 4xx, and nothing is done with it'

/** What an endpoint is put through, in this order. Every request is genuine unless it says otherwise. */
export const probeCases = (topics: readonly string[]): readonly ProbeCase[] => [
  {
    id: 'good',
    essential: true,
    sent: 'a delivery as the service makes it',
    careful: TAKEN,
    shots: [(mint) => mint()],
    judge: judges.genuine,
  },
  ...topics.map(topicCase),
  ...FORGERIES,
  ...TIMES,
  ...REPEATS,
  ...SURPRISES,
  {
    id: 'good-after-all',
    essential: true,
    sent: 'a delivery as the service makes it, after all of the above',
    careful: `${TAKEN}: nothing of what came before keeps it from its work`,
    shots: [(mint) => mint()],
    judge: judges.genuine,
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
  careful: TAKEN,
  shots: [(mint) => mint({ topic, sample: { suspended: true } })],
  judge: judges.genuine,
})

/** Another value of the same form, so that only the signature can tell. */
const tamperedHeader = (
  name: 'hook-id' | 'timestamp' | 'topic',
  how: string,
  tampered: (mint: Mint) => Record<string, string>,
): ProbeCase => ({
  id: `tampered-${name}`,
  essential: true,
  sent: `signed, then ${how}`,
  careful: `${REFUSED}: the signature covers the value`,
  shots: [(mint) => mint({ tampered: tampered(mint) })],
  judge: judges.forged(`Compute the signature over the values as they came, this header's included (EVT-05).`),
})

const FORGERIES: readonly ProbeCase[] = [
  {
    id: 'wrong-secret',
    essential: true,
    sent: 'signed with another secret',
    careful: REFUSED,
    shots: [(mint) => mint({ forged: true })],
    judge: judges.forged('Compute the signature and compare it, in constant time: anybody can send this.'),
  },
  {
    id: 'missing-signature',
    essential: true,
    sent: 'without Notification-Signature',
    careful: `${REFUSED}: with a secret configured every delivery is signed`,
    shots: [(mint) => mint({ tampered: { 'Notification-Signature': null } })],
    judge: judges.forged('Refuse what carries no signature: leaving it out is the simplest forgery.'),
  },
  {
    id: 'malformed-signature',
    essential: true,
    sent: 'Notification-Signature: x',
    careful: REFUSED,
    shots: [(mint) => mint({ tampered: { 'Notification-Signature': 'x' } })],
    judge: judges.forged('Compare the whole signature.'),
  },
  tamperedHeader('hook-id', 'given another Notification-Hook-ID', () => ({ 'Notification-Hook-ID': randomUUID() })),
  tamperedHeader('timestamp', 'given a Notification-Timestamp a few seconds older', (mint) => ({
    'Notification-Timestamp': mint({ ageMs: 5_000 }).headers['Notification-Timestamp'] ?? '',
  })),
  tamperedHeader('topic', 'given another Notification-Topic', ({ topics }) => ({
    'Notification-Topic': topics[1] ?? `${topics[0] ?? 'topic'}-2`,
  })),
]

const TIMES: readonly ProbeCase[] = [
  {
    id: 'stale-timestamp',
    essential: true,
    sent: 'signed rightly, stamped yesterday',
    careful: `${REFUSED}: each attempt is stamped anew, so what is old was recorded and replayed`,
    shots: [(mint) => mint({ ageMs: DAY_MS })],
    judge: judges.forged(
      'Refuse timestamps more than a few minutes from your clock, or a recorded delivery works for ever.',
    ),
  },
  {
    id: 'future-timestamp',
    essential: false,
    sent: 'signed rightly, stamped tomorrow',
    careful: `${REFUSED}: it would stay fresh for a day`,
    shots: [(mint) => mint({ ageMs: -DAY_MS })],
    judge: judges.doubtful('Judge the distance from your clock in both directions.'),
  },
  {
    id: 'unreadable-timestamp',
    essential: false,
    sent: 'signed rightly, stamped "yesterday"',
    careful: `${REFUSED}: what is no time is not fresh`,
    shots: [(mint) => mint({ timestamp: 'yesterday' })],
    judge: judges.doubtful('Refuse a timestamp that cannot be read: a comparison with NaN is never true.'),
  },
]

const REPEATS: readonly ProbeCase[] = [
  {
    id: 'duplicate',
    essential: true,
    sent: 'the same hook id twice, stamped and signed anew, as a retry is',
    careful:
      '2xx both times, and the work is done once (which cannot be seen from here): your first answer may have been lost',
    shots: twice((mint, hookId) => mint({ hookId })),
    judge: judges.repeated,
  },
  {
    id: 'reordered',
    essential: true,
    sent: 'two events about one thing, the later one first',
    careful: '2xx both times: retries come late. Go by Momento, or fetch the entity, rather than by order',
    shots: [
      (mint) => mint({ topic: changing(mint), sample: { suspended: true } }),
      (mint) => mint({ topic: changing(mint), happenedAgoMs: HOUR_MS }),
    ],
    judge: judges.genuine,
  },
]

/** A topic about something that changes more than once, if there is one. */
function changing({ topics }: Mint): string {
  return topics.find((topic) => topic === 'publicacion-estado') ?? topics[0] ?? ''
}

/** Two requests that share one hook id of their own. */
function twice(make: (mint: Mint, hookId: string) => ReturnType<Mint>): ProbeCase['shots'] {
  const hookIds = new WeakMap<Mint, string>()
  const hookIdFor = (mint: Mint) => {
    const hookId = hookIds.get(mint) ?? randomUUID()
    hookIds.set(mint, hookId)
    return hookId
  }
  const shot = (mint: Mint) => make(mint, hookIdFor(mint))
  return [shot, shot]
}

const SURPRISES: readonly ProbeCase[] = [
  {
    id: 'unknown-topic',
    essential: true,
    sent: 'a topic that does not exist yet, signed rightly',
    careful: '2xx, and it is ignored: topics are added',
    shots: [(mint) => mint({ topic: 'playa-topic-of-tomorrow' })],
    judge: judges.unknownTopic,
  },
  {
    id: 'unknown-members',
    essential: true,
    sent: 'members and headers that are not documented',
    careful: `${TAKEN}: what is not known is ignored, since members are added`,
    shots: [
      (mint) =>
        mint({ members: { Novedad: { Nivel: 1, Detalle: [null, true] } }, tampered: { 'Notification-Novelty': '1' } }),
    ],
    judge: judges.genuine,
  },
  {
    id: 'large-body',
    essential: true,
    sent: 'a body of one mebibyte',
    careful: '2xx, or 413 when it is more than you read',
    shots: [(mint) => mint({ sample: { text: 'ñ'.repeat(LARGE_CHARACTERS / 2) } })],
    judge: judges.large,
  },
  {
    id: 'slow-body',
    essential: true,
    sent: 'a body that comes in pieces, with pauses',
    careful: `${TAKEN}, when the body has ended`,
    shots: [(mint) => mint({ overMs: mint.slowMs })],
    judge: judges.slow,
  },
  {
    id: 'header-case',
    essential: false,
    sent: 'names of headers in lower case, as proxies write them',
    careful: `${TAKEN}: names of headers have no case`,
    shots: [
      (mint) => {
        const { headers, ...rest } = mint()
        const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
        return { ...rest, headers: Object.fromEntries(lower) }
      },
    ],
    judge: judges.advised,
  },
  {
    id: 'agency-web-hook',
    essential: false,
    sent: "an agency's web hook: no Notification-Topic, the signature over hook id and timestamp alone",
    careful: '2xx where the endpoint serves agencies too; otherwise a refusal is as good',
    shots: [(mint) => mint({ to: 'agency' })],
    judge: (observed, timeoutMs) => {
      const { grade } = judges.advised(observed, timeoutMs)
      return grade === 'pass'
        ? { grade, advice: '' }
        : {
            grade,
            advice:
              'Only if this address also serves an agency’s web hook: sign over the topic only when it is present (EVT-05).',
          }
    },
  },
  {
    id: 'prompt',
    essential: false,
    sent: 'a plain delivery, timed',
    careful: '2xx within a fifth of the time that the service waits',
    shots: [(mint) => mint()],
    judge: judges.prompt,
  },
]
