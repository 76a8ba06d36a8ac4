import { expect, it, test } from 'vitest'
import { defaultProfile, withOptions } from '../api/assumptions/profile.ts'
import { hookHeaders } from '../api/wire/delivery-headers.ts'
import { DeliveryInspector, type IncomingDelivery, type ReceiverBehaviour } from './delivery-inspector.ts'

const SECRET = '0123456789abcdef'
const NOW = Date.parse('2026-03-01T12:00:00Z')

const manner = (more: Partial<ReceiverBehaviour> = {}): ReceiverBehaviour => ({
  secret: SECRET,
  profile: defaultProfile,
  toleranceMs: 300_000,
  fail: 0,
  ...more,
})

interface Change {
  readonly hookId?: string
  readonly secret?: string | null
  readonly headers?: Record<string, string>
  readonly body?: string
}

const delivery = ({
  hookId = 'hook-1',
  secret = SECRET,
  headers = {},
  body = '{}',
}: Change = {}): IncomingDelivery => {
  const made = hookHeaders(defaultProfile, {
    hookId,
    nowMs: NOW,
    topic: 'publicacion-estado',
    secret,
    custom: [],
  })
  const lower = made.headers.map(([name, value]) => [name.toLowerCase(), value])
  const all = { host: 'x', 'content-type': 'application/json', ...Object.fromEntries(lower), ...headers }
  return {
    method: 'POST',
    path: '/hooks',
    headers: all,
    body,
    content: Buffer.from(body),
    bytes: Buffer.byteLength(body),
    tooLarge: false,
  }
}

it('a genuine delivery is answered 204, a forged one and a stale one 401 with the reason', () => {
  const reader = new DeliveryInspector(manner())
  expect(reader.inspect(delivery(), NOW)).toMatchObject({
    number: 1,
    status: 204,
    answer: '',
    topic: 'publicacion-estado',
  })
  expect(reader.inspect(delivery({ secret: 'another-secret-16' }), NOW)).toMatchObject({
    status: 401,
    answer: expect.stringMatching(/secret/),
  })
  expect(reader.inspect(delivery({ secret: null }), NOW)).toMatchObject({
    status: 401,
    answer: expect.stringMatching(/no Notification-Signature/),
  })
  expect(reader.inspect(delivery(), NOW + 600_000)).toMatchObject({
    status: 401,
    answer: expect.stringMatching(/behind this clock/),
  })
})

it('with any age tolerated, and without a secret, everything fresh or old is accepted', () => {
  const patient = new DeliveryInspector(manner({ toleranceMs: Number.POSITIVE_INFINITY }))
  expect(patient.inspect(delivery(), NOW + 1e10)).toMatchObject({ status: 204 })
  const trusting = new DeliveryInspector(manner({ secret: undefined }))
  expect(trusting.inspect(delivery({ secret: null }), NOW + 1e10)).toMatchObject({
    status: 204,
    verification: { signature: 'unchecked', stale: true },
  })
})

it('a hook id that came before is a duplicate, and accepted again', () => {
  const reader = new DeliveryInspector(manner())
  const read = ['a', 'b', 'a', 'a'].map((hookId) => reader.inspect(delivery({ hookId }), NOW))
  expect(read.map(({ duplicateOf, time, status }) => [duplicateOf?.number, time, status])).toEqual([
    [undefined, 1, 204],
    [undefined, 1, 204],
    [1, 2, 204],
    [1, 3, 204],
  ])
})

it('a forgery does not claim the hook id of the genuine delivery that follows', () => {
  const reader = new DeliveryInspector(manner())
  reader.inspect(delivery({ secret: 'another-secret-16' }), NOW)
  expect(reader.inspect(delivery(), NOW).duplicateOf).toBeUndefined()
})

it('where one hook id stands for the configuration nothing is called a duplicate', () => {
  const profile = withOptions(defaultProfile, { 'events/hook-id': 'per-configuration' }, 'given')
  const reader = new DeliveryInspector(manner({ profile }))
  reader.inspect(delivery(), NOW)
  expect(reader.inspect(delivery(), NOW).duplicateOf).toBeUndefined()
})

it('the configured number of first deliveries fail, and a retry names its predecessor', () => {
  const reader = new DeliveryInspector(manner({ fail: 2 }))
  const read = [1, 2, 3].map(() => reader.inspect(delivery(), NOW))
  expect(read.map(({ status }) => status)).toEqual([500, 500, 204])
  expect(read[2]?.duplicateOf).toEqual({ number: 1, status: 500 })
})

it('a configured status is sent to genuine and forged deliveries, after the failures', () => {
  const reader = new DeliveryInspector(manner({ fail: 1, status: 410 }))
  const read = [SECRET, SECRET, 'another-secret-16'].map((secret) =>
    reader.inspect(delivery({ secret }), NOW),
  )
  expect(read.map(({ status }) => status)).toEqual([500, 410, 410])
})

test.each([
  ['another method', { method: 'GET' }, 405],
  ['a body past the bound', { tooLarge: true }, 413],
])('%s is refused', (_, change, status) => {
  expect(new DeliveryInspector(manner()).inspect({ ...delivery(), ...change }, NOW).status).toBe(status)
})

it('custom headers are shown, those of HTTP and of the service are not, and the values of secret ones are hidden', () => {
  const headers = { 'x-tienda': 'centro', authorization: 'Bearer abc', 'x-api-key': 'k', 'user-agent': 'x' }
  expect(new DeliveryInspector(manner()).inspect(delivery({ headers }), NOW).customHeaders).toEqual({
    'x-tienda': 'centro',
    authorization: '[redacted]',
    'x-api-key': '[redacted]',
  })
})

it('the secret is in nothing that is reported, wherever a sender writes it', () => {
  const secret = 'un "secreto" de más de 16'
  const base64 = Buffer.from(secret).toString('base64').replaceAll('=', '')
  const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64]
  const reader = new DeliveryInspector(manner({ secret }))
  for (const spelling of spellings) {
    const incoming = delivery({
      hookId: spelling,
      headers: { 'x-echo': `a ${spelling}`, 'content-type': `application/json; x=${spelling}` },
      body: JSON.stringify({ Topic: spelling, Entidad: { [spelling]: spelling } }),
    })
    const read = [incoming, { ...incoming, path: `/${spelling}`, body: spelling }].map((one) =>
      reader.inspect(one, NOW),
    )
    const texts = JSON.stringify(read)
    expect(spellings.filter((one) => texts.includes(one))).toEqual([])
  }
})

it('a topic in the body that differs from the signed one, and a missing hook id, are noted', () => {
  const reader = new DeliveryInspector(manner())
  const body = '{"Topic": "publicacion-consultada", "Entidad": {"title": "x"}}'
  expect(reader.inspect(delivery({ body }), NOW).notes).toEqual([expect.stringContaining('trust the header')])
  const { 'notification-hook-id': _, ...headers } = delivery().headers
  expect(reader.inspect({ ...delivery(), headers }, NOW).notes).toEqual([
    expect.stringContaining('no Notification-Hook-ID'),
  ])
})
