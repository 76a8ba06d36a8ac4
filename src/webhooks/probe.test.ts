import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, test } from 'vitest'
import { defaultProfile, type Profile, withOptions } from '../api/assumptions/profile.ts'
import { availableTopics } from '../model/domain/webhooks/webhook-rules.ts'
import { type ProbeOptions, type ProbeReport, type ProbeResult, runProbe } from './probe.ts'
import { resultText, scoreText } from './probe-report.ts'
import { startDeliveryReceiver } from './receiver.ts'

/** Endpoints written here by hand, which share no code with what grades them. */

const SECRET = 'un-secreto-de-más-de-16'

interface Asked {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * Steps of a receiver; each returns a status to refuse with. A careless one lacks a step, or has a
 * worse one.
 */
interface Steps {
  readonly signature: (asked: Asked) => number | undefined
  readonly timestamp: (asked: Asked) => number | undefined
  readonly body: (asked: Asked) => number | undefined
  readonly repeat: (hookId: string, seen: Set<string>) => number | undefined
  readonly topic: (asked: Asked) => number | undefined
  readonly waitMs: number
}

const headerOf = ({ headers }: Asked, name: string): string => String(headers[`notification-${name}`] ?? '')

const expectedSignature = (asked: Asked, names = ['hook-id', 'timestamp', 'topic']): string =>
  createHmac('sha256', SECRET)
    .update(
      names
        .filter((name) => asked.headers[`notification-${name}`] !== undefined)
        .map((name) => headerOf(asked, name))
        .join('\n'),
    )
    .digest('base64')

const signedOver =
  (...names: string[]) =>
  (asked: Asked): number | undefined =>
    headerOf(asked, 'signature') === expectedSignature(asked, names) ? undefined : 401

const careful: Steps = {
  signature: signedOver('hook-id', 'timestamp', 'topic'),
  timestamp: (asked) =>
    Math.abs(Date.now() - Date.parse(headerOf(asked, 'timestamp'))) <= 300_000 ? undefined : 401,
  body: ({ body }) => (body.length > 500_000 ? 413 : undefined),
  repeat: () => undefined,
  topic: () => undefined,
  waitMs: 0,
}

const receiving = async (steps: Steps): Promise<URL> => {
  const seen = new Set<string>()
  const server = createServer(async (message, response) => {
    let body = ''
    for await (const part of message) body += part
    const asked = { headers: message.headers, body }
    const { signature, timestamp, repeat, topic, waitMs } = steps
    const hookId = headerOf(asked, 'hook-id')
    const status =
      signature(asked) ?? timestamp(asked) ?? steps.body(asked) ?? repeat(hookId, seen) ?? topic(asked)
    if (status === undefined) seen.add(hookId)
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (status === 0) message.socket.destroy()
    else response.writeHead(status ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // An HTTP server on a port has an address of this kind.
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`)
}

const probed = async (url: URL, more: Partial<ProbeOptions> = {}): Promise<ProbeReport> => {
  const profile: Profile = more.profile ?? defaultProfile
  const options = {
    url,
    secret: SECRET,
    profile,
    topics: availableTopics(profile),
    headers: {},
    timeoutMs: 5_000,
    slowMs: 40,
    onResult: () => {},
  }
  const result = await runProbe({ ...options, ...more })
  if ('unreachable' in result) throw new Error(result.unreachable)
  return result
}

const withGrade = (results: readonly ProbeResult[], grade: string): string[] =>
  results.filter((result) => result.grade === grade).map(({ id }) => id)

it('a careful receiver scores full', async () => {
  const { results, score } = await probed(await receiving(careful))
  expect([withGrade(results, 'fail'), withGrade(results, 'advice')]).toEqual([[], []])
  expect(score).toMatchObject({ percent: 100, failed: 0, cases: results.length, passed: results.length })
  expect(score.essential).toBeGreaterThanOrEqual(15)
  expect(scoreText(score)).toMatch(
    /^Score 100 %: (\d+) of \1 passed, (\d+) of \2 essential cases; a careful receiver\.$/,
  )
})

/** A careless receiver, then the ids that it fails, then those of its advice. */
const CARELESS: readonly [string, Partial<Steps>, string[], string[]][] = [
  [
    'takes what is not signed',
    { signature: (asked) => (headerOf(asked, 'signature') === '' ? undefined : careful.signature(asked)) },
    ['missing-signature'],
    [],
  ],
  [
    'takes every signature that is there',
    { signature: (asked) => (headerOf(asked, 'signature') === '' ? 401 : undefined) },
    ['wrong-secret', 'malformed-signature', 'tampered-hook-id', 'tampered-timestamp', 'tampered-topic'],
    [],
  ],
  [
    'verifies nothing',
    { signature: () => undefined },
    [
      'wrong-secret',
      'missing-signature',
      'malformed-signature',
      'tampered-hook-id',
      'tampered-timestamp',
      'tampered-topic',
    ],
    [],
  ],
  [
    'verifies the topic of the body in place of the one in the header',
    {
      signature: (asked) => {
        const { Topic } = JSON.parse(asked.body)
        const headers = { ...asked.headers, ...(Topic && { 'notification-topic': Topic }) }
        return careful.signature({ ...asked, headers })
      },
    },
    ['tampered-topic'],
    [],
  ],
  [
    'breaks on a signature of another length',
    {
      signature: (asked) => {
        const [a, b] = [Buffer.from(headerOf(asked, 'signature')), Buffer.from(expectedSignature(asked))]
        try {
          return timingSafeEqual(a, b) ? undefined : 401
        } catch {
          return 500
        }
      },
    },
    [],
    ['missing-signature', 'malformed-signature'],
  ],
  [
    'does not look at the timestamp',
    { timestamp: () => undefined },
    ['stale-timestamp'],
    ['future-timestamp', 'unreadable-timestamp'],
  ],
  [
    'looks for old timestamps only',
    {
      timestamp: (asked) =>
        Date.now() - Date.parse(headerOf(asked, 'timestamp')) > 300_000 ? 401 : undefined,
    },
    [],
    ['future-timestamp', 'unreadable-timestamp'],
  ],
  [
    'refuses a hook id that it knows',
    { repeat: (id, seen) => (seen.has(id) ? 409 : undefined) },
    ['duplicate'],
    [],
  ],
  [
    'breaks on a topic that it does not know',
    { topic: (asked) => (isKnown(asked) ? undefined : 500) },
    ['unknown-topic'],
    [],
  ],
  [
    'refuses a topic that it does not know',
    { topic: (asked) => (isKnown(asked) ? undefined : 422) },
    [],
    ['unknown-topic'],
  ],
  [
    'breaks on a large body',
    { body: ({ body }) => (body.length > 100_000 ? 500 : undefined) },
    ['large-body'],
    [],
  ],
  [
    'cuts the connection on a large body',
    { body: ({ body }) => (body.length > 100_000 ? 0 : undefined) },
    [],
    ['large-body'],
  ],
  [
    'calls a large body a bad request',
    { body: ({ body }) => (body.length > 100_000 ? 400 : undefined) },
    [],
    ['large-body'],
  ],
  [
    'refuses members that it does not know',
    { body: ({ body }) => (body.includes('Novedad') ? 400 : undefined) },
    ['unknown-members'],
    [],
  ],
  [
    'refuses what happened before something else',
    {
      body: ({ body }) =>
        Date.now() - Date.parse(momentIn(body)) > 60_000 ? 409 : careful.body({ headers: {}, body }),
    },
    ['reordered'],
    [],
  ],
  [
    'serves apps only',
    { topic: ({ headers }) => (headers['notification-topic'] === undefined ? 400 : undefined) },
    [],
    ['agency-web-hook'],
  ],
  [
    'fails on inquiries',
    { topic: (asked) => (headerOf(asked, 'topic') === 'publicacion-consultada' ? 500 : undefined) },
    ['topic-publicacion-consultada'],
    [],
  ],
]

const isKnown = (asked: Asked): boolean =>
  asked.headers['notification-topic'] === undefined ||
  availableTopics(defaultProfile).includes(headerOf(asked, 'topic'))
const momentIn = (body: string): string => String(JSON.parse(body).Momento)

test.each(CARELESS)(
  'a receiver that %s is caught by exactly the cases for it',
  async (_, steps, fails, advised) => {
    const { results, score } = await probed(await receiving({ ...careful, ...steps }))
    expect([withGrade(results, 'fail'), withGrade(results, 'advice')]).toEqual([fails, advised])
    expect(score.failed).toBe(fails.length)
    for (const { grade, advice } of results) expect(advice === '').toBe(grade === 'pass')
  },
)

test.each(['hook-id', 'timestamp', 'topic'])(
  'a receiver that signs without the %s refuses genuine deliveries, and the advice says what to compare',
  async (name) => {
    const names = ['hook-id', 'timestamp', 'topic'].filter((other) => other !== name)
    const { results } = await probed(await receiving({ ...careful, signature: signedOver(...names) }), {
      only: ['good'],
    })
    expect(results[0]).toMatchObject({
      grade: 'fail',
      advice: expect.stringContaining('events/signature-join'),
    })
  },
)

it('an endpoint that holds another secret refuses genuine deliveries, which is reported first', async () => {
  const { results } = await probed(await receiving(careful), {
    secret: 'another-secret-of-16',
    only: ['good'],
  })
  expect(results.map(({ id, grade }) => [id, grade])).toEqual([['good', 'fail']])
})

test.each([
  [
    {
      'events/signature-join': 'dot',
      'events/signature-encoding': 'sha256-hex',
      'events/timestamp': 'unix-seconds',
    },
  ],
  [
    {
      'events/signature-join': 'nothing',
      'events/signature-encoding': 'hex',
      'events/timestamp': 'http-date',
    },
  ],
  [{ 'events/hook-id': 'per-configuration', 'events/body': 'full', 'events/agency-body': 'ref' }],
  [{ 'events/topics': 'list:uno,dos' }],
])('under %j a receiver of the laboratory itself scores full', async (choices) => {
  const profile = withOptions(defaultProfile, choices, 'given')
  const manner = { secret: SECRET, profile, toleranceMs: 300_000, fail: 0 }
  const receiver = await startDeliveryReceiver({ ...manner, port: 0, delayMs: 0, onDelivery: () => {} })
  onTestFinished(receiver.close)
  const { results, score } = await probed(new URL(receiver.url), { profile })
  expect(results.filter(({ grade }) => grade !== 'pass')).toEqual([])
  expect(score.cases).toBe(20 + availableTopics(profile).length)
})

it('custom headers come with every request, and redirects are not followed', async () => {
  const seen: unknown[] = []
  const signature = ({ headers }: Asked) => {
    seen.push(headers['x-tienda'])
    return 307
  }
  const { results } = await probed(await receiving({ ...careful, signature }), {
    headers: { 'X-Tienda': 'centro' },
    only: ['good', 'missing-signature'],
  })
  expect(seen).toEqual(['centro', 'centro'])
  expect(results.map(({ grade }) => grade)).toEqual(['fail', 'advice'])
  expect(results[0]?.advice).toContain('Redirects are not followed')
})

it('silence within the limit is a failure for genuine deliveries', async () => {
  const { results } = await probed(await receiving({ ...careful, waitMs: 400 }), {
    timeoutMs: 60,
    only: ['good', 'wrong-secret'],
  })
  expect(results.map(({ grade, observed }) => [grade, observed[0]?.kind])).toEqual([
    ['fail', 'silent'],
    ['advice', 'silent'],
  ])
  const [good] = results
  expect(good && resultText(good, false)).toMatch(
    /^FAIL {3}good\n[\s\S]*got +no response in \d+ ms\n +advice +Respond within 0.06 s/,
  )
})

it('a receiver that answers late within the limit is advised, and fails nothing', async () => {
  const only = ['good', 'wrong-secret', 'prompt', 'good-after-all']
  const { results } = await probed(await receiving({ ...careful, waitMs: 130 }), { timeoutMs: 500, only })
  expect([withGrade(results, 'fail'), withGrade(results, 'advice')]).toEqual([[], ['prompt']])
})

it('a receiver that exits during the probe is reported as unreachable from there on, not before', async () => {
  let left = 2
  const server = createServer((message, response) => {
    message.resume()
    left -= 1
    response.writeHead(204, { Connection: 'close' }).end()
    if (left === 0) server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // An HTTP server on a port has an address of this kind.
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const { results } = await probed(url, { only: ['good', 'unknown-topic', 'good-after-all'] })
  expect(results.map(({ grade }) => grade)).toEqual(['pass', 'pass', 'fail'])
  expect(results[2]?.observed[0]).toMatchObject({ kind: 'unreachable', why: 'ECONNREFUSED' })
})

it('where nothing listens nothing is graded', async () => {
  const receiver = await startDeliveryReceiver({
    secret: SECRET,
    profile: defaultProfile,
    toleranceMs: 0,
    fail: 0,
    port: 0,
    delayMs: 0,
    onDelivery: () => {},
  })
  await receiver.close()
  await expect(probed(new URL(receiver.url))).rejects.toThrow('ECONNREFUSED')
})

it('the secret that an endpoint echoes is in no result', async () => {
  const server = createServer((message, response) => {
    message.resume()
    response.writeHead(500).end(`no: ${SECRET}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // An HTTP server on a port has an address of this kind.
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const { results } = await probed(url, { only: ['good'] })
  expect(JSON.stringify(results)).not.toContain(SECRET)
  expect(results[0] && resultText(results[0], true)).toContain('no: [redacted]')
})
