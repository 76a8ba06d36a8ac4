import { expect, it } from 'vitest'
import { miniatureWorld } from '../../../test/support/miniature-world.ts'
import { REDACTED } from '../../lib/redaction/secret-names.ts'
import type { ApiResponse } from '../../model/http/request.ts'
import { splitUrl } from '../transport/incoming-request.ts'
import { type RecordableRequest, recordExchange } from './recorder.ts'

const OK: ApiResponse = {
  status: 200,
  headers: {},
  body: '{}',
  decision: { step: 'shown', because: [] },
  events: [],
}

const requestWith = (rawHeaders: readonly string[], url = 'http://a.example/v3'): RecordableRequest => ({
  method: 'PUT',
  parts: splitUrl(url),
  header: (name) => {
    const at = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name)
    return at < 0 ? null : (rawHeaders[at + 1] ?? null)
  },
  rawHeaders: () => rawHeaders,
})

const bytes = (text: string) => ({ kind: 'bytes', bytes: Buffer.from(text) }) as const

const record = (
  rawHeaders: readonly string[],
  body = '',
  response = OK,
  profile: Record<string, string> = {},
) => recordExchange(requestWith(rawHeaders), bytes(body), response, miniatureWorld(profile))

it.each([
  ['Authorization', 'Bearer key-uno', `Bearer ${REDACTED}`],
  ['authorization', 'ACS-HMAC key-uno:c2lnbmF0dXJl', `ACS-HMAC ${REDACTED}`],
  ['AUTHORIZATION', 'Basic a2V5OnNlY3JldA==', `Basic ${REDACTED}`],
  ['Authorization', 'key-uno', REDACTED],
  ['Authorization', 'key-uno secret-of-uno', REDACTED],
  ['Proxy-Authorization', 'Basic a2V5', `Basic ${REDACTED}`],
  ['Cookie', 'session=abc', REDACTED],
  ['X-Playa-Key', 'key-uno', REDACTED],
  ['X-ACS-Signature', 'abc', REDACTED],
  ['X-ACS-Date', 'Sun, 01 Mar 2026 15:00:00 GMT', 'Sun, 01 Mar 2026 15:00:00 GMT'],
  ['Referer', 'https://a.example/?token=abc', `https://a.example/?token=${REDACTED}`],
  ['If-Match', '"abc"', '"abc"'],
])('the header %s: %s is recorded as %s', (name, value, expected) => {
  expect(record([name, value]).request.rawHeaders).toEqual([name, expected])
})

it('entries share headers that came again, and never those that differ', () => {
  const sent = (key: string) => record(['Host', 'a.example', 'X-Trace', key]).request.rawHeaders
  const first = sent('https://a.example/?token=uno')
  expect(sent('https://a.example/?token=uno')).toBe(first)
  expect(sent('https://a.example/?page=2')).toEqual([
    'Host',
    'a.example',
    'X-Trace',
    'https://a.example/?page=2',
  ])
  expect(sent('https://a.example/?token=uno')).toEqual(first)
})

it('recording does not change the headers of the request', () => {
  const raw = ['Authorization', 'Bearer key-uno']
  record(raw)
  expect(raw).toEqual(['Authorization', 'Bearer key-uno'])
})

it.each([
  [[], {}, 'uno'],
  [['Authorization', 'Bearer key-dos'], {}, 'dos'],
  [['Authorization', `Basic ${Buffer.from('key-dos:secret-of-dos').toString('base64')}`], {}, 'dos'],
  [['Authorization', 'ACS-HMAC key-lector:abc'], { 'auth/scheme': 'hmac' }, 'lector'],
  [['Authorization', 'Bearer key-doscientos'], { 'auth/scheme': 'key' }, null],
  [[], { 'auth/scheme': 'key' }, null],
])('the caller with %j under %j is %s', (headers, profile, app) => {
  expect(record(headers, '', OK, profile).request.app).toBe(app)
})

it('a refused caller is recorded without an app', () => {
  expect(record(['Authorization', 'Bearer key-dos'], '', { ...OK, status: 401 }).request.app).toBeNull()
})

it('64 KiB of a body are recorded, and secrets are removed before the cut', () => {
  const secret = 'S'.repeat(40_000)
  const body = JSON.stringify({ Secret: secret, Description: 'd'.repeat(100_000) })
  const { request } = record([], body)
  expect([request.body.size, request.body.bytes.length]).toEqual([body.length, 64 * 1024])
  expect(Buffer.from(request.body.bytes).toString()).not.toContain('SSSS')
})

it('a password in a URL whose end is beyond the cut is removed', () => {
  const before = 'd'.repeat(64 * 1024 - 40)
  for (const url of ['https://user:hidden-password@a.example/', 'https://a.example/user:shown@b'])
    for (const more of [url, `${url}${'e'.repeat(500_000)}`, url.repeat(3)]) {
      const { request } = record([], JSON.stringify({ Description: before + more }))
      expect(Buffer.from(request.body.bytes).toString()).not.toContain('hidden')
    }
})

it('a recorded body does not keep a larger buffer in memory', () => {
  const whole = Buffer.alloc(1024 * 1024, 'x')
  const { request } = recordExchange(
    requestWith([]),
    { kind: 'bytes', bytes: whole.subarray(0, 100) },
    OK,
    miniatureWorld(),
  )
  expect(request.body.bytes.buffer.byteLength).toBeLessThan(10_000)
})

it('responses with a configuration are recorded without its secrets, and sent unchanged', () => {
  const body = JSON.stringify({ Callback: 'https://a.example', Secret: 'sixteen-letters-1' })
  const response: ApiResponse = {
    ...OK,
    body,
    decision: { step: 'shown', operation: 'webhooks.read', because: [] },
  }
  expect(record([], '', response).response.body).toBe(
    `{"Callback":"https://a.example","Secret":"${REDACTED}"}`,
  )
  expect(response.body).toBe(body)
  expect(record([], '', OK).response).toBe(OK)
})
