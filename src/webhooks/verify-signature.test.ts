import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { defaultProfile, withOptions } from '../api/assumptions/profile.ts'
import { hookHeaders } from '../api/wire/delivery-headers.ts'
import { packageRoot } from '../lib/runtime/package-root.ts'
import { verifySignature } from './verify-signature.ts'

interface Vector {
  readonly name: string
  readonly secret: string
  readonly profile: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly now: string
  readonly toleranceSeconds: number
  readonly verified: boolean
  readonly signed?: string
  readonly code?: string
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(join(packageRoot(), 'contracts/webhook-signatures.json'), 'utf8'),
)

it.each(vectors)('$name', async ({ secret, headers, verified, code, signed: _, name: __, ...options }) => {
  const result = await verifySignature(headers, secret, options)
  expect(result).toMatchObject(verified ? { verified } : { verified, code })
})

it.each(vectors.filter(({ verified }) => verified))(
  'the sandbox signs as the vector says: $name',
  ({ secret, profile, headers, signed }) => {
    const topic = headers['Notification-Topic']
    const sent = hookHeaders(withOptions(defaultProfile, profile, 'given'), {
      hookId: headers['Notification-Hook-ID'] ?? '',
      nowMs: Date.parse('2026-03-01T12:00:00Z'),
      ...(topic !== undefined && { topic }),
      secret,
      custom: [],
    })
    expect(Object.fromEntries(sent.headers)).toEqual(headers)
    expect(sent.signatureInput).toBe(signed)
  },
)

const [{ headers, secret, now }] = vectors as [Vector] // the file is not empty

it.each([
  ["the web's Headers", new Headers(headers)],
  ['pairs', Object.entries(headers)],
  [
    "an object of Node's, in lower case",
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  ],
])('headers are taken as %s', async (_, given) => {
  expect(await verifySignature(given, secret, { now })).toEqual({
    verified: true,
    hookId: headers['Notification-Hook-ID'],
    topic: 'publicacion-consultada',
    timestamp: new Date(now),
  })
})

it('a refusal has a sentence without the secret', async () => {
  const result = await verifySignature(headers, 'another-secret-0', { now })
  expect(result).toEqual({
    verified: false,
    code: 'wrong-signature',
    reason: 'Another secret was used, or a header was changed in transit.',
  })
})

it.each([
  [{ secret: '' }, 'secret: expected the Secret of the configuration'],
  [{ options: { tolerance: 5 } }, 'tolerance: no such option; expected toleranceSeconds'],
  [{ options: { toleranceSeconds: -1 } }, 'toleranceSeconds: expected seconds from 0, got -1'],
  [{ options: { now: 'noon' } }, 'now: expected an instant, got noon'],
  [{ options: { profile: { 'events/timestamp': 'x' } } }, 'events/timestamp: expected one of iso-8601'],
])('%o is refused', async (given, message) => {
  const { secret: key = secret, options = {} }: { secret?: string; options?: object } = given
  await expect(verifySignature(headers, key, options)).rejects.toThrow(message)
})
