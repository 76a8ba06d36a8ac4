import { expect, it, test } from 'vitest'
import { choose, defaultProfile } from '../assumptions/profile.ts'
import { hookHeaders } from '../notifications/delivery-headers.ts'
import { type Incoming, type Manner, Reader } from './reception.ts'

const SECRET = '0123456789abcdef'
const NOW = Date.parse('2026-03-01T12:00:00Z')

const manner = (more: Partial<Manner> = {}): Manner => ({
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

const delivery = ({ hookId = 'hook-1', secret = SECRET, headers = {}, body = '{}' }: Change = {}): Incoming => {
  const made = hookHeaders(defaultProfile, { hookId, nowMs: NOW, topic: 'publicacion-estado', secret, custom: [] })
  const lower = made.headers.map(([name, value]) => [name.toLowerCase(), value])
  const all = { host: 'x', 'content-type': 'application/json', ...Object.fromEntries(lower), ...headers }
  return { method: 'POST', path: '/hooks', headers: all, body, bytes: Buffer.byteLength(body), tooLarge: false }
}

it('a genuine delivery is answered 204, a forged one and a stale one 401 with the reason', () => {
  const reader = new Reader(manner())
  expect(reader.read(delivery(), NOW)).toMatchObject({
    number: 1,
    status: 204,
    answer: '',
    topic: 'publicacion-estado',
  })
  expect(reader.read(delivery({ secret: 'another-secret-16' }), NOW)).toMatchObject({
    status: 401,
    answer: expect.stringMatching(/secret/),
  })
  expect(reader.read(delivery({ secret: null }), NOW)).toMatchObject({
    status: 401,
    answer: expect.stringMatching(/no Notification-Signature/),
  })
  expect(reader.read(delivery(), NOW + 600_000)).toMatchObject({
    status: 401,
    answer: expect.stringMatching(/behind this clock/),
  })
})

it('with any age tolerated, and without a secret, everything fresh or old is accepted', () => {
  const patient = new Reader(manner({ toleranceMs: Number.POSITIVE_INFINITY }))
  expect(patient.read(delivery(), NOW + 1e10)).toMatchObject({ status: 204 })
  const trusting = new Reader(manner({ secret: undefined }))
  expect(trusting.read(delivery({ secret: null }), NOW + 1e10)).toMatchObject({
    status: 204,
    verification: { signature: 'unchecked', stale: true },
  })
})

it('a hook id that came before is a duplicate, and accepted again', () => {
  const reader = new Reader(manner())
  const read = ['a', 'b', 'a', 'a'].map((hookId) => reader.read(delivery({ hookId }), NOW))
  expect(read.map(({ duplicateOf, time, status }) => [duplicateOf?.number, time, status])).toEqual([
    [undefined, 1, 204],
    [undefined, 1, 204],
    [1, 2, 204],
    [1, 3, 204],
  ])
})

it('a forgery does not claim the hook id of the genuine delivery that follows', () => {
  const reader = new Reader(manner())
  reader.read(delivery({ secret: 'another-secret-16' }), NOW)
  expect(reader.read(delivery(), NOW).duplicateOf).toBeUndefined()
})

it('where one hook id stands for the configuration nothing is called a duplicate', () => {
  const profile = choose(defaultProfile, { 'events/hook-id': 'per-configuration' }, 'given')
  const reader = new Reader(manner({ profile }))
  reader.read(delivery(), NOW)
  expect(reader.read(delivery(), NOW).duplicateOf).toBeUndefined()
})

it('the first deliveries fail as often as was told, and the retry says what it follows', () => {
  const reader = new Reader(manner({ fail: 2 }))
  const read = [1, 2, 3].map(() => reader.read(delivery(), NOW))
  expect(read.map(({ status }) => status)).toEqual([500, 500, 204])
  expect(read[2]?.duplicateOf).toEqual({ number: 1, status: 500 })
})

it('a status that was told is answered to genuine and forged ones, after the failures', () => {
  const reader = new Reader(manner({ fail: 1, status: 410 }))
  const read = [SECRET, SECRET, 'another-secret-16'].map((secret) => reader.read(delivery({ secret }), NOW))
  expect(read.map(({ status }) => status)).toEqual([500, 410, 410])
})

test.each([
  ['another method', { method: 'GET' }, 405],
  ['a body past the bound', { tooLarge: true }, 413],
])('%s is refused', (_, change, status) => {
  expect(new Reader(manner()).read({ ...delivery(), ...change }, NOW).status).toBe(status)
})

it('custom headers are told, those of HTTP and of the service are not, and the values of secret ones are hidden', () => {
  const headers = { 'x-tienda': 'centro', authorization: 'Bearer abc', 'x-api-key': 'k', 'user-agent': 'x' }
  expect(new Reader(manner()).read(delivery({ headers }), NOW).customHeaders).toEqual({
    'x-tienda': 'centro',
    authorization: '[hidden]',
    'x-api-key': '[hidden]',
  })
})

it('the secret is in nothing that is told, wherever a sender writes it', () => {
  const incoming = delivery({
    hookId: SECRET,
    headers: { 'x-echo': `a ${SECRET}`, 'content-type': `application/json; x=${SECRET}` },
    body: JSON.stringify({ Topic: SECRET, Entidad: { [SECRET]: SECRET } }),
  })
  const reader = new Reader(manner())
  const read = [incoming, { ...incoming, path: `/${SECRET}`, body: SECRET }].map((one) => reader.read(one, NOW))
  expect(JSON.stringify(read)).not.toContain(SECRET)
})

it('a topic in the body that differs from the signed one, and a missing hook id, are noted', () => {
  const reader = new Reader(manner())
  const body = '{"Topic": "publicacion-consultada", "Entidad": {"title": "x"}}'
  expect(reader.read(delivery({ body }), NOW).notes).toEqual([expect.stringContaining('believe the header')])
  const { 'notification-hook-id': _, ...headers } = delivery().headers
  expect(reader.read({ ...delivery(), headers }, NOW).notes).toEqual([
    expect.stringContaining('no Notification-Hook-ID'),
  ])
})
