import { expect, it } from 'vitest'
import { defaultProfile } from '../../assumptions/profile.ts'
import type { ClientCall } from '../faults/client-call.ts'
import { optionVariants } from './variants.ts'

const variantsOf = (requests: number) => {
  const call: ClientCall = {
    method: 'GET',
    target: '/v3',
    headers: [],
    body: new Uint8Array(),
    operation: 'entry.read',
    exchange: undefined,
    atMs: 0,
    response: null,
  }
  const calls = Array.from({ length: requests }, () => call)
  return optionVariants({
    profile: defaultProfile,
    nowMs: 0,
    calls,
    exchanges: new Set(),
    hasDeliveries: true,
  })
}

it('a rate limit refuses once, and leaves room in the next minute', () => {
  const rates = [1, 2, 3, 10].map((requests) => variantsOf(requests).map(({ id }) => id))
  expect(rates.map((ids) => ids.find((id) => id.startsWith('limits/rate')))).toEqual(
    [1, 1, 2, 7].map((rate) => `limits/rate=per-minute:${rate}`),
  )
})

it('missing topics, ids in lower case and other media types are advice', () => {
  const advising = variantsOf(1).flatMap(({ assumption, advises }) => (advises ? [assumption] : []))
  expect(advising).toEqual(
    expect.arrayContaining(['common/vendor', 'events/topics', 'publications/external-id-shown']),
  )
})
