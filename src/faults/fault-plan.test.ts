import { expect, it } from 'vitest'
import { matchesWildcard } from '../text/wildcard.ts'
import {
  type FaultEffect,
  type FaultRule,
  type FaultTrigger,
  noFault,
  noFaultRules,
  withFaultRule,
} from '../world/fault-rule.ts'
import { type FaultCandidate, planFaults } from './fault-plan.ts'

const NOW = 1_000
const LIST: FaultCandidate = {
  method: 'GET',
  path: '/v3/publicaciones/jefa@taller.example',
  operation: 'publications.list',
  template: '/v3/publicaciones/{adminmail}',
  agency: 'Jefa@taller.example',
  mayRespondWith: (status) => status !== 412,
  isTagGuarded: false,
}

interface Said {
  readonly when?: Partial<FaultTrigger>
  readonly act: Partial<FaultEffect>
  readonly times?: number | null
  readonly untilMs?: number
}

const armed = (...said: readonly Said[]) => {
  const any: FaultTrigger = { operation: null, method: null, path: null, agency: null, nth: null, probability: null }
  let faultRules = noFaultRules
  for (const { when, act, times = 1, untilMs = null } of said) {
    const rule = { when: { ...any, ...when }, act: { ...noFault, ...act }, times, untilMs, note: null }
    faultRules = withFaultRule(faultRules, rule)
  }
  return faultRules
}

/** What a run of equal exchanges meets, and the rules after it. */
const run = (exchanges: number, said: readonly Said[], { seed = 7, exchange = LIST } = {}) => {
  let faultRules = armed(...said)
  const plans = Array.from({ length: exchanges }, () => {
    const next = planFaults(faultRules, exchange, { seed, nowMs: NOW })
    faultRules = next.faultRules
    return next.plan
  })
  return { plans, faultRules }
}

const struck = (exchanges: number, said: readonly Said[], seed?: number): string =>
  run(exchanges, said, seed === undefined ? {} : { seed })
    .plans.map(({ rules }) => (rules.length > 0 ? 'x' : '.'))
    .join('')

