import { expect, it } from 'vitest'
import type { ClientCall } from './runs/client-call.ts'
import { differingLines } from './verdict.ts'

const calls = (...statuses: readonly number[]): ClientCall[] =>
  statuses.map((status, at) => ({
    method: 'GET',
    target: `/v3/${at}`,
    headers: [],
    body: new Uint8Array(),
    operation: 'entry.read',
    exchange: `entry.read#${at + 1}`,
    response: { status, headers: {}, body: '' },
  }))

const TEN = Array(10).fill(200)

it.each([
  ['nothing differs', calls(...TEN), 8, undefined],
  ['the tenth request differs', calls(...Array(9).fill(200), 400), 4, '(7 lines that are equal)'],
  ['the first request differs', calls(503, ...Array(9).fill(200)), 9, 'GET /v3/0 -> 503'],
])('%s: lines begin shortly before the first difference', (_, run, count, first) => {
  const { sent, baseline } = differingLines(run, calls(...TEN), null)
  expect(sent.join() === baseline.join()).toBe(first === undefined)
  expect([sent.length, sent[0]]).toEqual([
    first === undefined ? count + 1 : count,
    first ?? 'GET /v3/0 -> 200',
  ])
})
