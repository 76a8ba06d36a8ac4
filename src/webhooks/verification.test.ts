import { createHmac } from 'node:crypto'
import { expect, it, test } from 'vitest'
import { defaultProfile, type Profile, withOptions } from '../api/assumptions/profile.ts'
import { hookHeaders } from '../api/wire/delivery-headers.ts'
import { type DeliveryToVerify, type VerificationOptions, verifyDelivery } from './verification.ts'

const SECRET = '0123456789abcdef'
const NOW = Date.parse('2026-03-01T12:00:00Z')
const HOOK = '7d1f0d5c-0000-4000-8000-000000000001'

const under = (choices: Record<string, string>): Profile => withOptions(defaultProfile, choices, 'given')

const judging = (more: Partial<VerificationOptions> = {}): VerificationOptions => ({
  secret: SECRET,
  profile: defaultProfile,
  nowMs: NOW,
  toleranceMs: 300_000,
  ...more,
})

/** A delivery as the service makes it under the profile. */
const sent = (
  profile: Profile = defaultProfile,
  more: Partial<DeliveryToVerify> = {},
  topic: string | undefined = 'publicacion-estado',
): DeliveryToVerify => {
  const named = { hookId: HOOK, nowMs: NOW, secret: SECRET, custom: [] }
  const headers = Object.fromEntries(
    hookHeaders(profile, topic === undefined ? named : { ...named, topic }).headers,
  )
  return {
    hookId: headers['Notification-Hook-ID'],
    timestamp: headers['Notification-Timestamp'],
    topic: headers['Notification-Topic'],
    signature: headers['Notification-Signature'],
    contentType: 'application/json',
    body: '{}',
    ...more,
  }
}

const hmac = (text: string): string => createHmac('sha256', SECRET).update(text, 'utf8').digest('base64')

it('a signature computed by hand over id, timestamp and topic, joined by line feeds, in base64, is verified', () => {
  const timestamp = '2026-03-01T12:00:00.000Z'
  const arrived = sent(defaultProfile, {
    timestamp,
    signature: hmac(`${HOOK}\n${timestamp}\npublicacion-estado`),
  })
  expect(verifyDelivery(arrived, judging())).toEqual({
    signature: 'verified',
    why: '',
    ageMs: 0,
    stale: false,
    staleWhy: '',
  })
})

it('without a topic the signature is over id and timestamp alone', () => {
  const timestamp = '2026-03-01T12:00:00.000Z'
  const arrived = sent(defaultProfile, {
    timestamp,
    topic: undefined,
    signature: hmac(`${HOOK}\n${timestamp}`),
  })
  expect(verifyDelivery(arrived, judging()).signature).toBe('verified')
})

const WAYS = ['newline', 'nothing', 'dot'].flatMap((join) =>
  ['base64', 'hex', 'sha256-hex'].map((encoding) => [join, encoding] as const),
)

test.each(WAYS)(
  'what the service signs with %s and %s is verified under the same options, and the others are named',
  (join, encoding) => {
    const profile = under({ 'events/signature-join': join, 'events/signature-encoding': encoding })
    const arrived = sent(profile)
    expect(verifyDelivery(arrived, judging({ profile })).signature).toBe('verified')
    const elsewhere = verifyDelivery(arrived, judging())
    if (join === 'newline' && encoding === 'base64') return expect(elsewhere.signature).toBe('verified')
    expect(elsewhere.signature).toBe('wrong')
    expect(elsewhere.why.includes(`events/signature-join=${join}`)).toBe(join !== 'newline')
    expect(elsewhere.why.includes(`events/signature-encoding=${encoding}`)).toBe(encoding !== 'base64')
  },
)

test.each([
  ['another secret', sent(), { secret: 'another-secret-of-16' }, /another secret, or a header was changed/],
  ['another hook id', sent(defaultProfile, { hookId: 'x' }), {}, /header was changed/],
  [
    'a later timestamp',
    sent(defaultProfile, { timestamp: '2026-03-01T12:00:01.000Z' }),
    {},
    /header was changed/,
  ],
  ['another topic', sent(defaultProfile, { topic: 'publicacion-consultada' }), {}, /header was changed/],
  [
    'a topic that was not signed',
    sent(defaultProfile, { signature: hmac(`${HOOK}\n2026-03-01T12:00:00.000Z`) }),
    {},
    /does not cover Notification-Topic/,
  ],
  [
    'a signature over the body',
    sent(defaultProfile, { body: '{"a":1}', signature: hmac('{"a":1}') }),
    {},
    /covers the body/,
  ],
  ['a shorter signature', sent(defaultProfile, { signature: 'x' }), {}, /another secret/],
  ['no hook id', sent(defaultProfile, { hookId: undefined }), {}, /no Notification-Hook-ID/],
  ['no timestamp', sent(defaultProfile, { timestamp: undefined }), {}, /no Notification-Timestamp/],
])('%s makes the signature wrong, and the reason says so', (_, arrived, more, why) => {
  const { signature, why: reason } = verifyDelivery(arrived, judging(more))
  expect(signature).toBe('wrong')
  expect(reason).toMatch(why)
})

it('a signature may be missing, but from an ADF hook, which has none; without a secret nothing is checked', () => {
  const bare = sent(defaultProfile, { signature: undefined })
  const adf = { ...bare, topic: undefined, contentType: 'application/xml' }
  expect(verifyDelivery(bare, judging()).signature).toBe('missing')
  expect(verifyDelivery({ ...bare, signature: '' }, judging()).signature).toBe('missing')
  expect(verifyDelivery(adf, judging()).signature).toBe('unsigned')
  expect(verifyDelivery({ ...adf, topic: 'publicacion-estado' }, judging()).signature).toBe('missing')
  expect(verifyDelivery(sent(), judging({ secret: undefined })).signature).toBe('unchecked')
})

test.each(['iso-8601', 'unix-seconds', 'http-date'])(
  'a timestamp of the form %s gives its age, and under another form its own',
  (form) => {
    const profile = under({ 'events/timestamp': form })
    const arrived = sent(profile)
    expect(verifyDelivery(arrived, judging({ profile, nowMs: NOW + 90_000 }))).toMatchObject({
      ageMs: 90_000,
      stale: false,
    })
    const other = form === 'iso-8601' ? 'unix-seconds' : 'iso-8601'
    const misread = verifyDelivery(arrived, judging({ profile: under({ 'events/timestamp': other }) }))
    expect(misread).toMatchObject({ signature: 'verified', ageMs: null, stale: true })
    expect(misread.staleWhy).toContain(
      `does not have the form ${other}; it has the form of events/timestamp=${form}`,
    )
  },
)

test.each([
  [300_000, false, ''],
  [300_001, true, 'stamped 5 minutes behind this clock, and 5 minutes are tolerated'],
  [86_400_000, true, 'stamped 1 day behind this clock, and 5 minutes are tolerated'],
  [-300_000, false, ''],
  [-7_200_000, true, 'stamped 2 hours ahead of this clock, and 5 minutes are tolerated'],
])('stamped %i ms ago, with five minutes tolerated: stale is %s', (ageMs, stale, staleWhy) => {
  expect(verifyDelivery(sent(), judging({ nowMs: NOW + ageMs }))).toMatchObject({ ageMs, stale, staleWhy })
})

it('an invalid timestamp is stale, and the signature over it is judged anyway', () => {
  const arrived = sent(defaultProfile, { timestamp: '2026-13-45T99:00:00Z' })
  expect(verifyDelivery(arrived, judging())).toMatchObject({ signature: 'wrong', ageMs: null, stale: true })
})