it.each([
  ['publications.*', 'publications.list', true],
  ['publications.*', 'inquiries.list', false],
  ['*', '', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['*.list', 'x.list.list', true],
  ['list', 'list2', false],
  ['', 'x', false],
])('the pattern %s fits %s: %s', (pattern, text, fits) => {
  expect(matchesWildcard(pattern, text)).toBe(fits)
})

it('a pattern of many stars does not take forever', () => {
  expect(matchesWildcard(`${'*a'.repeat(500)}b`, 'a'.repeat(5_000))).toBe(false)
})

it.each<[Partial<FaultTrigger>, boolean]>([
  [{ operation: 'publications.*' }, true],
  [{ operation: 'inquiries.*' }, false],
  [{ method: 'GET' }, true],
  [{ method: 'HEAD' }, false],
  [{ path: '/v3/publicaciones/*' }, true],
  [{ path: '/v3/publicaciones/{adminmail}' }, true],
  [{ path: '/v3/publicaciones' }, false],
  [{ agency: 'jefa@TALLER.example' }, true],
  [{ agency: 'otra@taller.example' }, false],
  [{ method: 'GET', agency: 'otra@taller.example' }, false],
])('a rule for %o meets the list of an agency: %s', (when, meets) => {
  expect(struck(1, [{ when, act: { status: 503 } }])).toBe(meets ? 'x' : '.')
})

it('a rule passes over what it cannot be done to, and does not count it', () => {
  const { plans, faultRules } = run(2, [{ act: { status: 412 } }, { act: { staleTag: true } }])
  expect(plans.map(({ rules }) => rules)).toEqual([[], []])
  expect(faultRules.rules.map(({ seen }) => seen)).toEqual([0, 0])
})

it('what no rule is meant for leaves the rules the very same value', () => {
  const before = armed({ when: { method: 'PUT' }, act: { reset: true } })
  expect(planFaults(before, LIST, { seed: 1, nowMs: NOW }).faultRules).toBe(before)
})

it('a rule acts as often as it may, and then it has ended', () => {
  const { plans, faultRules } = run(5, [{ act: { status: 503 }, times: 3 }])
  expect(plans.map(({ status }) => status)).toEqual([503, 503, 503, null, null])
  expect(faultRules.rules).toEqual([])
  expect(faultRules.ended).toMatchObject([{ number: 1, seen: 3, acted: 3 }])
})

it('a rule ends at its time, before its alarm rings', () => {
  expect(struck(2, [{ act: { reset: true }, times: null, untilMs: NOW + 1 }])).toBe('xx')
  expect(struck(2, [{ act: { reset: true }, times: null, untilMs: NOW }])).toBe('..')
})

it('the nth matching exchange alone is meant, and then the rule has ended', () => {
  expect(struck(6, [{ when: { nth: 3 }, act: { reset: true }, times: null }])).toBe('..x...')
  expect(run(3, [{ when: { nth: 3 }, act: { reset: true } }]).faultRules.rules).toEqual([])
})

it('chance comes from the seed and the number of the rule, so the same script meets the same disturbances', () => {
  const half: Said = { when: { probability: 0.5 }, act: { reset: true }, times: null }
  expect(struck(32, [half], 7)).toBe(struck(32, [half], 7))
  expect(struck(32, [half], 7)).toBe('x..xxxxx..x.x..xx..xxxx...x...x.')
  expect(struck(32, [half], 8)).not.toBe(struck(32, [half], 7))
  expect(struck(32, [{ when: { method: 'PUT' }, act: { reset: true } }, half], 7)).not.toBe(struck(32, [half], 7))
})

it('a probability is met in the long run, and 1 is certain', () => {
  const share = (probability: number) =>
    struck(10_000, [{ when: { probability }, act: { reset: true }, times: null }]).split('x').length - 1
  expect(Math.abs(share(0.3) - 3_000)).toBeLessThan(150)
  expect(share(1)).toBe(10_000)
})

const delays = (act: Partial<FaultEffect>, exchanges = 10_000): number[] =>
  run(exchanges, [{ act, times: null }]).plans.map(({ delayMs }) => delayMs)

it('uniform delays fill their range and stay within it', () => {
  const drawn = delays({ delay: { kind: 'uniform', minMs: 100, maxMs: 200 } })
  expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([100, 200])
  expect(Math.abs(drawn.reduce((sum, ms) => sum + ms) / drawn.length - 150)).toBeLessThan(2)
})

it('lognormal delays have the median and the sigma that were asked for', () => {
  const drawn = delays({ delay: { kind: 'lognormal', medianMs: 200, sigma: 0.6 } }).sort((a, b) => a - b)
  expect(Math.abs(drawn[5_000]! - 200)).toBeLessThan(6)
  const logs = drawn.map((ms) => Math.log(Math.max(1, ms)))
  const mean = logs.reduce((sum, log) => sum + log) / logs.length
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length
  expect(Math.abs(Math.sqrt(variance) - 0.6)).toBeLessThan(0.02)
  expect(delays({ delay: { kind: 'lognormal', medianMs: 200, sigma: 0 } }, 3)).toEqual([200, 200, 200])
})

it('delays of several rules add up, to a minute at most', () => {
  const wait = (ms: number): Said => ({ act: { delay: { kind: 'fixed', ms } } })
  expect(run(1, [wait(30), wait(12)]).plans).toMatchObject([{ delayMs: 42, rules: [1, 2] }])
  expect(run(1, [wait(50_000), wait(50_000)]).plans).toMatchObject([{ delayMs: 60_000 }])
})

const turns = (...said: readonly Said[]) => run(3, said).plans.map(({ rules }) => rules)

it('rules act in the order of their making; one that cannot act beside an earlier one keeps its turn', () => {
  expect(turns({ act: { status: 503 } }, { act: { status: 500 } })).toEqual([[1], [2], []])
  expect(turns({ act: { loseAnswer: true } }, { act: { status: 500 } })).toEqual([[1], [2], []])
  expect(turns({ act: { reset: true } }, { act: { slowBytesPerS: 9 } }, { act: { reset: true } })).toEqual([
    [1],
    [2],
    [3],
  ])
  expect(turns({ act: { status: 503 } }, { act: { truncate: true } })).toEqual([[1, 2], [], []])
})

it('a rule that lost its turn has seen the exchange', () => {
  const seen = (rules: readonly FaultRule[]) => rules.map(({ number, seen, acted }) => [number, seen, acted])
  const { faultRules } = run(2, [{ act: { reset: true }, times: 2 }, { act: { status: 500 } }])
  expect(seen(faultRules.ended)).toEqual([[1, 2, 2]])
  expect(seen(faultRules.rules)).toEqual([[2, 2, 0]])
})
